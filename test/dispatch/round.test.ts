// What a round of dispatch says of itself, and whose turn it is when more wait than a round takes.
import assert from "node:assert/strict";
import { after, afterEach, describe, test } from "node:test";
import { counterOf } from "../../src/domain/eta/preparation.ts";
import { openDispatchMemory } from "../../src/operations/dispatch/dispatch-memory.ts";
import { runDueDispatch } from "../../src/operations/dispatch/dispatch-timers.ts";
import { type DispatchDeps, runRound } from "../../src/operations/dispatch/run-round.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { addCrowdOfDrivers, copyOrders } from "../harness/crowd.ts";
import { addDriver, addOrder, CATHEDRAL, MARKET, offerTo, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

let areRoadsAway = false;
const roads = {
  ...crowRoads,
  matrix: (async (...asked) => {
    if (areRoadsAway) throw new Error("the roads are away");
    return crowRoads.matrix(...asked);
  }) as typeof crowRoads.matrix,
};
const giao = await startGiao({}, { roads });
const token = await giao.signIn();
const faults: unknown[] = [];
const deps: DispatchDeps = { ...giao.house, rounds: { failed: (_loop, fault) => void faults.push(fault) } };
const { db } = giao.house;
const round = (memory = openDispatchMemory(), more: Partial<DispatchDeps> = {}) =>
  runRound({ ...deps, ...more }, "SGN", memory);
const travelOf = async (orderId: string) =>
  ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true })).decisions[0].travel;
const orderPath = (from: number, to: number) => {
  const [pickup, door] = (orderBody() as { path: object[] }).path;
  const north = (degrees: number) => ({ lat: MARKET.lat + degrees, lng: MARKET.lng });
  return [
    { ...pickup, ...north(from) },
    { ...door, ...north(to) },
  ];
};
const NOTHING = { roads: 0, crow: 0 };
afterEach(async () => {
  areRoadsAway = false;
  faults.length = 0;
  await db`update orders set status = 'IDLE' where status = 'ASSIGNING'`;
  await db`update driver_places set online = false`;
});
after(() => assert.deepEqual(faults, []));

describe("a round says of itself", () => {
  test("nothing where nobody waits", async () => {
    const nobody = { waiting: 0, oldestSince: undefined, waitingFor: {}, drivers: undefined };
    assert.deepEqual(await round(), { ...nobody, offered: 0, unseen: 0, isCapped: false, cells: NOTHING });
  });

  test("how many wait since when, who could be asked and how many were, and what it asked the roads for", async () => {
    const memory = openDispatchMemory();
    const driver = await addDriver(giao, { phone: "84911530001", wallet: 1_000_000 });
    ok(await driver.online());
    const first = await addOrder(giao, token);
    const [{ createdAt } = { createdAt: undefined }] = await db<{ createdAt: Date }>`
      select created_at from orders where id = ${first}`;
    const asked = await round(memory);
    assert.deepEqual(asked.waitingFor, { OFFERED: 1 });
    assert.deepEqual([asked.waiting, asked.drivers, asked.offered, asked.unseen], [1, 1, 1, 0]);
    assert.equal(asked.oldestSince?.getTime(), createdAt?.getTime());
    assert.deepEqual([asked.cells, await travelOf(first)], [{ roads: 3, crow: 0 }, "roads"]);
    const being = await round(memory);
    assert.deepEqual([being.waitingFor, being.drivers, being.offered], [{ BEING_ASKED: 1 }, undefined, 0]);
    assert.deepEqual([being.cells, being.unseen], [NOTHING, 0]);
  });

  test("that the crow answered for the roads", async () => {
    const driver = await addDriver(giao, { phone: "84911530002", wallet: 1_000_000 });
    ok(await driver.online());
    const orderId = await addOrder(giao, token);
    areRoadsAway = true;
    const { cells, offered } = await round();
    assert.deepEqual([cells, offered], [{ roads: 0, crow: 3 }, 1]);
    assert.equal(await travelOf(orderId), "crow");
    assert.ok(faults.length > 0);
    faults.length = 0;
  });

  test("no way to a pickup that a driver has behind them", async () => {
    const ways: number[] = [];
    for (const isOnBoard of [false, true]) {
      const driver = await addDriver(giao, { phone: `8491153002${Number(isOnBoard)}`, wallet: 1_000_000 });
      ok(await driver.online());
      const held = await addOrder(giao, token, { path: orderPath(0.001, 0.004) });
      const [offerId] = await offerTo(giao, held, [driver.phone]);
      ok(await driver.call("POST", `/offers/${offerId}/accept`));
      if (isOnBoard) ok(await driver.call("POST", `/orders/${held}/pickup`, {}));
      await addOrder(giao, token, { path: orderPath(0.002, 0.006) });
      ways.push((await round()).cells.roads);
      await db`update driver_places set online = false`;
      await db`update orders set status = 'IDLE' where status = 'ASSIGNING'`;
    }
    assert.ok(ways[0]! > ways[1]!, String(ways));
  });

  test("both kinds of vehicle together", async () => {
    const bike = await addDriver(giao, { phone: "84911530003", wallet: 1_000_000 });
    const van = await addDriver(giao, { phone: "84911530004", wallet: 1_000_000, vehicle: "VAN" });
    for (const driver of [bike, van]) ok(await driver.online());
    await addOrder(giao, token);
    await addOrder(giao, token, { service_id: "SGN-VAN-500" });
    const { offered, cells, waitingFor, drivers } = await round();
    assert.deepEqual([offered, cells, waitingFor, drivers], [2, { roads: 6, crow: 0 }, { OFFERED: 2 }, 2]);
  });
});

