import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { openTogether } from "./together.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("what comes in one turn is all worked out before any of it is sent, in the order it came", async () => {
  const seen: string[] = [];
  const together = openTogether();
  for (const name of ["a", "b", "c"]) {
    together(
      () => {
        seen.push(`work ${name}`);
        return () => void seen.push(`send ${name}`);
      },
      () => seen.push(`fail ${name}`),
    );
  }
  assert.deepEqual(seen, []);
  await turn();
  assert.deepEqual(seen, ["work a", "work b", "work c", "send a", "send b", "send c"]);
});

test("a fault of one, at work or while sending, is its own and leaves the others alone", async () => {
  const seen: string[] = [];
  const together = openTogether();
  const fault = (word: string) => (): never => {
    throw new Error(word);
  };
  const note = (name: string) => (thrown: unknown) => void seen.push(`${name}: ${(thrown as Error).message}`);
  together(fault("broken"), note("a"));
  together(() => fault("gone"), note("b"));
  together(() => () => void seen.push("c sent"), note("c"));
  await turn();
  assert.deepEqual(seen, ["a: broken", "b: gone", "c sent"]);
});

test("what is asked while others are answered waits for the next turn", async () => {
  const seen: string[] = [];
  const together = openTogether();
  const ask = (name: string, then?: () => void): void =>
    together(
      () => () => {
        seen.push(name);
        then?.();
      },
      assert.ifError,
    );
  ask("first", () => ask("second"));
  await turn();
  assert.deepEqual(seen, ["first"]);
  await turn();
  assert.deepEqual(seen, ["first", "second"]);
});

test("one that cannot even be refused leaves nobody behind it without an answer, and is not hushed up", async () => {
  const script = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData).then(({ openTogether }) => {
      const together = openTogether();
      const broken = () => { throw new Error("broken"); };
      together(broken, () => { throw new Error("worse"); });
      together(() => () => parentPort.postMessage("b sent"), broken);
    });`;
  const worker = new Worker(script, { eval: true, workerData: new URL("together.ts", import.meta.url).href });
  const sent: unknown[] = [];
  worker.on("message", (word) => sent.push(word));
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  const [fault] = await once(worker, "error");
  await ended;
  assert.deepEqual(sent, ["b sent"]);
  assert.equal(fault.message, "worse");
});
