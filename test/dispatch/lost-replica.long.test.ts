import assert from "node:assert/strict";
import { test } from "node:test";
import { useDatabase } from "../harness/database.ts";
import { openEvents } from "../harness/event-source.ts";
import { addDriver, addOrder, ok } from "../harness/fleet.ts";
import { startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";

const { url: DATABASE_URL, db } = await useDatabase();
const DATA_DIR = await newDataDir("lost-replica");

const start = () => startReplica({ DATABASE_URL, DATA_DIR });

test("a replica that is killed while it dispatches leaves no order behind", async () => {
  const [one, other] = await Promise.all([start(), start()]);
  const token = await tokenAt(other);
  const driver = await addDriver(other, { phone: "84911800001" });
  ok(await driver.online());
  const stream = await openEvents(`${other.url}/driver/v1/offers`, { authorization: `Bearer ${driver.token}` });
  assert.equal((await stream.next())?.event, "offers");

  const first = await addOrder(other, token);
  const offered = await stream.next();
  assert.equal(offered?.data.order_id, first);
  ok(await driver.call("POST", `/offers/${offered?.data.id}/decline`));
  // The one who leads the city is killed; whoever that is, the city is held in its name for a while.
  const [lease] = await db<{ owner: string }>`select owner from dispatch_leases where city_id = 'SGN'`;
  assert.ok(lease);
  one.program.process.kill("SIGKILL");
  await one.program.exit();
  await db`
    update dispatch_leases
    set owner = 'killed', held_until = clock_timestamp() + interval '5 seconds'
    where city_id = 'SGN'`;

  const second = await addOrder(other, token);
  for (let event = await stream.next(); event; event = await stream.next()) {
    if (event.event === "offer" && event.data.order_id === second) break;
  }
  const [next] = await db<{ owner: string }>`select owner from dispatch_leases where city_id = 'SGN'`;
  assert.notEqual(next?.owner, "killed");
  const history = ok(await other.call("GET", `/operator/v1/orders/${second}/dispatch`, { operator: true }));
  assert.equal(history.offers.length, 1);
  await stream.close();
  other.program.process.kill("SIGTERM");
  assert.equal(await other.program.exit(), 0, other.program.output());
});
