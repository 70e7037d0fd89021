import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { renderPhp } from "../../clients/generate/php.ts";
import { renderPython } from "../../clients/generate/python.ts";
import { renderTypes } from "../../clients/generate/typescript.ts";
import { startGiao } from "../harness/giao.ts";

// `npm run client:types` writes what these tests compare.
const isWriting = process.env.WRITE_CLIENT_TYPES !== undefined;
const TYPES = "clients/typescript/src/api.ts";
const DIST = "clients/typescript/dist";
const giao = await startGiao();

async function contract() {
  return (await giao.call("GET", "/openapi.json")).body;
}

function assertCurrent(file: string, fresh: string): void {
  if (isWriting) writeFileSync(file, fresh);
  assert.equal(readFileSync(file, "utf8"), fresh);
}

// The formatter runs here as well, so that the file reads like the rest of the house.
function formatted(source: string): string {
  const words = ["format", `--stdin-file-path=${TYPES}`];
  return execFileSync("node_modules/.bin/biome", words, { input: source, encoding: "utf8" });
}

test("the TypeScript client's types are those of the running server (npm run client:types writes them anew)", async () => {
  const everyDoor = await giao.call("GET", "/openapi.json", { operator: true });
  assertCurrent(TYPES, formatted(renderTypes(everyDoor.body)));
});

test("the TypeScript client's build is that of its sources", () => {
  const folder = mkdtempSync(join(tmpdir(), "giao-client-build-"));
  try {
    execFileSync("node_modules/.bin/tsc", ["-p", "clients/typescript", "--outDir", folder]);
    const built = globSync("*", { cwd: folder }).sort();
    if (isWriting) rmSync(DIST, { recursive: true, force: true });
    if (isWriting) execFileSync("cp", ["-r", folder, DIST]);
    assert.deepEqual(globSync("*", { cwd: DIST }).sort(), built);
    for (const file of built) assertCurrent(join(DIST, file), readFileSync(join(folder, file), "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the Python client's calls are those of the running server", async () => {
  assertCurrent("clients/python/giao_client/calls.py", renderPython(await contract()));
});

test("the PHP client's calls are those of the running server", async () => {
  assertCurrent("clients/php/src/Calls.php", renderPhp(await contract()));
});

test("a document with two different schemas of one title is refused", () => {
  const schema = (type: string) => ({
    content: { "application/json": { schema: { type: "object", title: "Thing", properties: { field: { type } } } } },
  });
  const operation = (id: string, type: string) => ({ operationId: id, responses: { 200: schema(type) } });
  const document = {
    paths: { "/v3/a": { get: operation("a", "string"), put: operation("b", "number") } },
    components: { schemas: { RefusalCode: { type: "string", enum: ["NO"] } } },
  };
  for (const render of [renderTypes, renderPython, renderPhp]) {
    assert.throws(() => render(document), /two different schemas are titled Thing/);
  }
});
