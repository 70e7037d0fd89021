import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const signedIn = await giao.call("POST", "/driver/v1/sessions", { body: { mobile: "84911000001", pin: "1234" } });
const token: string = signedIn.body.token;
const report = (positions: unknown) => giao.call("POST", "/driver/v1/positions", { token, body: { positions } });
const availability = (body: unknown) => giao.call("PUT", "/driver/v1/availability", { token, body });
const seen = async () => (await giao.call("GET", "/operator/v1/drivers/84911000001", { operator: true })).body;
const nowSeconds = () => giao.house.clock.now().getTime() / 1000;

describe("availability", () => {
  test("a driver goes online with a place, and offline without one", async () => {
    assertOk(await availability({ online: true, lat: 10.77, lng: 106.7 }));
    assert.equal((await seen()).online, true);
    assert.equal((await seen()).lat, 10.77);
    assertOk(await availability({ online: false }));
    assert.equal((await seen()).online, false);
    assert.equal((await seen()).lat, 10.77);
  });

  test("every stretch online is one shift", async () => {
    assertOk(await availability({ online: true, lat: 10.77, lng: 106.7 }));
    assertOk(await availability({ online: true, lat: 10.78, lng: 106.7 }));
    assertOk(await availability({ online: false }));
    const shifts = await giao.house.db<{ offAt: Date | null }>`select off_at from driver_shifts`;
    assert.equal(shifts.length, 2);
    assert.ok(shifts.every((shift) => shift.offAt !== null));
  });

  const faults: readonly (readonly [string, unknown, string])[] = [
    ["no body", undefined, "INVALID_DATA"],
    ["online in words", { online: "yes", lat: 10, lng: 106 }, "INVALID_DATA"],
    ["a latitude beyond the pole, and no longitude", { online: true, lat: 91 }, "INVALID_DATA"],
    ["online without a place", { online: true }, "MISSING_REQUIRED_INFO"],
    ["online with half a place", { online: true, lat: 10.7 }, "MISSING_REQUIRED_INFO"],
  ];
  for (const [name, body, code] of faults) {
    test(`refuses ${name}`, async () => assertRefused(await availability(body), 400, code));
  }
});

describe("positions", () => {
  test("the newest position of a batch is where the driver is, in whatever order they come", async () => {
    const at = nowSeconds();
    const taken = await report([
      { lat: 10.7, lng: 106.7, at: at - 10 },
      { lat: 10.72, lng: 106.72, at: at - 2, speed: 8.5, heading: 270 },
      { lat: 10.71, lng: 106.71, at: at - 5 },
    ]);
    assertOk(taken);
    assert.equal(taken.body.accepted, 3);
    assert.equal((await seen()).lat, 10.72);
    assert.ok((await seen()).heard_time >= at);
  });

  test("an older batch that arrives late does not move the driver back", async () => {
    const at = nowSeconds();
    assertOk(await report([{ lat: 10.8, lng: 106.8, at }]));
    assertOk(await report([{ lat: 10.1, lng: 106.1, at: at - 60 }]));
    assert.equal((await seen()).lat, 10.8);
  });

  test("a phone whose clock runs ahead is not stuck in its future", async () => {
    assertOk(await report([{ lat: 10.81, lng: 106.8, at: nowSeconds() + 10_000 }]));
    assertOk(await report([{ lat: 10.82, lng: 106.8, at: nowSeconds() }]));
    assert.equal((await seen()).lat, 10.82);
  });

  test("a position without a time is now, and 0, 0 is no position", async () => {
    const taken = await report([
      { lat: 10.83, lng: 106.8 },
      { lat: 0, lng: 0 },
    ]);
    assert.equal(taken.body.accepted, 1);
    assert.equal((await seen()).lat, 10.83);
    assert.equal((await report([{ lat: 0, lng: 0 }])).body.accepted, 0);
  });

  test("many reports of many drivers at once are all taken", async () => {
    const tokens = await Promise.all(
      [1, 2, 3].map(async (at) => {
        const body = {
          mobile: `8491120000${at}`,
          name: "D",
          plate_number: "1",
          vehicle: "BIKE",
          city_id: "SGN",
          pin: "1234",
        };
        assertOk(await giao.call("POST", "/operator/v1/drivers", { operator: true, body }));
        return (await giao.call("POST", "/driver/v1/sessions", { body: { mobile: body.mobile, pin: "1234" } })).body
          .token;
      }),
    );
    // In whatever order they arrive, the phones' clocks say which is a driver's last.
    const start = nowSeconds() - 60;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        giao.call("POST", "/driver/v1/positions", {
          token: tokens[at % 3],
          body: { positions: [{ lat: 10 + at / 1000, lng: 106, at: start + at }] },
        }),
      ),
    );
    assert.ok(answers.every((answer) => answer.status === 200 && answer.body.accepted === 1));
    const listed = await giao.call("GET", "/operator/v1/drivers?q=849112", { operator: true });
    assert.deepEqual(
      listed.body.drivers.map(({ lat }: { lat: number }) => lat),
      [10.057, 10.058, 10.059],
    );
  });

  const faults: readonly (readonly [string, unknown])[] = [
    ["no positions", undefined],
    ["an empty batch", []],
    ["more than 500", Array.from({ length: 501 }, () => ({ lat: 10, lng: 106 }))],
    [
      "one bad among good",
      [
        { lat: 10, lng: 106 },
        { lat: 100, lng: 106 },
      ],
    ],
    ["a latitude in words", [{ lat: "10", lng: 106 }]],
    ["a time in words", [{ lat: 10, lng: 106, at: "now" }]],
    ["a time before time", [{ lat: 10, lng: 106, at: -1 }]],
    ["a negative speed", [{ lat: 10, lng: 106, speed: -1 }]],
    ["a heading of 400", [{ lat: 10, lng: 106, heading: 400 }]],
  ];
  for (const [name, positions] of faults) {
    test(`refuses ${name}, and takes nothing of it`, async () => {
      const before = await seen();
      assertRefused(await report(positions), 400, "INVALID_DATA");
      assert.equal((await seen()).lat, before.lat);
    });
  }
});
