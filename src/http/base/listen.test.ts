import assert from "node:assert/strict";
import { type AddressInfo, connect } from "node:net";
import { after, test } from "node:test";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import Fastify from "fastify";
import type { App } from "./app-type.ts";
import { listen } from "./listen.ts";

const NOBODY_ELSE = process.platform === "linux" ? false : "SKIPPED: this system has no shared ports";

function openApp(): App {
  const app = Fastify({ forceCloseConnections: true }) as unknown as App;
  app.get("/", () => "here");
  after(() => app.close());
  return app;
}

test("a crowd that connects at once is let in within a few turns of the loop", { skip: NOBODY_ELSE }, async () => {
  const app = openApp();
  let taken = 0;
  app.server.on("connection", () => taken++);
  await listen(app, { port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const crowd = Array.from({ length: 400 }, () => connect(port, "127.0.0.1"));
  after(() => crowd.forEach((socket) => void socket.destroy()));

  let turns = 0;
  for (; taken < crowd.length && turns < 2 * crowd.length; turns++) await turnOfTheLoop();

  assert.equal(taken, crowd.length);
  assert.ok(turns < crowd.length / 4, `it took ${turns} turns`);
});

test("every listener answers, and all of them close with the server", async () => {
  const app = openApp();
  await listen(app, { port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const ask = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
    return answer.text();
  };

  assert.deepEqual(new Set(await Promise.all(Array.from({ length: 200 }, ask))), new Set(["here"]));
  await app.close();

  for (let i = 0; i < 50; i++) await assert.rejects(ask());
});

test("a port that another server of ours has is refused, not shared", async () => {
  const first = openApp();
  await listen(first, { port: 0, host: "127.0.0.1" });
  const { port } = first.server.address() as AddressInfo;

  await assert.rejects(listen(openApp(), { port, host: "127.0.0.1" }), { code: "EADDRINUSE" });
});
