// A partner's members and its API keys: invited, signed in, kept out, and nothing of another partner's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { sweepSignIns } from "../../src/operations/sign-ins/sweep-sign-ins.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Json, startGiao } from "../harness/giao.ts";
import { type SignedIn, signInPage } from "../harness/web-session.ts";

const giao = await startGiao();
const PAGE = { "x-giao-page": "portal" };
const PASSWORD = "lotus pond at dawn";
const owner = await signInPage(giao, "portal", { api_key: DEMO.apiKey, mobile: DEMO.phone });
const made = await giao.call("POST", "/operator/v1/partners", { operator: true, body: { id: "other", name: "Other" } });
await giao.register("84933000001", made.body.api_key);
const other = await signInPage(giao, "portal", { api_key: made.body.api_key, mobile: "84933000001" });

const tokenOf = (link: string): string => new URL(link).hash.slice(1);
const post = (path: string, body: object) => giao.call("POST", `/portal/v1${path}`, { headers: PAGE, body });
const join = (token: string, password = PASSWORD) => post("/join", { token, password });
const signIn = (email: string, password = PASSWORD) => post("/session", { email, password });
async function invite(by: SignedIn, email: string, role: string): Promise<Json> {
  const invited = await by.call("POST", "/portal/v1/members", { body: { email, name: "Hoa", role } });
  assertOk(invited);
  return invited.body;
}
const membersOf = async (by: SignedIn): Promise<Json> => (await by.call("GET", "/portal/v1/members")).body;

test("a member joins by a link that is good once, acts for the account, and has a role", async () => {
  const { link, email, created_by } = await invite(owner, " Hoa@Shop.example ", "staff");
  assert.deepEqual([email, created_by], ["hoa@shop.example", "Demo sender"]);
  assert.match(link, /^http:\/\/giao\.test\/portal\/join#[0-9a-f]{64}$/);
  const seen = await post("/invitation", { token: tokenOf(link) });
  assert.deepEqual(seen.body, { email, name: "Hoa", role: "staff", partner: "Demo shop", renews: false });
  assertRefused(await join(tokenOf(link), "password1234"), 400, "INVALID_DATA");
  const [one, two] = await Promise.all([join(tokenOf(link)), join(tokenOf(link))]);
  assert.deepEqual([one.status, two.status].sort(), [200, 404]);
  const hoa = await signInPage(giao, "portal", { email: "HOA@shop.example", password: PASSWORD });
  const { session } = (await hoa.call("GET", "/portal/v1/session")).body;
  assert.deepEqual([session.account._id, session.member], [DEMO.phone, { name: "Hoa", role: "staff" }]);
  assert.deepEqual(session.rights, ["look", "orders"]);
  assertOk(await hoa.call("GET", "/portal/v1/orders"));
  assertRefused(await hoa.call("GET", "/v3/accounts/statement"), 403, "ROLE_NOT_ALLOWED");
  const [row] = await giao.house.db<{ row: string }>`select t::text as row from members as t`;
  assert.ok(row && !row.row.includes(PASSWORD));
  assertRefused(
    await owner.call("POST", "/portal/v1/members", { body: { email: "hoa@shop.example", name: "H", role: "staff" } }),
    409,
    "PERSON_EXISTED",
  );
});

test("role and keeping out count with the next call, and a lost password is a new link", async () => {
  const hoa = await signInPage(giao, "portal", { email: "hoa@shop.example", password: PASSWORD });
  const { id } = (await membersOf(owner)).members[0];
  const change = (body: object) => owner.call("PATCH", `/portal/v1/members/${id}`, { body });
  assertOk(await change({ role: "finance" }));
  assertOk(await hoa.call("GET", "/v3/accounts/statement"));
  assertRefused(await hoa.call("POST", "/v3/orders", { body: {} }), 403, "ROLE_NOT_ALLOWED");
  assertRefused(await change({ role: "king" }), 400, "INVALID_DATA");
  assertOk(await change({ disabled: true }));
  assertRefused(await hoa.call("GET", "/portal/v1/orders"), 401, "NOT_AUTHORIZED");
  assertRefused(await signIn("hoa@shop.example"), 401, "NOT_AUTHORIZED");
  assertOk(await change({ disabled: false }));
  const before = await signInPage(giao, "portal", { email: "hoa@shop.example", password: PASSWORD });
  const renewed = await owner.call("POST", `/portal/v1/members/${id}/link`);
  assertOk(await join(tokenOf(renewed.body.link), "another pond at dusk"));
  assertRefused(await before.call("GET", "/portal/v1/orders"), 401, "NOT_AUTHORIZED");
  assertRefused(await signIn("hoa@shop.example"), 401, "NOT_AUTHORIZED");
  assertOk(await signIn("hoa@shop.example", "another pond at dusk"));
});

test("nothing of one partner's is another's", async () => {
  const { id } = (await membersOf(owner)).members[0];
  const { id: open } = await invite(owner, "open@shop.example", "developer");
  assert.deepEqual(await membersOf(other), { members: [], invitations: [] });
  assertRefused(await other.call("PATCH", `/portal/v1/members/${id}`, { body: { role: "owner" } }), 404, "NOT_FOUND");
  assertRefused(await other.call("POST", `/portal/v1/members/${id}/link`), 404, "NOT_FOUND");
  assertRefused(await other.call("DELETE", `/portal/v1/members/invitations/${open}`), 404, "NOT_FOUND");
  const [key] = (await owner.call("GET", "/portal/v1/keys")).body.keys;
  assertRefused(await other.call("DELETE", `/portal/v1/keys/${key.id}`), 404, "NOT_FOUND");
  assertRefused(await other.call("POST", `/portal/v1/keys/${key.id}/rotate`), 404, "NOT_FOUND");
  // Somebody of the one learns at the other's link that their e-mail is taken, and nobody else does.
  const { link } = await invite(other, "hoa@shop.example", "owner");
  assertRefused(await join(tokenOf(link)), 409, "PERSON_EXISTED");
  assertOk(await owner.call("DELETE", `/portal/v1/members/invitations/${open}`));
});

test("links end by themselves, and guesses wait", async () => {
  const { link } = await invite(owner, "late@shop.example", "staff");
  await giao.house.db`update member_invites set expires_at = now() - interval '1 second'`;
  assertRefused(await join(tokenOf(link)), 404, "NOT_FOUND");
  await sweepSignIns(giao.house);
  const [left] = await giao.house.db<{ count: number }>`select count(*)::int as count from member_invites`;
  assert.equal(left?.count, 0);
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries++) statuses.push((await signIn("nobody@shop.example", "wrong")).status);
  assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429]);
});

