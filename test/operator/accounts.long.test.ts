// The operator's people: invited by links, signing in with password and app, slowed down and never locked out, asked again before what matters.
import assert from "node:assert/strict";
import { test } from "node:test";
import { linkForFirstOwner } from "../../src/operations/operators/people.ts";
import { totpAt, totpStep } from "../../src/ports/totp.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Answer, type Json, startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const page = { "x-giao-page": "1" };
type Headers = Readonly<Record<string, string>>;
const PASSWORD = "lotus pond at dawn";

const post = (path: string, body: object, headers: Headers = {}): Promise<Answer> =>
  giao.call("POST", path, { headers: { ...page, ...headers }, body });
const cookieOf = (answer: Answer): Headers => {
  assertOk(answer);
  return { ...page, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
};
const signIn = (email: string, more: object = {}): Promise<Answer> =>
  post("/console/v1/session", { email, password: PASSWORD, ...more });
const as = (headers: Headers, method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
const tokenOf = (link: string): string => new URL(link).hash.slice(1);

async function member(email: string, role: string, owner: Headers, cities?: readonly string[]): Promise<Headers> {
  const invited = await as(owner, "POST", "/people", { email, name: email.split("@")[0], role, cities });
  assertOk(invited);
  return cookieOf(await post("/console/v1/join", { token: tokenOf(invited.body.link), password: PASSWORD }));
}

// The app's code, of a step that was not used: a code is good once.
let ahead = -1;
const code = (secret: string): string => {
  const bits = [...secret].map((one) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return totpAt(key, totpStep(giao.house.clock.trueTime.now()) + ahead++);
};

let owner: Headers = {};

test("the first owner comes by a link that is good once, while there is none", async () => {
  const first = await linkForFirstOwner(giao.house);
  const second = await linkForFirstOwner(giao.house);
  assert.ok(first && second);
  const look = await post("/console/v1/invitation", { token: first.token });
  assert.deepEqual([look.body.email, look.body.role], ["", "owner"]);
  const join = (more: object) => post("/console/v1/join", { token: first.token, password: PASSWORD, ...more });
  const mai = { email: " Mai@Giao.example ", name: "Mai" };
  const faults = [
    [{ name: "Mai" }, "email"],
    [{ email: "mai@giao.example" }, "name"],
    [{ ...mai, password: "short" }, "password"],
    [{ ...mai, password: "Password2026!!" }, "password"],
  ] as const;
  for (const [body, field] of faults) {
    const refused = await join(body);
    assertRefused(refused, 400, "INVALID_DATA");
    assert.equal(refused.body.field, field);
  }
  const joined = await Promise.all([join(mai), join(mai)]);
  assert.deepEqual(joined.map(({ status }) => status).sort(), [200, 404]);
  owner = cookieOf(joined.find(({ status }) => status === 200)!);
  assertRefused(await post("/console/v1/join", { token: second.token, password: PASSWORD, ...mai }), 404, "NOT_FOUND");
  assert.equal(await linkForFirstOwner(giao.house), undefined);
  const { session } = (await giao.call("GET", "/console/v1/session", { headers: owner })).body;
  assert.deepEqual([session.name, session.email, session.role], ["Mai", "mai@giao.example", "owner"]);
  assert.ok(session.rights.includes("people") && session.rights.includes("self"));
});

test("somebody invited has their role and cities, which change with the next call; the only owner stays one", async () => {
  const lan = await member("lan@giao.example", "dispatcher", owner, ["HAN"]);
  assertRefused(await as(lan, "GET", "/money"), 403, "ROLE_NOT_ALLOWED");
  assert.deepEqual((await as(lan, "GET", "/cities")).body.cities.length, 1);
  const listed = async (email: string): Promise<Json> =>
    (await as(owner, "GET", "/people")).body.people.find((one: Json) => one.email === email);
  const { id, sessions, created_by } = await listed("lan@giao.example");
  assert.deepEqual([sessions, created_by], [1, "Mai"]);
  assertOk(await as(owner, "PATCH", `/people/${id}`, { role: "finance", cities: [] }));
  assertOk(await as(lan, "GET", "/money"));
  assertRefused(
    await as(owner, "POST", "/people", { email: "lan@giao.example", name: "L", role: "viewer" }),
    409,
    "PERSON_EXISTED",
  );
  assertRefused(await as(owner, "PATCH", `/people/${id}`, { role: "owner", cities: ["HAN"] }), 400, "INVALID_DATA");
  const mai = await listed("mai@giao.example");
  assertRefused(await as(owner, "PATCH", `/people/${mai.id}`, { role: "viewer" }), 409, "LAST_OWNER");
  assertRefused(await as(owner, "PATCH", `/people/${mai.id}`, { disabled: true }), 409, "LAST_OWNER");

  assertOk(await as(owner, "DELETE", `/people/${id}/sessions`));
  assertRefused(await as(lan, "GET", "/orders"), 401, "NOT_AUTHORIZED");
  assertOk(await signIn("LAN@giao.example"));
  assertOk(await as(owner, "PATCH", `/people/${id}`, { disabled: true }));
  assertRefused(await signIn("lan@giao.example"), 401, "NOT_AUTHORIZED");
  assertOk(await as(owner, "PATCH", `/people/${id}`, { disabled: false }));
  const back = cookieOf(await signIn("lan@giao.example"));

  // A lost password: a new link, once, and every browser is signed out.
  const { link } = (await as(owner, "POST", `/people/${id}/link`)).body;
  const renewed = await post("/console/v1/join", { token: tokenOf(link), password: "another pond at dusk" });
  assertOk(renewed);
  assertRefused(await as(back, "GET", "/orders"), 401, "NOT_AUTHORIZED");
  assertRefused(await signIn("lan@giao.example"), 401, "NOT_AUTHORIZED");
  assertOk(await signIn("lan@giao.example", { password: "another pond at dusk" }));
  const invited = (await as(owner, "POST", "/people", { email: "x@giao.example", name: "X", role: "viewer" })).body;
  assertOk(await as(owner, "DELETE", `/people/invitations/${invited.id}`));
  assertRefused(await post("/console/v1/invitation", { token: tokenOf(invited.link) }), 404, "NOT_FOUND");
});

test("an app's code is asked for and good once, a recovery code too; what is kept of them opens nothing", async () => {
  const hoa = await member("hoa@giao.example", "support", owner);
  const begun = await as(hoa, "POST", "/me/totp");
  assertOk(begun);
  const { secret, uri } = begun.body;
  assert.equal(uri, `otpauth://totp/Giao:hoa%40giao.example?secret=${secret}&issuer=Giao`);
  assertRefused(await as(hoa, "POST", "/me/totp/confirm", { code: "000000" }), 401, "INVALID_CODE");
  assertOk(await signIn("hoa@giao.example"));
  const confirmed = await as(hoa, "POST", "/me/totp/confirm", { code: code(secret) });
  assertOk(confirmed);
  const codes: readonly string[] = confirmed.body.recovery_codes;
  assert.equal(new Set(codes).size, 10);

  assertRefused(await signIn("hoa@giao.example"), 401, "CODE_REQUIRED");
  const now = code(secret);
  assertOk(await signIn("hoa@giao.example", { code: now }));
  assertRefused(await signIn("hoa@giao.example", { code: now }), 401, "INVALID_CODE");
  assertOk(await signIn("hoa@giao.example", { code: codes[0]?.toUpperCase() }));
  assertRefused(await signIn("hoa@giao.example", { code: codes[0] }), 401, "INVALID_CODE");
  const self = (await as(hoa, "GET", "/me")).body;
  assert.deepEqual([self.totp, self.recovery_codes_left, self.sessions.length], [true, 9, 4]);

  const kept = await giao.house.db<{ row: string }>`
    select t::text as row from operators as t
    union all select t::text from operator_recovery_codes as t
    union all select t::text from operator_invites as t`;
  const all = kept.map(({ row }) => row).join("\n");
  for (const shown of [secret, PASSWORD, ...codes.map((one) => one.replace("-", ""))]) assert.ok(!all.includes(shown));
  assert.match(all, /scrypt\$32768\$8\$3\$/);
  assert.match(all, /sealed:/);

  const [there] = self.sessions.filter((one: Json) => !one.here);
  assertOk(await as(hoa, "DELETE", `/me/sessions/${there.id}`));
  assertRefused(await as(hoa, "DELETE", `/me/sessions/${there.id}`), 404, "NOT_FOUND");
  const weak = { password: PASSWORD, new_password: "123456789012" };
  assertRefused(await as(hoa, "POST", "/me/password", weak), 400, "INVALID_DATA");
  assertOk(await as(hoa, "POST", "/me/password", { password: PASSWORD, new_password: "a quiet lane by the sea" }));
  assert.equal((await as(hoa, "GET", "/me")).body.sessions.length, 1);
  assertOk(await as(hoa, "POST", "/me/recovery-codes"));
  assertOk(await as(hoa, "DELETE", "/me/totp"));
  assertOk(await signIn("hoa@giao.example", { password: "a quiet lane by the sea" }));
});

test("money, keys and people are asked for again after five minutes; reading is not, and keys are not", async () => {
  const an = await member("an@giao.example", "finance", owner);
  const pay = (reference: string) =>
    as(an, "POST", "/accounts/84900000001/top-ups", { amount: 1_000, wallet: "main", reference });
  assertOk(await pay("fresh"));
  await giao.house.db`update web_sessions set proved_at = proved_at - interval '6 minutes'`;
  assertRefused(await pay("stale"), 403, "PROOF_REQUIRED");
  assertOk(await as(an, "GET", "/money"));
  assertRefused(await as(owner, "POST", "/keys", { name: "k", role: "viewer" }), 403, "PROOF_REQUIRED");
  assertRefused(await as(an, "POST", "/me/totp"), 403, "PROOF_REQUIRED");
  assertRefused(await as(an, "POST", "/me/proof", { password: "wrong" }), 401, "NOT_AUTHORIZED");
  assertOk(await as(an, "POST", "/me/proof", { password: PASSWORD }));
  assertOk(await pay("proved"));
  assertOk(await as(owner, "POST", "/me/proof", { password: PASSWORD }));
  const { key } = (await as(owner, "POST", "/keys", { name: "k", role: "owner" })).body;
  const byKey = { "x-operator-key": key };
  assertOk(
    await as(byKey, "POST", "/accounts/84900000001/top-ups", { amount: 1_000, wallet: "main", reference: "key" }),
  );
  assertRefused(await as(byKey, "GET", "/me"), 403, "PERSON_NEEDED");
});

test("wrong passwords slow down whoever tries, whether the e-mail is somebody's or not, and never for ever", async () => {
  await member("slow@giao.example", "viewer", owner);
  for (const email of ["slow@giao.example", "nobody@giao.example"]) {
    const statuses: number[] = [];
    let last: Answer | undefined;
    for (let tries = 0; tries < 7; tries++) {
      last = await signIn(email, { password: "a wrong guess!" });
      statuses.push(last.status);
    }
    assert.deepEqual([statuses[0], statuses.at(-1)], [401, 429], email);
    assert.ok(Number(last?.headers.get("retry-after")) > 0);
  }
  assertRefused(await signIn("slow@giao.example"), 429, "TOO_MANY_REQUESTS");
  await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 901 } });
  assertOk(await signIn("slow@giao.example"));
});

test("the operator key and its sessions work as before, and the log names who stands behind each row", async () => {
  const opened = await post("/console/v1/session", { operator_key: "sandbox-operator-key", name: "Lan" });
  const { session } = opened.body;
  assert.deepEqual([session.name, session.role, session.email], ["Lan", "owner", ""]);
  assert.ok(!session.rights.includes("self"));
  assertOk(await as(cookieOf(opened), "PUT", "/promos/PEOPLE1", { type: "FLAT", value: 1_000 }));
  assertOk(await as(owner, "PUT", "/promos/PEOPLE2", { type: "FLAT", value: 1_000 }));
  const { entries } = (await as(owner, "GET", "/audit?call=savePromo")).body;
  assert.deepEqual(
    entries.map((one: Json) => [one.operator, one.by]),
    [
      ["Mai", "person"],
      ["Lan", "owner_key"],
    ],
  );
});
