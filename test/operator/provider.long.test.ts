// The operator's people sign in at a provider: a real one, and one that answers what it should not.
import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import { after, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Answer, type Giao, type Json, startGiao } from "../harness/giao.ts";
import { CLIENT, listen, openProviderBrowser, startIdentityProvider, stop } from "../harness/identity-provider.ts";
import { until } from "../harness/until.ts";

const PAGE = { "x-giao-page": "console" };
const HOME = "http://giao.test/console/provider";
const provider = await startIdentityProvider(HOME);
after(provider.close);
const SETTINGS = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_ROLES: "admins=owner,hanoi=dispatcher:HAN,moon=dispatcher:MOON,books=finance",
};
const giao = await startGiao(SETTINGS);
type Server = Pick<Giao, "call">;

const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
async function begin(at: Server = giao, again = false) {
  const begun = await at.call("POST", "/console/v1/provider", { headers: PAGE, body: { again } });
  assertOk(begun);
  return { url: begun.body.url as string, cookie: cookiesOf(begun) };
}
const finish = (query: string, cookie: string, at: Server = giao) =>
  at.call("POST", "/console/v1/provider/session", { headers: { ...PAGE, cookie }, body: { query } });

const browsers = new Map<string, ReturnType<typeof openProviderBrowser>>();
async function signIn(name: string, again = false): Promise<Answer> {
  const browser = browsers.get(name) ?? openProviderBrowser(provider.issuer);
  browsers.set(name, browser);
  const { url, cookie } = await begin(giao, again);
  const back = await browser.signIn(url, name);
  assert.equal(back.origin + back.pathname, HOME);
  return finish(back.search.slice(1), cookie);
}
const operator = (method: string, path: string, body?: unknown) =>
  giao.call(method, `/operator/v1${path}`, { operator: true, ...(body === undefined ? {} : { body }) });
