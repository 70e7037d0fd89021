import assert from "node:assert/strict";
import { after, beforeEach, describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { useDatabase } from "./database.ts";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.ts";

describe("the line that fails as networks do", async () => {
  const database = await useDatabase();
  const proxy: FaultProxy = await openFaultProxy(database.url, { slowMs: 120 });
  after(proxy.close);
  beforeEach(() => proxy.set("none"));

  async function client(): Promise<pg.Client> {
    const opened = new pg.Client({ connectionString: proxy.url, connectionTimeoutMillis: 500 });
    opened.on("error", () => undefined);
    await opened.connect();
    return opened;
  }

  it("passes everything", async () => {
    const one = await client();
    after(() => one.end());
    assert.deepEqual((await one.query("select 1 as one")).rows, [{ one: 1 }]);
  });

  it("keeps a line silent for ever once it went silent, and takes new ones when it speaks again", async () => {
    const one = await client();
    after(() => one.end());
    await proxy.set("silent");
    const answered = one.query("select 1").then(
      () => true,
      () => false,
    );
    await assert.rejects(client());
    await proxy.set("none");
    assert.equal(await Promise.race([answered, sleep(300, "silent")]), "silent");
    await (await client()).end();
    // The client gives up by itself; nobody told it anything.
  });

  it("lets the server hear and the client not, while it is mute", async () => {
    const one = await client();
    after(() => one.end());
    await one.query("create table heard (what text)");
    await proxy.set("mute");
    const answered = one.query("insert into heard values ('this')").then(
      () => true,
      () => false,
    );
    assert.equal(await Promise.race([answered, sleep(300, "mute")]), "mute");
    await proxy.set("none");
    const other = await client();
    after(() => other.end());
    assert.deepEqual((await other.query("select what from heard")).rows, [{ what: "this" }]);
  });

  it("delays what passes while it is slow", async () => {
    const one = await client();
    after(() => one.end());
    await proxy.set("slow");
    const startedAt = performance.now();
    await one.query("select 1");
    assert.ok(performance.now() - startedAt >= 200);
    await proxy.set("none");
  });

  it("resets what is open, and refuses where nobody listens", async () => {
    const one = await client();
    const failed = assert.rejects(one.query("select pg_sleep(5)"));
    await proxy.set("reset");
    await failed;
    await assert.rejects(client(), { code: "ECONNRESET" });
    await proxy.set("refuse");
    await assert.rejects(client(), { code: "ECONNREFUSED" });
    await proxy.set("none");
    await (await client()).end();
  });
});