describe("when more wait than a round takes", () => {
  // Out of everybody's reach, and nobody is there.
  const wait = async (count: number, from: number) => {
    const orderId = await addOrder(giao, token);
    const way = [{ ...MARKET }, { ...CATHEDRAL }] as const;
    await copyOrders(
      db,
      orderId,
      Array.from({ length: count - 1 }, () => way),
      { from },
    );
  };

  for (const [count, isCapped, unseen] of [
    [25, false, 0],
    [26, true, 1],
  ] as const) {
    test(`of ${count} the first round leaves ${unseen}, and says of each why it waits`, async () => {
      await wait(count, 46_656 * count);
      const memory = openDispatchMemory();
      const first = await round(memory);
      assert.deepEqual([first.waiting, first.isCapped, first.unseen, first.drivers], [count, isCapped, unseen, 0]);
      assert.equal(first.waitingFor.NOT_DECIDED, undefined);
      assert.equal(
        Object.values(first.waitingFor).reduce((sum, each) => sum + each, 0),
        count,
      );
      const rows = await db<{ count: number }>`select count(distinct order_id)::int as count from dispatch_decisions`;
      const before = rows[0]!.count;
      const second = await round(memory);
      assert.deepEqual([second.unseen, second.isCapped, second.offered], [0, false, 0], "a later round takes more");
      assert.equal((await round(memory)).offered, 0, "nor with nothing new to say");
      const [after] = await db<{
        count: number;
      }>`select count(distinct order_id)::int as count from dispatch_decisions`;
      assert.equal(after?.count, before, "nobody was left without a word");
    });
  }

  test("of 181 a later round leaves one, which has had its turn", async () => {
    await wait(181, 46_656 * 99);
    const memory = openDispatchMemory();
    assert.equal((await round(memory)).unseen, 156);
    assert.equal((await round(memory)).unseen, 56);
    const third = await round(memory);
    assert.deepEqual([third.unseen, third.isCapped], [0, true]);
  });

  test("meanwhile who is being asked is known at once, and who comes or goes seconds later", async () => {
    const asked = await addDriver(giao, { phone: "84911530016", wallet: 1_000_000 });
    const comes = await addDriver(giao, { phone: "84911530017", wallet: 1_000_000 });
    ok(await asked.online());
    await wait(351, 46_656 * 351);
    const memory = openDispatchMemory();
    const first = await round(memory);
    assert.deepEqual([first.drivers, first.offered, first.unseen], [1, 1, 326]);
    ok(await comes.online());
    const second = await round(memory);
    assert.deepEqual([second.drivers, second.offered, second.unseen], [1, 0, 226]);
    const said = await db<{ verdict: string }>`
      select distinct considered -> 0 ->> 1 as verdict
      from dispatch_decisions
      where decided_at = (select max(decided_at) from dispatch_decisions)`;
    assert.deepEqual(said, [{ verdict: "HAS_OPEN_OFFER" }]);
    const clock = { ...deps.clock, now: () => new Date(giao.house.clock.now().getTime() + 3_000) };
    const third = await round(memory, { clock });
    assert.deepEqual([third.drivers, third.offered, third.unseen], [2, 1, 46]);
  });

  test("a round that leaves nobody unseen is not followed by one that knows the fleet from before", async () => {
    await addOrder(giao, token);
    const memory = openDispatchMemory();
    assert.equal((await round(memory)).drivers, 0);
    const comes = await addDriver(giao, { phone: "84911530018", wallet: 1_000_000 });
    ok(await comes.online());
    const next = await round(memory);
    assert.deepEqual([next.drivers, next.offered], [1, 1]);
  });

  const due = { ...deps, sms: giao.house.sms } as unknown as Parameters<typeof runDueDispatch>[0];

  test("the sandbox's clock waits until each has had its turn", async () => {
    await wait(76, 46_656 * 76);
    await runDueDispatch(due);
    const rows = await db<{ verdict: string }>`
      select distinct on (order_id) record ->> 'verdict' as verdict
      from dispatch_decisions
      join orders on orders.id = order_id and city_id = 'SGN' and status = 'ASSIGNING'
      order by order_id, decided_at desc, dispatch_decisions.id desc`;
    assert.equal(rows.length, 76);
    assert.ok(rows.every(({ verdict }) => verdict !== "WAITS_FOR_ITS_TURN"));
  });

  test("a fault in its only city is told", async () => {
    await addOrder(giao, token);
    const preparations = () => Promise.reject(new Error("nothing was learnt"));
    const broken = { ...due, learned: { ...giao.house.learned, preparations } };
    await assert.rejects(runDueDispatch(broken), /nothing was learnt/);
  });
});

