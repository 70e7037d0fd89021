import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEMO } from "../../../src/operations/seed.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { startGiao } from "../../harness/giao.ts";

const giao = await startGiao();
const good = { api_key: DEMO.apiKey, mobile: "84944000001", name: "Shop", address: "2 Lê Lợi" };
const register = (body: unknown) => giao.call("POST", "/v3/accounts", { body });
const accounts = async () => (await giao.house.db`select phone from accounts`).length;

describe("POST /v3/accounts", () => {
  test("opens an account and signs it in", async () => {
    const answer = await register(good);
    assertOk(answer);
    assertOk(await giao.call("GET", "/v3/cities?country_id=VN", { token: answer.body.token }));
  });

  const faults: readonly (readonly [string, unknown, number, string])[] = [
    ["no body", undefined, 400, "INVALID_DATA"],
    [
      "a missing name, an unknown key, a bad phone",
      { ...good, name: undefined, api_key: "x", mobile: "x" },
      400,
      "INVALID_DATA",
    ],
    ["a name in null", { ...good, name: null }, 400, "INVALID_DATA"],
    ["a blank address", { ...good, address: "  " }, 400, "INVALID_DATA"],
    ["a name of the wrong type", { ...good, name: 5 }, 400, "INVALID_DATA"],
    ["a phone of the wrong type", { ...good, mobile: 84944000009 }, 400, "INVALID_DATA"],
    ["a name of 201 letters", { ...good, name: "a".repeat(201) }, 400, "INVALID_DATA"],
    ["a NUL in the name", { ...good, name: "a\0b" }, 400, "INVALID_DATA"],
    ["an unknown key and a bad phone", { ...good, api_key: "x", mobile: "x" }, 404, "PARTNER_NOT_FOUND"],
    ["a bad phone", { ...good, mobile: "123" }, 406, "INVALID_PHONE_NUMBER"],
    ["a phone that is taken", { ...good, mobile: "0944000001" }, 409, "ACCOUNT_EXISTED"],
  ];
  for (const [name, body, status, code] of faults) {
    test(`refuses ${name} with ${status} ${code} and saves nothing`, async () => {
      const before = await accounts();
      assertRefused(await register(body), status, code);
      assert.equal(await accounts(), before);
    });
  }

  test("a phone that another partner holds is taken too", async () => {
    const other = await giao.call("POST", "/operator/v1/partners", {
      operator: true,
      body: { id: "reg-other", name: "O" },
    });
    assertRefused(await register({ ...good, api_key: other.body.api_key }), 409, "ACCOUNT_EXISTED");
  });

  test("of many registrations of one phone at once one wins", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register({ ...good, mobile: "84944000002" })));
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
    assert.equal(answers.filter((answer) => answer.body.code === "ACCOUNT_EXISTED").length, 9);
  });

  test("SQL, HTML and emoji in a name are only text", async () => {
    const name = "'); drop table accounts; -- <script>alert(1)</script> 🛵";
    assertOk(await register({ ...good, mobile: "84944000003", name }));
    const seen = await giao.call("GET", "/operator/v1/accounts/84944000003", { operator: true });
    assert.equal(seen.body.name, name);
  });
});

describe("PUT /v3/accounts", () => {
  const update = (token: string, body: unknown) => giao.call("PUT", "/v3/accounts", { token, body });

  test("changes the name and the e-mail", async () => {
    const token = await giao.register("84944000011");
    const answer = await update(token, { name: "New name", email: "Shop@Example.com" });
    assertOk(answer);
    assert.deepEqual(answer.body, {});
    const seen = await giao.call("GET", "/operator/v1/accounts/84944000011", { operator: true });
    assert.equal(seen.body.name, "New name");
    assert.equal(seen.body.email, "Shop@Example.com");
    assertOk(await update(token, {}));
  });

  test("no token is 401 before anything is judged", async () => {
    assertRefused(await giao.call("PUT", "/v3/accounts", { body: { email: "bad" } }), 401, "NOT_AUTHORIZED");
    assertRefused(await giao.call("PUT", "/v3/accounts", { raw: "{not json" }), 401, "NOT_AUTHORIZED");
  });

  test("an e-mail that is none is 406 Not Acceptable, even when it is also another's", async () => {
    const token = await giao.register("84944000012");
    for (const email of ["no-at", "a@b", "a b@c.vn", "@c.vn", "a@b..vn", "", `${"a".repeat(300)}@b.vn`]) {
      assertRefused(await update(token, { email }), 406, "Not Acceptable");
    }
  });

  test("a name or e-mail of the wrong type is 400 INVALID_DATA, before the e-mail is judged", async () => {
    const token = await giao.register("84944000013");
    assertRefused(await update(token, { name: 5, email: "bad" }), 400, "INVALID_DATA");
    assertRefused(await update(token, { name: " ", email: "bad" }), 400, "INVALID_DATA");
  });

  test("an e-mail another account has is 409 in any case, and the name is not saved either", async () => {
    const token = await giao.register("84944000014");
    assertRefused(await update(token, { name: "Half", email: "SHOP@example.COM" }), 409, "EXISTED_EMAIL");
    const seen = await giao.call("GET", "/operator/v1/accounts/84944000014", { operator: true });
    assert.equal(seen.body.name, "Account 84944000014");
  });

  test("of two accounts taking one e-mail at once one wins", async () => {
    const tokens = [await giao.register("84944000015"), await giao.register("84944000016")];
    const answers = await Promise.all(tokens.map((token) => update(token, { email: "race@example.com" })));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
  });
});
