import assert from "node:assert/strict";
import { test } from "node:test";
import { judgePassword } from "./password.ts";

const EMAIL = "tranvan@shop.example";

for (const [password, why] of [
  ["lotus pond", "eleven characters or fewer"],
  ["x".repeat(201), "over two hundred"],
  ["password1234", "a word of leaked lists with digits behind it"],
  ["!!PASSWORD!!", "with signs around it, in capitals"],
  ["matkhau123456", "the same in Vietnamese"],
  ["anhyeuem2026!", "what people say"],
  ["correcthorsebatterystaple", "everybody's example"],
  ["aaaaaaaaaaaa", "one character"],
  ["121212121212", "few characters"],
  ["abcdefghijkl", "the alphabet"],
  ["lkjhgfdsapoi", "a keyboard's row, backwards"],
  ["123456789012", "counting"],
  ["210987654321", "counting down"],
  ["qwerty1qwerty1", "twice the same weak half"],
  ["198619861986", "digits twice over"],
  ["tranvan2026!", "one's own address with digits"],
] as const) {
  test(`${JSON.stringify(password.slice(0, 20))} is refused: ${why}`, () => {
    const refused = judgePassword(password, EMAIL);
    assert.deepEqual([refused?.refused, refused?.field], ["INVALID_DATA", "password"]);
  });
}

for (const password of [
  "lotus pond at dawn",
  "a password of my own",
  "tranvan keeps ducks",
  "9f4k-2mzq-7pxw",
  "x2x2x2Kr9!vT",
]) {
  test(`${JSON.stringify(password)} is good enough`, () => assert.equal(judgePassword(password, EMAIL), undefined));
}

test("the refusal names the field that was asked for", () => {
  assert.equal(judgePassword("short", EMAIL, "new_password")?.field, "new_password");
});
