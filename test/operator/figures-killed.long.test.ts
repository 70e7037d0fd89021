// Whoever counts figures is killed in the middle, many times, while orders go on: what is kept equals what orders say.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { seededChance } from "../../src/domain/chance.ts";
import { rebuildFigures } from "../../src/operations/figures/keep-figures.ts";
import { countMarks } from "../../src/store/figures/marks.ts";
import { allFigures, countAll, keptCounts, liveOrder, recount } from "../harness/figure-story.ts";
import { startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const { db, clock } = giao.house;
const seed = Number(process.env.SEED ?? 11);
const KILLS = 25;

test("figures equal a plain count over the orders after whoever counted them was killed in the middle, again and again", async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const chance = seededChance(seed);
  let unfinished = 0;
  for (let nth = 0; nth < KILLS; nth++) {
    const counting = fork(join(import.meta.dirname, "figures-process.ts"), [
      giao.databaseUrl,
      String(clock.now().getTime()),
    ]);
    t.after(() => counting.kill("SIGKILL"));
    await once(counting, "message");
    const killed = sleep(chance() * 150).then(() => counting.kill("SIGKILL"));
    if (nth % 6 === 5) await giao.advance(1_500);
    await liveOrder(giao, chance, async () => undefined);
    await killed;
    if (counting.exitCode === null && counting.signalCode === null) await once(counting, "exit");
    const { marks, unfilled } = await countMarks(db);
    if (marks + unfilled > 0) unfinished++;
  }
  assert.ok(unfinished > 3, `${unfinished} of ${KILLS} were killed before they had counted all`);
  await countAll(giao.house);
  assert.deepEqual(
    await keptCounts(db),
    (await recount(db)).map(({ key, counts }) => ({ key, counts: { ...counts } })),
  );
  const before = await allFigures(db);
  await rebuildFigures(giao.house, () => undefined);
  assert.deepEqual(await allFigures(db), before);
});
