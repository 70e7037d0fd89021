import assert from "node:assert/strict";
import { after, test } from "node:test";
import fastify from "fastify";
import type { App } from "../../src/http/base/app-type.ts";
import { registerReferencePage } from "../../src/http/documents/reference-page.ts";

test("a reference whose script could not be read once is tried again, and read once it is there", async () => {
  const app = fastify();
  after(() => app.close());
  let reads = 0;
  const nothing = () => ({ info: { title: "", version: "" }, paths: {} });
  registerReferencePage(app as unknown as App, nothing, "http://giao.test", undefined, async () => {
    if (++reads === 1) throw new Error("too many open files");
    return "the script";
  });
  const ask = async () => (await app.inject("/docs/reference.js")).statusCode;
  assert.deepEqual([await ask(), await ask(), await ask()], [500, 200, 200]);
  assert.equal(reads, 2);
});
