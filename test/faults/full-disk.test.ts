// A disk without room: PostgreSQL can be read, and rows that stay in place can be changed, but nothing new can be written down.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { orderBody } from "../harness/fleet.ts";
import { callAt } from "../harness/giao.ts";
import { ask, findPostgres, POSTGRES_MISSING, startCluster } from "../harness/postgres-pair.ts";
import { startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";

const DISK = "192m";

// Undefined where the machine does not let us: that takes root.
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "giao-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmdirSync(folder);
    return undefined;
  }
}

const disk = findPostgres() === undefined ? undefined : mountDisk();
const missing =
  findPostgres() === undefined ? POSTGRES_MISSING : "a small disk cannot be mounted here: that takes root";
const skip = disk === undefined && missing;

describe("a database whose disk is full", { skip }, async () => {
  if (disk === undefined) return;
  const cluster = await startCluster({ folder: disk, settings: { max_wal_size: "64MB", min_wal_size: "48MB" } });
  const program = startProgram(["serve"], {
    DATABASE_URL: cluster.url,
    DATA_DIR: await newDataDir("full-disk"),
    ROBOTS: "off",
    PORT: "0",
    LOG_LEVEL: "error",
  });
  after(async () => {
    program.process.kill("SIGKILL");
    await program.exit();
    await cluster.stop();
    execFileSync("umount", [disk]);
    rmdirSync(disk);
  });
  const [, url = ""] = await program.says(/API +(http\S+)\/v3/);
  const credentials = { api_key: "0123456789abcdef0123456789abcdef01234567", mobile: "84900000001" };
  const { token } = (await callAt(url, "POST", "/v3/accounts/token", { body: credentials })).body;
  const create = (more: object = {}) => callAt(url, "POST", "/v3/orders", { token, body: orderBody(more) });
  const isReady = async () => (await callAt(url, "GET", "/readyz")).status === 200;

  test("turns the program unready, is told as 503, and is over when there is room again", async (t) => {
    assert.equal(await isReady(), true);
    const made: string[] = [(await create()).body.order_id];
    const filling = join(disk, "filling");
    const file = openSync(filling, "w");
    const fill = (size: number): void => {
      for (;;) writeSync(file, Buffer.alloc(size));
    };
    for (const size of [1 << 20, 4_096, 1]) assert.throws(() => fill(size), { code: "ENOSPC" });
    closeSync(file);

    await until("it is not ready", async () => !(await isReady()));
    // What takes room by itself: a note of some kilobytes on each of many orders.
    const remarks = "x".repeat(900);
    let refused = 0;
    for (let round = 0; round < 300 && refused < 20; round++) {
      const answer = await create({ remarks });
      if (answer.status === 200) made.push(answer.body.order_id);
      else {
        assert.equal(answer.status, 503, JSON.stringify(answer.body));
        assert.ok(answer.headers.get("retry-after"));
        refused++;
      }
    }
    t.diagnostic(`${made.length} orders found room, ${refused} were told to try again`);
    assert.ok(refused > 0);
    assert.equal(await isReady(), false);

    rmSync(filling);
    await until("it is ready", isReady);
    const answer = await create({ remarks });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const there = new Set((await ask(cluster.url, "select id from orders")).map(({ id }) => id));
    assert.deepEqual(
      made.filter((id) => !there.has(id)),
      [],
    );
    const verdict = await callAt(url, "GET", "/operator/v1/ledger/verify", { operator: true });
    assert.deepEqual(verdict.body.problems, []);
  });
});
