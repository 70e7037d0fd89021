import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { after, describe, test } from "node:test";
import { useDatabase } from "../harness/database.ts";
import { freePort } from "../harness/free-port.ts";
import { callAt } from "../harness/giao.ts";
import { addressOf, startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";

const { url: DATABASE_URL } = await useDatabase();
const DATA_DIR = await newDataDir("serve");
const base = { DATABASE_URL, DATA_DIR, ROBOTS: "off", PORT: "0" };

const ACTIVATE_MISSING =
  spawnSync("systemd-socket-activate", ["--version"]).status === 0 ? false : "systemd-socket-activate is not installed";

// A start takes the whole program two seconds: what several tests look at is started once, and ended by the last of them.
describe("giao serve", async () => {
  const plain = startProgram(["serve"], base);

  test("greets with addresses and credentials, and the lines to paste work in a shell", async () => {
    await plain.says(/curl -s .*v3\/orders.*\n/);
    const ready = await callAt(await addressOf(plain), "GET", "/readyz");
    assert.equal(ready.status, 200);
    assert.match(JSON.stringify(ready.body), /DEMO, not a real map/);
    const greeting = plain.output();
    for (const words of [
      "/v3",
      "/docs",
      "0123456789abcdef0123456789abcdef01234567",
      "84900000001",
      "sandbox-operator-key",
    ]) {
      assert.ok(greeting.includes(words), words);
    }
    assert.ok(!greeting.includes("WARNING"), greeting);
    const [token, services, order] = greeting.split("\n").filter((line) => /^ {2}(TOKEN=|curl )/.test(line));
    const paste = (line: string | undefined) =>
      JSON.parse(execFileSync("sh", ["-c", `${token}\n${line}`], { encoding: "utf8" }));
    assert.equal(paste(services)[0]._id, "SGN-BIKE");
    assert.equal(paste(order).status, "ASSIGNING");
  });

  test("SIGTERM lets a request under way finish, does not wait for a connection that has asked nothing, and the program ends with 0", async () => {
    const url = await addressOf(plain);
    const silent = connect(Number(new URL(url).port), "127.0.0.1");
    after(() => silent.destroy());
    await once(silent, "connect");
    // Answered only after the server has taken both connections.
    assert.equal((await callAt(url, "GET", "/healthz")).status, 200);
    const underWay = Array.from({ length: 20 }, () => callAt(url, "GET", "/v1/order/cities?country_id=VN"));
    await Promise.race(underWay);
    plain.process.kill("SIGTERM");
    for (const answer of await Promise.all(underWay)) assert.equal(answer.status, 200);
    assert.equal(await plain.exit(), 0, plain.output());
  });

  test("a bad setting stops the start with one line that names it", async () => {
    const program = startProgram(["serve"], { ...base, PORT: "many" });
    assert.equal(await program.exit(), 1);
    assert.equal(program.output(), 'giao: PORT must be a whole number from 0 to 65535, not "many".\n');
  });

  test("a taken port is said in one line", async () => {
    const taken = createServer();
    after(() => taken.close());
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const program = startProgram(["serve"], { ...base, PORT: String(port) });
    assert.equal(await program.exit(), 1);
    assert.match(
      program.output(),
      new RegExp(`^giao: PORT ${port} is taken by another program on 127\\.0\\.0\\.1; set PORT to a free one\\.\n$`),
    );
  });

  for (const processes of [1, 2]) {
    test(`answers on sockets that were opened before it was there (${processes} processes)`, {
      skip: ACTIVATE_MISSING,
    }, async () => {
      const ports = [await freePort(), await freePort()];
      const env = {
        ...base,
        PORT: "1",
        PROCESSES: String(processes),
        PATH: process.env.PATH!,
        HOME: process.env.HOME!,
      };
      const given = Object.entries(env).flatMap(([name, value]) => ["-E", `${name}=${value}`]);
      const activate = spawn("systemd-socket-activate", [
        ...ports.flatMap((port) => ["-l", `127.0.0.1:${port}`]),
        ...[...given, process.execPath, "bin/giao.js", "serve"],
      ]);
      after(() => activate.kill("SIGKILL"));
      await once(activate.stderr, "data");
      for (const port of ports) assert.equal((await callAt(`http://127.0.0.1:${port}`, "GET", "/healthz")).status, 200);
      activate.kill("SIGTERM");
      assert.deepEqual(await once(activate, "exit"), [0, null]);
    });
  }

  test("a database that cannot be reached is said in one line", async () => {
    const program = startProgram(["serve"], { ...base, DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none" });
    assert.equal(await program.exit(), 1);
    assert.match(program.output(), /^giao: the database cannot be reached.*\n$/);
    assert.ok(!program.output().includes("secret"));
  });

  const port = await freePort();
  const reachable = startProgram(["serve"], {
    ...base,
    HOST: "0.0.0.0",
    PORT: String(port),
    PROCESSES: "2",
    LOG_LEVEL: "trace",
  });

  test("a sandbox that others can reach starts with a loud warning", async () => {
    await reachable.says(/WARNING: this sandbox listens beyond this machine/);
  });

  test("several processes answer on one port and show their measures together", async () => {
    await reachable.says(/curl -s .*services/);
    const url = `http://127.0.0.1:${port}`;
    for (let i = 0; i < 10; i++) {
      // A new connection each time, so that the processes take turns.
      await callAt(url, "GET", "/v1/order/cities?country_id=VN", { headers: { connection: "close" } });
    }
    const metrics = await callAt(url, "GET", "/metrics", { operator: true });
    const counted = /giao_http_request_seconds_count\{[^}]*route="\/v1\/order\/cities"[^}]*\} (\d+)/.exec(metrics.body);
    assert.equal(counted?.[1], "10");
  });

  test("the log of all of them names routes and ids, never phones, tokens, keys or names, and they end together", async () => {
    const url = await addressOf(reachable);
    const body = {
      api_key: "0123456789abcdef0123456789abcdef01234567",
      mobile: "84900000002",
      name: "Secret Name",
      address: "Secret Street",
    };
    await callAt(url, "POST", "/v3/accounts", { body });
    const { body: pair } = await callAt(url, "POST", "/v3/accounts/token", { body });
    await callAt(url, "DELETE", "/v3/accounts/childs/84900000001", { token: pair.token });
    reachable.process.kill("SIGTERM");
    assert.equal(await reachable.exit(), 0);
    const log = reachable
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .join("\n");
    assert.match(log, /"route":"\/v3\/accounts\/childs\/:child_id"/);
    for (const secret of [
      "84900000001",
      "84900000002",
      pair.token,
      pair.refresh_token,
      body.api_key,
      "Secret Name",
      "Secret Street",
    ]) {
      assert.ok(!log.includes(secret), `the log holds ${secret}`);
    }
  });
});
