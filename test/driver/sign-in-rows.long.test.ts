// What strangers leave behind who try pins: rows that are forgotten, and never more than so many.
import assert from "node:assert/strict";
import { test } from "node:test";
import { strangerCounters } from "../../src/domain/drivers/sign-in.ts";
import { spendTry } from "../../src/operations/sign-ins/count-tries.ts";
import { sweepSignIns } from "../../src/operations/sign-ins/sweep-sign-ins.ts";
import { assertRefused } from "../harness/expect.ts";
import { addDriver } from "../harness/fleet.ts";
import { type Answer, startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const advance = (seconds: number) =>
  giao.call("POST", "/sandbox/v1/clock/advance", { operator: true, body: { seconds } });
const rowsLeft = async (): Promise<number> =>
  (await giao.house.db<{ count: number }>`select count(*)::int as count from sign_in_tries`)[0]?.count ?? -1;

test("ten thousand numbers tried from ten thousand networks leave no rows once they are forgotten", async () => {
  const TRIES = 10_000;
  // Without the pins, each of which is hashed for 20 ms, and a hundred strangers at a time.
  const stranger = (at: number) => {
    const { ofNumber, ofAddress } = strangerCounters(`84913${String(at).padStart(6, "0")}`, `2001:db8:${at}::/64`);
    return [...ofNumber, ofAddress];
  };
  for (let at = 0; at < TRIES; at += 100) {
    const counters = Array.from({ length: 100 }, (_, one) => stranger(at + one)).flat();
    assert.equal(await spendTry(giao.house, counters), 0);
  }
  // Of an address one try is forgotten within a minute, of a number not.
  const rows = await rowsLeft();
  assert.ok(rows >= 2 * TRIES && rows <= 3 * TRIES, `${rows} rows`);
  // Moving the clock does what is due, the sweep as well.
  await advance(3600);
  assert.equal(await rowsLeft(), 0);
});

test("a number, an address and a device that are told to wait leave no rows by asking on", async () => {
  const { phone } = await addDriver(giao, { phone: "84911210001" });
  const guess = () => giao.call("POST", "/driver/v1/sessions", { body: { mobile: phone, pin: "0000" } });
  for (let at = 0; at < 6; at++) await guess();
  const rows = await rowsLeft();
  for (const answer of await Promise.all(Array.from({ length: 50 }, guess))) {
    assertRefused(answer, 429, "TOO_MANY_REQUESTS");
  }
  assert.equal(await rowsLeft(), rows);
});

test("however many there are, the rows are bounded, and those that hold somebody back stay", async () => {
  const { phone } = await addDriver(giao, { phone: "84911210002" });
  const signIn = (pin: string): Promise<Answer> =>
    giao.call("POST", "/driver/v1/sessions", { body: { mobile: phone, pin } });
  for (let wait = 0; wait < 300; ) {
    await advance(wait);
    await signIn("0000");
    wait = Number((await signIn("0000")).headers.get("retry-after"));
  }
  const { db, clock } = giao.house;
  await db`
    insert into sign_in_tries (key, tried_at, forgotten_at)
    select sha256(n::text::bytea), ${clock.now()}, ${new Date(clock.now().getTime() + 60_000)}
    from generate_series(1, 120000) as n`;
  await sweepSignIns(giao.house);
  const left = await rowsLeft();
  assert.ok(left <= 100_000 && left >= 90_000, `${left} rows`);
  assertRefused(await signIn("1234"), 429, "TOO_MANY_REQUESTS");
});