test("an order about which somebody is asked waits for the answer, whoever else is near", async () => {
  const asked = await addDriver(giao, { phone: "84911530005", wallet: 1_000_000 });
  const idle = await addDriver(giao, { phone: "84911530006", wallet: 1_000_000 });
  ok(await idle.online());
  const orderId = await addOrder(giao, token, { path: (orderBody() as { path: object[] }).path });
  await offerTo(giao, orderId, [asked.phone]);
  const { offered, waitingFor } = await round();
  assert.deepEqual([offered, waitingFor], [0, { BEING_ASKED: 1 }]);
});

test("a driver who takes nothing is passed over for one a little farther who does", async () => {
  const refuses = await addDriver(giao, { phone: "84911530007", wallet: 1_000_000 });
  const takes = await addDriver(giao, { phone: "84911530008", wallet: 1_000_000 });
  ok(await refuses.online());
  ok(await takes.online({ lat: MARKET.lat + 0.004, lng: MARKET.lng }));
  await db`
    insert into driver_answers (driver_phone, hour, asked, accepted)
    values (${refuses.phone}, -1, 200, 0), (${takes.phone}, -1, 200, 200)`;
  const orderId = await addOrder(giao, token);
  await round();
  const asked = await db<{ driverPhone: string }>`select driver_phone from offers where order_id = ${orderId}`;
  assert.deepEqual(asked, [{ driverPhone: takes.phone }]);
});

test("what takes long at a counter is fetched when it will be ready, as other pickups there taught", async () => {
  const driver = await addDriver(giao, { phone: "84911530009", wallet: 1_000_000 });
  ok(await driver.online());
  await addOrder(giao, token);
  const preparations = async () => new Map([[counterOf(MARKET), 3_000]]);
  const { waitingFor } = await round(undefined, { learned: { ...giao.house.learned, preparations } });
  assert.deepEqual(waitingFor, { HELD_FOR_LATER: 1 });
  assert.deepEqual((await round()).waitingFor, { OFFERED: 1 });
});

test("an order whose service was taken away stays undecided, and holds nobody up", async () => {
  const driver = await addDriver(giao, { phone: "84911530010", wallet: 1_000_000 });
  ok(await driver.online());
  const [gone] = [await addOrder(giao, token), await addOrder(giao, token)];
  const catalogue = giao.house.catalogue.current();
  await db`update orders set service_id = 'GONE-BIKE' where id = ${gone}`;
  assert.ok(!catalogue.services.has("GONE-BIKE"));
  const { waitingFor, offered } = await round();
  assert.deepEqual([waitingFor, offered], [{ NOT_DECIDED: 1, OFFERED: 1 }, 1]);
});

