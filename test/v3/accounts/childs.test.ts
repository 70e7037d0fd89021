import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withdraw } from "../../../src/domain/ledger/account-journals.ts";
import { isRefusal } from "../../../src/domain/refusal.ts";
import { postJournal } from "../../../src/store/ledger/journals.ts";
import { assertOk, assertRefused } from "../../harness/expect.ts";
import { startGiao } from "../../harness/giao.ts";

const giao = await startGiao();
const other = await giao.call("POST", "/operator/v1/partners", {
  operator: true,
  body: { id: "other", name: "Other" },
});
const strangerToken = await giao.register("84955009999", other.body.api_key);
const parent = await giao.register("84955000001");

const invite = (token: string | undefined, child_id: unknown) =>
  giao.call("POST", "/v3/accounts/childs", { ...(token === undefined ? {} : { token }), body: { child_id } });
const activate = (token: string, child: string, activation_code: unknown) =>
  giao.call("POST", `/v3/accounts/childs/${child}/activate`, { token, body: { activation_code } });
const remove = (token: string, child: string) => giao.call("DELETE", `/v3/accounts/childs/${child}`, { token });
const list = (token: string) => giao.call("GET", "/v3/accounts/childs", { token });

async function codeFor(phone: string): Promise<string> {
  const messages = await giao.call("GET", `/operator/v1/sms?to=${phone}`, { operator: true });
  assertOk(messages);
  assert.ok(messages.body[0].text.includes(messages.body[0].code));
  return messages.body[0].code;
}

async function adopt(token: string, phone: string): Promise<void> {
  assertOk(await invite(token, phone));
  assertOk(await activate(token, phone, await codeFor(phone)));
}

describe("the life of a child account", () => {
  test("invited, activated, listed, removed", async () => {
    await giao.register("84955000011");
    assertOk(await invite(parent, "0955000011"));
    assert.deepEqual((await list(parent)).body, []);
    const activated = await activate(parent, "84955000011", await codeFor("84955000011"));
    assertOk(activated);
    assert.equal(activated.body._id, "84955000011");
    assert.equal(activated.body.parent_id, "84955000001");
    assert.equal(activated.body.account_status, "ACTIVATED");
    assert.deepEqual((await list(parent)).body, [activated.body]);
    const removed = await remove(parent, "84955000011");
    assertOk(removed);
    assert.deepEqual(removed.body, { status: "success" });
    assert.deepEqual((await list(parent)).body, []);
  });
});

describe("POST /v3/accounts/childs", () => {
  test("refuses in the order of D21", async () => {
    const child = await giao.register("84955000021");
    await adopt(parent, "84955000021");
    assertRefused(await invite(undefined, "x"), 401, "NOT_AUTHORIZED");
    // A child with a bad phone: who may ask comes before what is asked.
    assertRefused(await invite(child, "x"), 401, "NOT_AUTHORIZED");
    for (const bad of [undefined, null, 84955000022, "", "02838221234"]) {
      assertRefused(await invite(parent, bad), 406, "INVALID_PHONE_NUMBER");
    }
    assertRefused(await invite(parent, "84955008888"), 404, "NOT_FOUND");
    assertRefused(await invite(parent, "84955009999"), 406, "ACCOUNT_NOT_SAME_PARTNER");
    assertRefused(await invite(parent, "84955000021"), 409, "PARENT_ACCOUNT_EXISTED");
    assertRefused(await invite(parent, "84955000001"), 409, "PARENT_ACCOUNT_EXISTED");
  });

  test("another partner's account that has a parent is first of all another partner's", async () => {
    await giao.register("84955009998", other.body.api_key);
    await adopt(strangerToken, "84955009998");
    assertRefused(await invite(parent, "84955009998"), 406, "ACCOUNT_NOT_SAME_PARTNER");
  });

  test("an account with children of its own cannot become a child", async () => {
    const grandparent = await giao.register("84955000031");
    assertRefused(await invite(grandparent, "84955000001"), 409, "PARENT_ACCOUNT_EXISTED");
  });
});

