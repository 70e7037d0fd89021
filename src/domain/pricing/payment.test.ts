import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRefusal } from "../refusal.ts";
import { adjustPayment, splitPayment, type UserWallet } from "./payment.ts";

const splits = [
  ["CASH", 27_000, { main: 0, bonus: 0, creditLimit: 0 }, [27_000, 0, 0, 0]],
  ["CASH_BY_RECIPIENT", 27_000, { main: 99_000, bonus: 99_000, creditLimit: 0 }, [27_000, 0, 0, 0]],
  ["BALANCE", 27_000, { main: 27_000, bonus: 0, creditLimit: 0 }, [0, 27_000, 27_000, 0]],
  ["BALANCE", 27_000, { main: 20_000, bonus: 7_000, creditLimit: 0 }, [0, 27_000, 20_000, 7_000]],
  ["BALANCE", 27_000, { main: 0, bonus: 30_000, creditLimit: 0 }, [0, 27_000, 0, 27_000]],
  ["BALANCE", 27_000, { main: -5_000, bonus: 27_000, creditLimit: 0 }, [0, 27_000, 0, 27_000]],
  ["BALANCE", 27_000, { main: -10_000, bonus: 0, creditLimit: 37_000 }, [0, 27_000, 27_000, 0]],
  ["BALANCE", 27_000, { main: -10_001, bonus: 0, creditLimit: 37_000 }, /credit limit of 37000/],
  ["BALANCE", 27_000, { main: 19_999, bonus: 7_000, creditLimit: 0 }, /not a credit account/],
] as const;

for (const [method, total, wallet, expected] of splits) {
  test(`${total} by ${method} from ${JSON.stringify(wallet)}`, () => {
    const answer = splitPayment(method, total, wallet);
    if (expected instanceof RegExp) {
      assert.ok(isRefusal(answer));
      assert.equal(answer.refused, "NOT_ENOUGH_CREDIT");
      assert.match(answer.why, expected);
      return;
    }
    assert.ok(!isRefusal(answer));
    assert.deepEqual([answer.totalPay, answer.onlinePay, answer.fromMain, answer.fromBonus], [...expected]);
  });
}

const edits = [
  ["the same price changes nothing", 27_000, { main: 0, bonus: 50_000, creditLimit: 0 }, [0, 27_000, 20_000, 7_000]],
  ["a dong more is taken as at create", 27_001, { main: 0, bonus: 1, creditLimit: 0 }, [0, 27_001, 20_000, 7_001]],
  ["a dong more that is not there is refused", 27_001, { main: 0, bonus: 0, creditLimit: 0 }, /holds 0/],
  ["a dong more on credit", 27_001, { main: 0, bonus: 0, creditLimit: 1 }, [0, 27_001, 20_001, 7_000]],
  ["a dong more than the credit", 27_001, { main: -1, bonus: 0, creditLimit: 1 }, /credit limit of 1/],
  ["less gives back main money first", 7_001, { main: 0, bonus: 0, creditLimit: 0 }, [0, 7_001, 1, 7_000]],
  ["and then bonus money", 6_999, { main: 0, bonus: 0, creditLimit: 0 }, [0, 6_999, 0, 6_999]],
] as const;

for (const [name, total, wallet, expected] of edits) {
  test(`an order held at 27,000, 7,000 of it bonus, is edited: ${name}`, () => {
    const before = { totalPay: 0, onlinePay: 27_000, fromMain: 20_000, fromBonus: 7_000 };
    const answer = adjustPayment("BALANCE", before, total, wallet);
    if (expected instanceof RegExp) return assert.match(isRefusal(answer) ? answer.why : "not refused", expected);
    assert.ok(!isRefusal(answer));
    assert.deepEqual([answer.totalPay, answer.onlinePay, answer.fromMain, answer.fromBonus], [...expected]);
  });
}

test("an account below zero pays nothing out of main, but not one dong", () => {
  const owing = { main: -5, bonus: 100, creditLimit: 0 };
  assert.ok(!isRefusal(splitPayment("BALANCE", 100, owing)));
  assert.ok(isRefusal(splitPayment("BALANCE", 101, owing)));
});

const anyAmount = fc.integer({ min: 0, max: 1_000_000 });

test("after any edit the pockets still add up, and bonus money is never given back while main money could be", () => {
  fc.assert(
    fc.property(anyAmount, anyAmount, anyAmount, anyAmount, (bonus, main, firstTotal, nextTotal) => {
      const wallet: UserWallet = { main, bonus, creditLimit: 0 };
      const before = splitPayment("BALANCE", firstTotal, wallet);
      fc.pre(!isRefusal(before));
      const left: UserWallet = { main: main - before.fromMain, bonus: bonus - before.fromBonus, creditLimit: 0 };
      const after = adjustPayment("BALANCE", before, nextTotal, left);
      // The same money pays the same total whether it is asked for at once or in two steps.
      assert.equal(isRefusal(after), isRefusal(splitPayment("BALANCE", nextTotal, wallet)));
      if (isRefusal(after)) return;
      assert.equal(after.fromMain + after.fromBonus, nextTotal);
      assert.ok(after.fromMain >= 0 && after.fromBonus >= 0);
      assert.ok(after.fromBonus >= before.fromBonus || after.fromMain === 0);
    }),
  );
});

test("an edited cash order is paid in cash", () => {
  const before = { totalPay: 27_000, onlinePay: 0, fromMain: 0, fromBonus: 0 };
  const after = adjustPayment("CASH", before, 40_000, { main: 0, bonus: 0, creditLimit: 0 });
  assert.deepEqual(after, { ...before, totalPay: 40_000 });
});