test("API keys are named, several, shown once, told when they were used, rotated and revoked", async () => {
  const keys = async (): Promise<Json[]> => (await owner.call("GET", "/portal/v1/keys")).body.keys;
  const [first] = await keys();
  assert.equal(first?.name, "");
  const answer = await owner.call("POST", "/portal/v1/keys", { body: { name: " Web  shop " } });
  assertOk(answer);
  const { key, ...record } = answer.body;
  assert.match(key, /^[0-9a-f]{40}$/);
  assert.deepEqual([record.name, record.last_used_time, record.end_time], ["Web shop", 0, 0]);
  assert.deepEqual((await keys())[1], record);
  const [row] = await giao.house.db<{
    row: string;
  }>`select t::text as row from partner_keys as t where name is not null`;
  assert.ok(row && !row.row.includes(key));

  // It is an API key like the first: for tokens, for callbacks, for the portal.
  const token = await giao.signIn(DEMO.phone, key);
  assertOk(await giao.call("GET", "/v3/orders", { token }));
  assert.ok((await keys())[1]?.last_used_time >= record.create_time);
  const bearer = { headers: { authorization: `Bearer ${key}` } };
  assertOk(await giao.call("GET", "/v3/callbacks", bearer));

  const beforeRotation = await signInPage(giao, "portal", { api_key: key, mobile: DEMO.phone });
  const rotated = await owner.call("POST", `/portal/v1/keys/${record.id}/rotate`);
  assertOk(rotated);
  assert.equal(rotated.body.name, "Web shop");
  const old = (await keys()).find(({ id }) => id === record.id);
  assert.ok(old.end_time - record.create_time > 86_000);
  assertOk(await giao.call("GET", "/v3/callbacks", bearer));
  const tokens = { body: { api_key: rotated.body.key, scopes: ["callbacks:read"] } };
  const made = await giao.call("POST", "/v3/partner/tokens", tokens);
  assertOk(made);

  const browser = await signInPage(giao, "portal", { api_key: rotated.body.key, mobile: DEMO.phone });
  const hoa = await signInPage(giao, "portal", { email: "hoa@shop.example", password: "another pond at dusk" });
  assertOk(await browser.call("DELETE", `/portal/v1/keys/${rotated.body.id}`));
  assertRefused(await giao.call("POST", "/v3/partner/tokens", tokens), 404, "PARTNER_NOT_FOUND");
  const byToken = { headers: { authorization: `Bearer ${made.body.token}` } };
  assertRefused(await giao.call("GET", "/v3/callbacks", byToken), 401, "NOT_AUTHORIZED");
  assertRefused(await browser.call("GET", "/portal/v1/orders"), 401, "NOT_AUTHORIZED");
  // Who came in by another key, or with a password, stays.
  for (const kept of [hoa, owner, beforeRotation]) assertOk(await kept.call("GET", "/portal/v1/orders"));
  // Today's key is as it was.
  assertOk(await giao.call("GET", "/v3/callbacks", { headers: { "api-key": DEMO.apiKey } }));
  // A day after it was rotated away a key ends, with those who came in by it.
  await giao.house.clock.advance(86_400_000);
  assertRefused(await beforeRotation.call("GET", "/portal/v1/orders"), 401, "NOT_AUTHORIZED");
  assertRefused(await giao.call("GET", "/v3/callbacks", bearer), 401, "NOT_AUTHORIZED");
  assertOk(await owner.call("GET", "/portal/v1/orders"));
});

test("whoever signs in by a key while it is revoked is not in afterwards", async () => {
  for (let round = 0; round < 8; round++) {
    const { key, id } = (await owner.call("POST", "/portal/v1/keys", { body: { name: "Race" } })).body;
    const come = () =>
      giao.call("POST", "/portal/v1/session", { headers: PAGE, body: { api_key: key, mobile: DEMO.phone } });
    const [gone, ...came] = await Promise.all([owner.call("DELETE", `/portal/v1/keys/${id}`), come(), come(), come()]);
    assertOk(gone);
    for (const { status } of came) assert.ok([200, 404].includes(status), String(status));
    const [left] = await giao.house.db<{ sessions: number }>`
      select count(*)::int as sessions from web_sessions where left(encode(key_hash, 'hex'), 16) = ${id}`;
    assert.equal(left?.sessions, 0);
  }
});