describe("in a fleet too large to look at whole", () => {
  const FAR = { lat: MARKET.lat + 0.111, lng: MARKET.lng };
  // At the door, where nobody is wanted, and too far from either pickup, though nearer than a busy driver is now.
  const crowd = (from: number) => {
    const phones = Array.from({ length: 30 }, (_, at) => String(84_961_000_000 + from + at));
    return addCrowdOfDrivers(
      db,
      "SGN",
      phones,
      phones.map((_, at) => (at % 2 ? FAR : DOOR)),
    );
  };
  const DOOR = { lat: MARKET.lat - 0.09, lng: MARKET.lng };
  test("who is near the pickup is asked, and few others are looked at", async () => {
    const driver = await addDriver(giao, { phone: "84911530011", wallet: 1_000_000 });
    ok(await driver.online());
    await crowd(0);
    const orderId = await addOrder(giao, token, { path: orderPath(0, -0.09) });
    const { offered, drivers, cells } = await round();
    assert.deepEqual([offered, drivers], [1, 31]);
    const asked = await db<{ driverPhone: string }>`select driver_phone from offers where order_id = ${orderId}`;
    assert.deepEqual(asked, [{ driverPhone: driver.phone }]);
    assert.ok(cells.roads < 31, `${cells.roads} ways were asked for`);
  });

  test("whoever will be free beside the pickup is asked though they are far from it now", async () => {
    const driver = await addDriver(giao, { phone: "84911530012", wallet: 1_000_000 });
    ok(await driver.online());
    const held = await addOrder(giao, token, { path: orderPath(0, 0.06) });
    const [offerId] = await offerTo(giao, held, [driver.phone]);
    ok(await driver.call("POST", `/offers/${offerId}/accept`));
    ok(await driver.call("POST", `/orders/${held}/pickup`, {}));
    await crowd(100);
    const orderId = await addOrder(giao, token, { path: orderPath(0.061, -0.09) });
    await round();
    const { decisions } = ok(await giao.call("GET", `/operator/v1/orders/${orderId}/dispatch`, { operator: true }));
    const said = decisions[0].considered.find(({ mobile }: { mobile: string }) => mobile === driver.phone);
    assert.ok(["OFFERED", "HELD_FOR_LATER"].includes(said?.verdict), JSON.stringify(decisions[0]));
    ok(await driver.call("POST", `/orders/${held}/points/1/deliver`, {}));
  });
});

test("of two offers the one whose order is asked elsewhere by now is left out, and the other is made", async () => {
  const phones: string[] = [];
  for (const at of [0, 1]) {
    const driver = await addDriver(giao, { phone: `8491153005${at}`, wallet: 1_000_000 });
    ok(await driver.online());
    phones.push(driver.phone);
  }
  const third = await addDriver(giao, { phone: "84911530052", wallet: 1_000_000 });
  const [first] = [await addOrder(giao, token), await addOrder(giao, token)];
  const factorsAt: DispatchDeps["learned"]["factorsAt"] = async (...asked) => {
    await offerTo(giao, first, [third.phone]);
    return giao.house.learned.factorsAt(...asked);
  };
  const { offered } = await round(undefined, { learned: { ...giao.house.learned, factorsAt } });
  assert.equal(offered, 1);
});

describe("what has changed while a round decided is not offered, and not written down as decided", () => {
  let nth = 30;
  const changes: Readonly<Record<string, (orderId: string, driver: TestDriver) => Promise<unknown>>> = {
    "the driver went offline": (_, driver) => driver.call("PUT", "/availability", { online: false }),
    "the order was cancelled": (orderId) => giao.call("DELETE", `/v3/orders/${orderId}`, { token }),
    "the driver is asked about it already": (orderId, { phone }) => offerTo(giao, orderId, [phone]),
    "another is asked about it": async (orderId) => offerTo(giao, orderId, [await idle()]),
    "the driver is asked about another": async (_, { phone }) => offerTo(giao, await addOrder(giao, token), [phone]),
  };
  const idle = async () => (await addDriver(giao, { phone: `849115300${nth++}`, wallet: 1_000_000 })).phone;
  for (const [name, change] of Object.entries(changes)) {
    test(name, async () => {
      const driver = await addDriver(giao, { phone: `849115300${nth++}`, wallet: 1_000_000 });
      ok(await driver.online());
      const orderId = await addOrder(giao, token);
      const factorsAt: DispatchDeps["learned"]["factorsAt"] = async (...asked) => {
        await change(orderId, driver);
        return giao.house.learned.factorsAt(...asked);
      };
      const { offered } = await round(undefined, { learned: { ...giao.house.learned, factorsAt } });
      assert.equal(offered, 0);
      const rows = await db<{ count: number }>`
        select count(*)::int as count from dispatch_decisions where order_id = ${orderId}`;
      assert.equal(rows[0]?.count, 0);
    });
  }
});