describe("POST /v3/accounts/childs/<child_id>/activate", () => {
  test("refuses in the order of D21", async () => {
    const child = await giao.register("84955000041");
    await adopt(parent, "84955000041");
    await giao.register("84955000042");
    assertRefused(await activate("rubbish", "84955000042", "1"), 401, "NOT_AUTHORIZED");
    assertRefused(await activate(child, "nobody", "1"), 401, "NOT_AUTHORIZED");
    assertRefused(await activate(parent, "84955008888", "1"), 404, "NOT_FOUND");
    assertRefused(await activate(parent, "not-a-phone", "1"), 404, "NOT_FOUND");
    assertRefused(await activate(parent, "84955009999", "1"), 404, "NOT_FOUND");
    // Taken, and the code is wrong as well.
    assertRefused(await activate(parent, "84955000041", "1"), 409, "PARENT_ACCOUNT_EXISTED");
    assertRefused(await activate(parent, "84955000042", "1"), 406, "INVALID_ACTIVATION_CODE");
    assertRefused(await activate(parent, "84955000042", undefined), 406, "INVALID_ACTIVATION_CODE");
    assertRefused(await activate(parent, "84955000042", 123456), 406, "INVALID_ACTIVATION_CODE");
  });

  test("five wrong codes use the right one up", async () => {
    await giao.register("84955000051");
    assertOk(await invite(parent, "84955000051"));
    const code = await codeFor("84955000051");
    const wrong = code === "000000" ? "000001" : "000000";
    for (let i = 0; i < 5; i++)
      assertRefused(await activate(parent, "84955000051", wrong), 406, "INVALID_ACTIVATION_CODE");
    assertRefused(await activate(parent, "84955000051", code), 406, "INVALID_ACTIVATION_CODE");
    assertOk(await invite(parent, "84955000051"));
    assertOk(await activate(parent, "84955000051", await codeFor("84955000051")));
  });

  test("many guesses at once are still only five", async () => {
    await giao.register("84955000052");
    assertOk(await invite(parent, "84955000052"));
    const code = await codeFor("84955000052");
    const guesses = Array.from({ length: 20 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, "0"));
    await Promise.all(guesses.map((guess) => activate(parent, "84955000052", guess)));
    assertRefused(await activate(parent, "84955000052", code), 406, "INVALID_ACTIVATION_CODE");
  });

  test("asking again voids the old code", async () => {
    await giao.register("84955000053");
    assertOk(await invite(parent, "84955000053"));
    const first = await codeFor("84955000053");
    assertOk(await invite(parent, "84955000053"));
    const second = await codeFor("84955000053");
    if (first !== second) assertRefused(await activate(parent, "84955000053", first), 406, "INVALID_ACTIVATION_CODE");
    assertOk(await activate(parent, "84955000053", second));
  });

  test("another parent's code is none of mine", async () => {
    const second = await giao.register("84955000054");
    await giao.register("84955000055");
    assertOk(await invite(parent, "84955000055"));
    assertRefused(await activate(second, "84955000055", await codeFor("84955000055")), 406, "INVALID_ACTIVATION_CODE");
  });

  test("of two activations at once one wins", async () => {
    const second = await giao.register("84955000061");
    await giao.register("84955000062");
    assertOk(await invite(parent, "84955000062"));
    const mine = await codeFor("84955000062");
    assertOk(await invite(second, "84955000062"));
    const theirs = await codeFor("84955000062");
    const answers = await Promise.all([
      activate(parent, "84955000062", mine),
      activate(parent, "84955000062", mine),
      activate(second, "84955000062", theirs),
    ]);
    assert.equal(
      answers.filter((answer) => answer.status === 200).length,
      1,
      JSON.stringify(answers.map((a) => a.body)),
    );
  });

  test("two accounts adopting each other at once end as one parent and one child", async () => {
    const [a, b] = [await giao.register("84955000071"), await giao.register("84955000072")];
    assertOk(await invite(a, "84955000072"));
    assertOk(await invite(b, "84955000071"));
    const [codeOfB, codeOfA] = [await codeFor("84955000072"), await codeFor("84955000071")];
    const answers = await Promise.all([activate(a, "84955000072", codeOfB), activate(b, "84955000071", codeOfA)]);
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
  });
});

describe("GET /v3/accounts/childs", () => {
  test("a child cannot list children, a stranger sees none of ours", async () => {
    const child = await giao.register("84955000081");
    await adopt(parent, "84955000081");
    assertRefused(await list(child), 401, "NOT_AUTHORIZED");
    assert.ok((await list(strangerToken)).body.every((account: { partner: string }) => account.partner === "other"));
  });
});

describe("DELETE /v3/accounts/childs/<child_id>", () => {
  test("refuses in the order of D21", async () => {
    const child = await giao.register("84955000091");
    await adopt(parent, "84955000091");
    assertRefused(await remove("rubbish", "x"), 401, "NOT_AUTHORIZED");
    assertRefused(await remove(child, "x"), 401, "NOT_AUTHORIZED");
    assertRefused(await remove(parent, "x"), 406, "INVALID_PHONE_NUMBER");
    assertRefused(await remove(parent, "84955008888"), 404, "NOT_FOUND");
    assertRefused(await remove(parent, "84955009999"), 404, "NOT_FOUND");
    assertRefused(await remove(strangerToken, "84955000091"), 404, "NOT_FOUND");
  });

  test("money on the child's account forbids it, until the account is empty", async () => {
    await giao.register("84955000092");
    await adopt(parent, "84955000092");
    const topUp = { amount: 5_000, wallet: "main", reference: "r" };
    assertOk(await giao.call("POST", "/operator/v1/accounts/84955000092/top-ups", { operator: true, body: topUp }));
    assertRefused(await remove(parent, "84955000092"), 402, "NOT_ALLOWED");
    const paidOut = withdraw({ of: "user", phone: "84955000092", pocket: "main" }, 5_000, topUp);
    assert.ok(!isRefusal(paidOut));
    await postJournal(giao.house.db, paidOut, giao.house.clock.now());
    assertOk(await remove(parent, "84955000092"));
  });

  // Last in the file: it moves the clock for everybody.
  test("a code is good for fifteen minutes", async () => {
    await giao.register("84955000099");
    assertOk(await invite(parent, "84955000099"));
    const code = await codeFor("84955000099");
    await giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds: 15 * 60 } });
    assertRefused(await activate(parent, "84955000099", code), 406, "INVALID_ACTIVATION_CODE");
  });
});
