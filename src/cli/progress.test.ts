import assert from "node:assert/strict";
import { test } from "node:test";
import { openProgress } from "./progress.ts";

function screen(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

test("in a log, a part is told at every tenth, once, and never backwards", () => {
  const log = screen(false);
  const { show } = openProgress(log);
  for (const share of [0, 0.01, 0.09, 0.1, 0.19, 0.5, 0.4, 1, 1]) show("read", share);
  assert.deepEqual(
    log.written.map((line) => line.trim().replace(/ +/g, " ")),
    ["read 0 %", "read 10 %", "read 50 %", "read 100 %"],
  );
  assert.ok(log.written.every((line) => line.endsWith("\n") && !line.includes("\u001b")));
});

test("on a terminal, all bars are drawn again over the ones before", () => {
  const terminal = screen(true);
  const { show } = openProgress(terminal);
  show("car", 0.5);
  show("bike", 0.25);
  show("bike", 0.251);
  show("car", 2);
  assert.equal(terminal.written.length, 3);
  assert.ok(terminal.written[1]!.startsWith("\u001b[1A"));
  assert.ok(terminal.written[2]!.startsWith("\u001b[2A"));
  assert.match(terminal.written[2]!, /car.*100 %\n.*bike.* 25 %\n$/s);
});
