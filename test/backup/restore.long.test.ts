// A database that is lost under load comes back as it was at a moment in the middle of it, from a copy that was taken under load and the log since: everything
// that was acknowledged by then is there, the ledger is clean, and callbacks go on.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { seededChance } from "../../src/domain/chance.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { openDatabase } from "../../src/store/db.ts";
import { ask, findPostgres, openArchive, POSTGRES_MISSING, startCluster } from "../harness/postgres-pair.ts";
import { startProgram } from "../harness/program.ts";
import { startReceiver } from "../harness/receiver.ts";
import { startReplica } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";
import { newFacts } from "../soak/facts.ts";
import { HungUp, openLine } from "../soak/line.ts";
import { drive, type Person, send, topUp } from "../soak/people.ts";
import { proveAll } from "../soak/proof.ts";
import { invite, settle } from "../soak/story.ts";
import { type Heard, listen } from "../soak/world.ts";

const SEED = Number(process.env.SEED || Math.floor(secureRandom.fraction() * 2 ** 31));
// Orders that are acknowledged before the copy, before the moment, and after it.
const ORDERS = { copy: 8, moment: 24, lost: 34 };

test("restored to a moment in the middle of load", { skip: !findPostgres() && POSTGRES_MISSING }, async (t) => {
  t.diagnostic(`SEED=${SEED}`);
  const archive = openArchive();
  after(archive.remove);
  const cluster = await startCluster({ settings: archive.settings });
  after(cluster.stop);
  const receiver = await startReceiver();
  after(receiver.close);
  let heard: Heard = new Map();
  const chance = seededChance(SEED);
  listen(receiver, () => heard, chance);
  const DATA_DIR = await newDataDir("restore");

  const giao = await startReplica({ DATABASE_URL: cluster.url, DATA_DIR, LOG_LEVEL: "error" });
  const line = openLine(() => [giao.url], chance);
  const facts = newFacts();
  const { senders, drivers } = await invite(line, receiver);
  const person: Person = { line, facts, chance };
  let goesOn = true;
  const people = [
    ...senders.map((sender) => send(person, sender, () => goesOn)),
    ...drivers.map((phone) => drive(person, phone, () => goesOn)),
    topUp(person, senders, () => goesOn),
  ].map((work) =>
    work.catch((error: unknown) => {
      if (!(error instanceof HungUp)) throw error;
    }),
  );
  const untilOrders = (count: number) =>
    until(`${count} orders`, () => facts.orders.size >= count, { secondsMax: 240, everyMs: 50 });
  await untilOrders(ORDERS.copy);
  await archive.takeBackup(cluster);
  await untilOrders(ORDERS.moment);
  // What people were told by now, and then the moment: all of it was committed before.
  const then = { ...structuredClone(facts), keysSent: facts.keysSent };
  const [{ moment } = { moment: "" }] = await ask(cluster.url, "select clock_timestamp()::text as moment");
  const heardThen = structuredClone(heard);
  await untilOrders(ORDERS.lost);
  goesOn = false;
  line.hangUp();
  await Promise.all(people);
  giao.program.process.kill("SIGKILL");
  await giao.program.exit();
  await archive.untilArchived(cluster);
  await cluster.kill();

  const restored = await archive.restore(String(moment));
  after(restored.stop);
  const verify = startProgram(["ledger", "verify"], { DATABASE_URL: restored.url });
  assert.equal(await verify.exit(), 0, verify.output());
  t.diagnostic(verify.output().trim());
  const db = openDatabase(restored.url);
  after(db.close);
  heard = await keptOf(heardThen, db);
  const doublesBefore = doubles(heard);
  const again = await startReplica({ DATABASE_URL: restored.url, DATA_DIR, LOG_LEVEL: "error" });
  const lineAgain = openLine(() => [again.url], chance);
  const untilTold = () => settle(lineAgain, db);
  await untilTold();
  assert.deepEqual(await proveAll(lineAgain, db, then, heard, untilTold), []);
  const [{ orders } = { orders: 0 }] = await db<{ orders: number }>`select count(*)::int as orders from orders`;
  assert.ok(orders < facts.orders.size, "what came after the moment is not there");
  t.diagnostic(
    `${then.orders.size} orders acknowledged by then and ${facts.orders.size} in all; ${orders} restored, 0 lost; ` +
      `${doubles(heard) - doublesBefore} callbacks told twice`,
  );
});

// Without what partners heard just after the moment: that is lost here, and they were told.
async function keptOf(heard: Heard, db: ReturnType<typeof openDatabase>): Promise<Heard> {
  const rows = await db<{ orderId: string; events: number }>`
    select order_id, max(seq) as events
    from callback_events
    group by order_id`;
  return new Map(
    rows.map(({ orderId, events }) => [orderId, (heard.get(orderId) ?? []).filter((seq) => seq <= events)]),
  );
}

function doubles(heard: Heard): number {
  return [...heard.values()].reduce((sum, seqs) => sum + seqs.length - new Set(seqs).size, 0);
}
