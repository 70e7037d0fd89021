// haproxy and nginx as deploy/ configures them, with TLS: streams arrive as they are told, callers' addresses are passed on, and a replica that is gone
// is passed over.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { TEST_CA } from "../harness/certificates.ts";
import { freePort } from "../harness/free-port.ts";
import { HAPROXY_MISSING, openHaproxy } from "../harness/haproxy.ts";
import { NGINX_MISSING, startNginx } from "../harness/nginx.ts";

let stream: ServerResponse | undefined;
const server = createServer((asked, answer) => {
  if (asked.url === "/stream") {
    stream = answer.writeHead(200, { "content-type": "text/event-stream" });
    stream.write("data: first\n\n");
    return;
  }
  answer.end(JSON.stringify({ from: asked.headers["x-forwarded-for"], method: asked.method }));
}).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());
const alive = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const gone = `127.0.0.1:${await freePort()}`;

async function ask(port: number, path: string, method = "GET"): Promise<IncomingMessage> {
  const asked = request({ port, path, method, host: "127.0.0.1", servername: "receiver.example", ca: TEST_CA });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer.setEncoding("utf8");
}

async function proveBalancer(port: number): Promise<void> {
  const answer = await ask(port, "/stream");
  const [first] = await once(answer, "data");
  assert.equal(first, "data: first\n\n", "before the stream has ended");
  stream?.end("data: last\n\n");
  assert.deepEqual(await once(answer, "data"), ["data: last\n\n"]);
  for (let turn = 0; turn < 4; turn++) {
    let text = "";
    for await (const chunk of await ask(port, "/v3/orders", "POST")) text += chunk;
    assert.deepEqual(JSON.parse(text), { from: "127.0.0.1", method: "POST" });
  }
}

test("haproxy", { skip: HAPROXY_MISSING }, async () => {
  const haproxy = await openHaproxy("haproxy.cfg", { a: alive, b: gone }, { tls: true });
  after(haproxy.close);
  await haproxy.until("b", "DOWN");
  await haproxy.until("a", "UP");
  await proveBalancer(haproxy.port);
});

test("haproxy without any replica answers as the program would", { skip: HAPROXY_MISSING }, async () => {
  const haproxy = await openHaproxy("haproxy.cfg", { b: gone }, { tls: true });
  after(haproxy.close);
  await haproxy.until("b", "DOWN");
  const answer = await ask(haproxy.port, "/v3/orders");
  assert.deepEqual([answer.statusCode, answer.headers["retry-after"]], [503, "1"]);
  const [text] = await once(answer, "data");
  assert.deepEqual(Object.keys(JSON.parse(text)), ["code", "title", "description"]);
});

test("nginx", { skip: NGINX_MISSING }, async () => {
  const { port } = await startNginx([gone, alive]);
  await proveBalancer(port);
});