const as = (signedIn: Answer, method: string, path: string, body?: unknown) => {
  assertOk(signedIn);
  const headers = { ...PAGE, cookie: cookiesOf(signedIn) };
  return giao.call(method, `/operator/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
};
const personOf = async (email: string): Promise<Json> =>
  (await operator("GET", "/people")).body.people.find((one: Json) => one.email === email);
const lan = (roles: unknown) => ({ email: "Lan@giao.example", email_verified: true, name: "Lan", roles });

test("who comes for the first time becomes a person, and their role follows the claim", async () => {
  provider.people.set("lan", lan(["staff", "hanoi"]));
  const first = await signIn("lan");
  assertOk(first);
  const { role, cities, email, name, provider: isOfProvider } = first.body.session;
  assert.deepEqual([role, cities, email, name, isOfProvider], ["dispatcher", ["HAN"], "lan@giao.example", "Lan", true]);
  const made = await personOf("lan@giao.example");
  assert.deepEqual([made.created_by, made.provider, made.sessions], ["provider", true, 1]);
  const entry = await until("the sign-in is noted", async () => {
    const { entries } = (await operator("GET", "/audit?call=finishProviderSignIn")).body;
    return entries[0]?.outcome === 200 && entries[0];
  });
  assert.deepEqual([entry.operator, entry.by, entry.by_id], ["Lan", "person", made.id]);

  provider.people.set("lan", lan("admins"));
  const second = await signIn("lan");
  assert.deepEqual([second.body.session.role, second.body.session.cities], ["owner", []]);
  // Read with every call: the browser of before has the new role as well.
  assertOk(await as(first, "GET", "/people"));
  assert.equal((await personOf("lan@giao.example")).id, made.id);

  provider.people.set("lan", lan(["staff"]));
  assertRefused(await signIn("lan"), 403, "NO_ROLE");
  assertRefused(await as(first, "GET", "/orders"), 401, "NOT_AUTHORIZED");
  assertRefused(await as(second, "GET", "/orders"), 401, "NOT_AUTHORIZED");
});

test("who has no role is refused and becomes nobody, whatever the provider calls the claim", async () => {
  for (const roles of [undefined, [], ["owner"], "moon"]) {
    provider.people.set("tai", { email: "tai@giao.example", email_verified: true, name: "Tài", roles });
    assertRefused(await signIn("tai"), 403, "NO_ROLE");
  }
  assert.equal(await personOf("tai@giao.example"), undefined);
  provider.people.set("tai", { name: "Tài", roles: "books" });
  assertRefused(await signIn("tai"), 401, "SIGN_IN_FAILED");
  provider.people.set("tai", { email: "tai@giao.example", email_verified: false, roles: "books" });
  assertRefused(await signIn("tai"), 401, "SIGN_IN_FAILED");
});

test("keeping somebody out holds at the provider's door too", async () => {
  provider.people.set("binh", { email: "binh@giao.example", name: "Bình", roles: "admins" });
  const signedIn = await signIn("binh");
  assertOk(await as(signedIn, "GET", "/orders"));
  const { id } = await personOf("binh@giao.example");
  assertOk(await operator("PATCH", `/people/${id}`, { disabled: true }));
  assertRefused(await as(signedIn, "GET", "/orders"), 401, "NOT_AUTHORIZED");
  assertRefused(await signIn("binh"), 401, "NOT_AUTHORIZED");
  assertOk(await operator("PATCH", `/people/${id}`, { disabled: false }));
  assertOk(await signIn("binh"));
});

test("what matters is asked for again, and signing in at the provider once more is the answer", async () => {
  provider.people.set("mai", { email: "mai@giao.example", name: "Mai", roles: "admins" });
  await signIn("mai");
  // The provider knows the browser and asks nothing: nobody proved anything just now.
  const second = await signIn("mai");
  assertRefused(await as(second, "POST", "/keys", { name: "A key", role: "viewer" }), 403, "PROOF_REQUIRED");
  assertRefused(await as(second, "POST", "/me/proof", { password: "" }), 401, "NOT_AUTHORIZED");
  const proved = await signIn("mai", true);
  assertOk(await as(proved, "POST", "/keys", { name: "A key", role: "viewer" }));
  await giao.house.db`update web_sessions set proved_at = proved_at - interval '6 minutes'`;
  assertRefused(await as(proved, "POST", "/keys", { name: "A key", role: "viewer" }), 403, "PROOF_REQUIRED");
});

test("somebody with a password is known by a verified e-mail, and signs in at the provider from then on", async () => {
  const invited = await operator("POST", "/people", { email: "hoa@giao.example", name: "Hoa", role: "viewer" });
  const token = new URL(invited.body.link).hash.slice(1);
  const password = "lotus pond at dawn";
  const join = (given: string) =>
    giao.call("POST", "/console/v1/join", { headers: PAGE, body: { token: given, password } });
  assertOk(await join(token));
  const byPassword = () =>
    giao.call("POST", "/console/v1/session", { headers: PAGE, body: { email: "hoa@giao.example", password } });
  assertOk(await byPassword());
  provider.people.set("hoa", { email: "hoa@giao.example", roles: "books" });
  assertRefused(await signIn("hoa"), 409, "PERSON_EXISTED");
  provider.people.set("hoa", { email: "hoa@giao.example", email_verified: true, roles: "books" });
  const signedIn = await signIn("hoa");
  assert.equal(signedIn.body.session.role, "finance");
  assertRefused(await byPassword(), 401, "NOT_AUTHORIZED");
  // Somebody else there with her address is not her.
  provider.people.set("not hoa", { email: "hoa@giao.example", email_verified: true, roles: "admins" });
  assertRefused(await signIn("not hoa"), 409, "PERSON_EXISTED");
  // An owner may give her a password again.
  const { id } = await personOf("hoa@giao.example");
  const link = await operator("POST", `/people/${id}/link`);
  assertOk(await join(new URL(link.body.link).hash.slice(1)));
  assertOk(await byPassword());
  assert.equal((await personOf("hoa@giao.example")).provider, false);
});

test("an answer is good once, in the browser that asked for it", async () => {
  provider.people.set("an", { email: "an@giao.example", roles: "books" });
  const mine = await begin();
  const others = await begin();
  const back = await openProviderBrowser(provider.issuer).signIn(mine.url, "an");
  const query = back.search.slice(1);
  for (const cookie of ["", others.cookie, "giao_provider=rubbish"])
    assertRefused(await finish(query, cookie), 401, "SIGN_IN_FAILED");
  const changed = new URLSearchParams(query);
  changed.set("state", "0".repeat(64));
  assertRefused(await finish(changed.toString(), mine.cookie), 401, "SIGN_IN_FAILED");
  assertRefused(await finish("error=access_denied&state=x", mine.cookie), 401, "SIGN_IN_FAILED");
  const signedIn = await finish(query, mine.cookie);
  assertOk(signedIn);
  assert.match(signedIn.headers.getSetCookie().join("\n"), /giao_provider=; Path=\/console\/v1; Max-Age=0/);
  assertRefused(await finish(query, mine.cookie), 401, "SIGN_IN_FAILED");
  const foreign = await giao.call("POST", "/console/v1/provider", { body: {} });
  assertRefused(foreign, 401, "NOT_AUTHORIZED");
  assert.match(mine.cookie, /^giao_provider=/);
  // Where people are sent back is ours to say and nobody else's.
  assert.equal(new URL(mine.url).searchParams.get("redirect_uri"), HOME);
  assert.equal(new URL(mine.url).searchParams.get("code_challenge_method"), "S256");
});

// A provider that can be told to lie.
const { privateKey, publicKey } = await generateKeyPair("RS256");
const stranger = await generateKeyPair("RS256");
type Lie = {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: typeof privateKey;
  readonly answers?: (path: string, response: ServerResponse) => boolean;
};
let lie: Lie = {};
let nonce = "";
const crooked = createServer(async (request, response) => {
  const path = new URL(request.url ?? "/", issuer).pathname;
  if (lie.answers?.(path, response)) return;
  const send = (body: object): void => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  };
  if (path === "/.well-known/openid-configuration")
    return send({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    });
  if (path === "/keys") return send({ keys: [{ ...(await exportJWK(publicKey)), alg: "RS256", kid: "one" }] });
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...{ iss: issuer, sub: "vy", aud: CLIENT.id, iat: now, exp: now + 60, nonce },
    ...{ email: "vy@giao.example", roles: ["books"], ...lie.claims },
  };
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(lie.key ?? privateKey);
  send({ access_token: "any", token_type: "bearer", id_token: token });
});
const issuer = await listen(crooked);
after(() => stop(crooked));
const elsewhere = await giao.replica({ env: { OIDC_ISSUER: issuer } });

async function signInCrooked(told: Lie): Promise<Answer> {
  lie = {};
  const { url, cookie } = await begin(elsewhere);
  const asked = new URL(url).searchParams;
  nonce = asked.get("nonce") ?? "";
  lie = told;
  return finish(`code=any&state=${asked.get("state")}`, cookie, elsewhere);
}

const long = Math.floor(Date.now() / 1000) - 3_600;
const LIES: Readonly<Record<string, Lie>> = {
  "another nonce": { claims: { nonce: "0".repeat(64) } },
  "no nonce": { claims: { nonce: undefined } },
  "another audience": { claims: { aud: "somebody-else" } },
  "several audiences": { claims: { aud: [CLIENT.id, "somebody-else"], azp: "somebody-else" } },
  "another issuer": { claims: { iss: "https://elsewhere.example" } },
  "an ID token that has run out": { claims: { iat: long, exp: long + 60 } },
  "a stranger's signature": { key: stranger.privateKey },
  "no subject": { claims: { sub: undefined } },
};

test("what a provider should not answer is refused, and nobody is made of it", async () => {
  for (const [name, told] of Object.entries(LIES)) {
    const answer = await signInCrooked(told);
    assert.deepEqual([answer.status, answer.body.code], [401, "SIGN_IN_FAILED"], `${name}: ${answer.body.description}`);
  }
  assert.equal(await personOf("vy@giao.example"), undefined);
  assertOk(await signInCrooked({}));
  assert.equal((await personOf("vy@giao.example")).role, "finance");
});

test("a provider that is away, broken or slow is told within seconds", async () => {
  const broken: Lie = {
    answers: (_path, response) => {
      response.statusCode = 502;
      response.end("bad gateway");
      return true;
    },
  };
  const startedAt = performance.now();
  assertRefused(await signInCrooked(broken), 503, "PROVIDER_AWAY");
  assertRefused(await signInCrooked({ answers: (path) => path === "/token" }), 503, "PROVIDER_AWAY");
  lie = { answers: () => true };
  const begun = await elsewhere.call("POST", "/console/v1/provider", { headers: PAGE, body: {} });
  assertRefused(begun, 503, "PROVIDER_AWAY");
  assert.ok(performance.now() - startedAt < 18_000);
  const nowhere = await giao.replica({ env: { OIDC_ISSUER: "http://127.0.0.1:9" } });
  const refused = await nowhere.call("POST", "/console/v1/provider", { headers: PAGE, body: {} });
  assertRefused(refused, 503, "PROVIDER_AWAY");
});

test("without a provider there is none", async () => {
  const without = await giao.replica({ env: { OIDC_ISSUER: "" } });
  const begun = await without.call("POST", "/console/v1/provider", { headers: PAGE, body: {} });
  assertRefused(begun, 404, "NOT_FOUND");
  assertRefused(await finish("code=x&state=y", "", without), 404, "NOT_FOUND");
});
