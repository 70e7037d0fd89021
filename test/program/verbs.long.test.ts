import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { useDatabase } from "../harness/database.ts";
import { callAt } from "../harness/giao.ts";
import { startProgram } from "../harness/program.ts";
import { newDataDir } from "../harness/streets.ts";

const { url: DATABASE_URL } = await useDatabase();
const { url: EMPTY_URL } = await useDatabase({ from: "nothing" });
const DATA_DIR = await newDataDir("verbs");
const base = { DATABASE_URL, DATA_DIR, ROBOTS: "off", PORT: "0" };

describe("the other verbs", () => {
  const run = async (words: readonly string[], env: Readonly<Record<string, string>> = base) => {
    const program = startProgram(words, env);
    return { code: await program.exit(), output: program.output() };
  };

  test("--help lists them, and each explains itself", async () => {
    const { code, output } = await run(["--help"]);
    assert.equal(code, 0);
    const names = "serve migrate seed partner top-up ledger map order simulate secrets data";
    const verbs = names.split(" ");
    const helps = await Promise.all(verbs.map((verb) => run([verb, "--help"])));
    for (const [at, verb] of verbs.entries()) {
      assert.match(output, new RegExp(`^  ${verb} `, "m"));
      assert.equal(helps[at]?.code, 0);
      assert.match(helps[at]?.output ?? "", new RegExp(`^giao ${verb}`));
    }
  });

  test("an unknown verb or option is refused with the help beside it", async () => {
    assert.equal((await run(["fly"])).code, 2);
    const wrong = await run(["partner", "create", "x", "--colour", "red"]);
    assert.equal(wrong.code, 2);
    assert.match(wrong.output, /--colour/);
    assert.match(wrong.output, /giao partner create <id>/);
  });

  test("migrate and seed say what they did, and that there was nothing to do", async () => {
    assert.match((await run(["migrate"])).output, /^The schema is \d+ already\.\n$/);
    const fresh = await run(["migrate"], { ...base, DATABASE_URL: EMPTY_URL });
    assert.match(fresh.output, /^applied 0001_accounts\.sql in \d+\.\d s\n(applied .*\n)+The schema is now \d+\.\n$/);
    assert.match((await run(["seed"])).output, /^There are \d+ cities and \d+ services\.\n$/);
  });

  test("partner create prints keys once, and refuses a taken id", async () => {
    const made = await run(["partner", "create", "cli-shop", "--name", "CLI shop"]);
    assert.equal(made.code, 0);
    assert.match(made.output, /api_key +[0-9a-f]{40}\n/);
    const again = await run(["partner", "create", "cli-shop", "--name", "CLI shop"]);
    assert.equal(again.code, 1);
    assert.equal(again.output, "giao: There is a partner cli-shop already.\n");
  });

  test("order tells an order's life and money, and no names; an unknown one is said", async () => {
    const server = startProgram(["serve"], base);
    const [, url = ""] = await server.says(/API +(http\S+)\/v3/);
    await server.says(/curl -s/);
    const { body: pair } = await callAt(url, "POST", "/v3/accounts/token", {
      body: { api_key: "0123456789abcdef0123456789abcdef01234567", mobile: "84900000001" },
    });
    const point = { address: "a", name: "Secret Name", mobile: "0987654321" };
    const made = await callAt(url, "POST", "/v3/orders", {
      token: pair.token,
      body: {
        order_time: 0,
        service_id: "SGN-BIKE",
        requests: [],
        payment_method: "BALANCE",
        remarks: "sim:none",
        path: [
          { ...point, lat: 10.7769, lng: 106.7009 },
          { ...point, lat: 10.79, lng: 106.71 },
        ],
      },
    });
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const shown = await run(["order", made.body.order_id]);
    assert.equal(shown.code, 0);
    assert.match(shown.output, new RegExp(`^order +${made.body.order_id} +ASSIGNING`));
    assert.match(shown.output, /create +user +ASSIGNING/);
    assert.match(shown.output, /\nwaits for a driver: /);
    assert.match(shown.output, /journals\n.*hold/);
    assert.ok(!shown.output.includes("Secret Name") && !shown.output.includes("0987654321"));
    assert.equal((await run(["order", "26ZZZZZZ"])).output, "giao: Order 26ZZZZZZ does not exist.\n");
    server.process.kill("SIGTERM");
    assert.equal(await server.exit(), 0);
  });
});
