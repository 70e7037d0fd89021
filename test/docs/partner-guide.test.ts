import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isFromGiao } from "../../docs/examples/check-signature.ts";
import { newCallbackSecret, signatureHeaders } from "../../src/outbound/webhook-signature.ts";
import { secureRandom } from "../../src/ports/random.ts";
import { blockNames, fillBlocks, GUIDE } from "./made-blocks.ts";

const page = readFileSync(GUIDE, "utf8");

test("the partner guide's tables and examples are those of the program (npm run guide writes them anew)", () => {
  const { page: fresh, filled } = fillBlocks(page);
  assert.deepEqual(filled.toSorted(), blockNames.toSorted());
  assert.equal(page, fresh);
});

test("every page that the partner guide leads to is there", () => {
  for (const [, target = ""] of page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
    assert.ok(readFileSync(`docs/${target}`, "utf8").length > 0, target);
  }
});

type Call = { readonly headers: Record<string, string>; readonly body: string; readonly secret: string };

const secret = newCallbackSecret(secureRandom);
const other = newCallbackSecret(secureRandom);
const body = '{"_id":"26K7Q2ZD","status":"ACCEPTED","note":"Đường Điện Biên Phủ"}';
const signed = (secrets: readonly string[], sentAt = new Date(), text = body): Record<string, string> =>
  signatureHeaders({ id: "evt_26K7Q2ZD_2", sentAt, body: Buffer.from(text) }, secrets);
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
const { "webhook-signature": _, ...unsigned } = signed([secret]);

const cases: readonly (readonly [name: string, call: Call, good: boolean])[] = [
  ["a callback of ours", { headers: signed([secret]), body, secret }, true],
  ["one signed twice while the secret changes", { headers: signed([other, secret]), body, secret }, true],
  ["one that took four minutes", { headers: signed([secret], ago(240)), body, secret }, true],
  ["another's secret", { headers: signed([other]), body, secret }, false],
  [
    "a body that was changed",
    { headers: signed([secret]), body: body.replace("ACCEPTED", "CANCELLED"), secret },
    false,
  ],
  ["another event's id", { headers: { ...signed([secret]), "webhook-id": "evt_26K7Q2ZD_3" }, body, secret }, false],
  ["one sent an hour ago", { headers: signed([secret], ago(3600)), body, secret }, false],
  ["one from the future", { headers: signed([secret], ago(-3600)), body, secret }, false],
  ["no signature", { headers: unsigned, body, secret }, false],
  ["nonsense for a time", { headers: { ...signed([secret]), "webhook-timestamp": "soon" }, body, secret }, false],
  [
    "nonsense for a signature",
    { headers: { ...signed([secret]), "webhook-signature": "v1, ,é" }, body, secret },
    false,
  ],
];
const expected = cases.map(([name, , good]) => [name, good]);
const calls = JSON.stringify(cases.map(([, call]) => call));

function judge(command: string, words: readonly string[]): readonly (readonly [string, boolean])[] {
  const { stdout, stderr, status } = spawnSync(command, words, { input: calls, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return (JSON.parse(stdout) as boolean[]).map((good, at) => [cases[at]![0], good]);
}

function skipWithout(command: string, flag: string): string | false {
  if (spawnSync(command, [flag]).status === 0) return false;
  const line = `SKIPPED: ${command} is not installed, the guide's example in it was not run`;
  process.stderr.write(`${line}\n`);
  return line;
}

test("the guide's TypeScript takes our callbacks and refuses others", () => {
  const judged = cases.map(([name, call]) => [name, isFromGiao(call.headers, Buffer.from(call.body), call.secret)]);
  assert.deepEqual(judged, expected);
});

test("the guide's Python takes our callbacks and refuses others", { skip: skipWithout("python3", "--version") }, () => {
  const program = `
import json, runpy, sys
check = runpy.run_path("docs/examples/check-signature.py")["is_from_giao"]
print(json.dumps([check(c["headers"], c["body"].encode(), c["secret"]) for c in json.load(sys.stdin)]))`;
  assert.deepEqual(judge("python3", ["-c", program]), expected);
});

test("the guide's PHP takes our callbacks and refuses others", { skip: skipWithout("php", "--version") }, () => {
  const program = `
require "docs/examples/check-signature.php";
$calls = json_decode(file_get_contents("php://stdin"), true);
echo json_encode(array_map(fn($c) => is_from_giao($c["headers"], $c["body"], $c["secret"]), $calls));`;
  assert.deepEqual(judge("php", ["-r", program]), expected);
});
