import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { renderTypes } from "../../../clients/typescript/generate/render-types.ts";
import { startGiao } from "../../harness/giao.ts";

const FILE = "clients/typescript/src/api.ts";
const giao = await startGiao();

// The formatter runs here as well, so that the file reads like the rest of the house.
function formatted(source: string): string {
  const words = ["format", `--stdin-file-path=${FILE}`];
  return execFileSync("node_modules/.bin/biome", words, { input: source, encoding: "utf8" });
}

test("the client's types are those of the running server (npm run client:types writes them anew)", async () => {
  const { body } = await giao.call("GET", "/openapi.json");
  const types = formatted(renderTypes(body));
  if (process.env.WRITE_CLIENT_TYPES) writeFileSync(FILE, types);
  assert.equal(readFileSync(FILE, "utf8"), types);
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
  assert.throws(() => renderTypes(document), /two different schemas are titled Thing/);
});
