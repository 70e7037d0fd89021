import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { call, callForFile, Refused } from "./call.ts";

const server = createServer((request, response) => {
  switch (request.url) {
    case "/proxy":
      response.writeHead(413, { "content-type": "text/html" }).end("<h1>Too large</h1>");
      break;
    case "/refusal":
      response
        .writeHead(406, { "content-type": "application/json", "x-request-id": "r-1", "retry-after": "12" })
        .end(JSON.stringify({ code: "INVALID_DATA", description: "name must be a text.", field: "name" }));
      break;
    case "/broken":
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"orders":', () => response.destroy());
      break;
    default:
      request.pipe(response.writeHead(200, { "content-type": request.headers["content-type"] ?? "" }));
  }
}).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const refusalAt = async (path: string, read: (path: string) => Promise<unknown> = call) => {
  const refused = await read(at(path)).catch((error: unknown) => error);
  assert.ok(refused instanceof Refused, String(refused));
  return refused;
};

test("a refusal says what the server said, and at which field", async () => {
  const { status, code, message, requestId, field, retryAfterSeconds } = await refusalAt("/refusal");
  assert.deepEqual(
    [status, code, message, requestId, field, retryAfterSeconds],
    [406, "INVALID_DATA", "name must be a text.", "r-1", "name", 12],
  );
});

test("a refusal that is not ours, of a call or a file, is one all the same", async () => {
  for (const read of [call, callForFile]) {
    const { status, code } = await refusalAt("/proxy", read);
    assert.deepEqual([status, code], [413, "HTTP_413"]);
  }
});

test("an answer that breaks off is no answer", async () => {
  for (const read of [call, callForFile]) assert.equal((await refusalAt("/broken", read)).code, "UNREACHABLE");
});

test("a value goes as JSON, a file as it is", async () => {
  assert.deepEqual(await call(at("/echo"), { body: { a: 1 } }), { a: 1 });
  assert.equal(await call(at("/echo"), { body: new Blob(["bytes"], { type: "image/png" }) }), "bytes");
});
