// The API's description passes a strict public ruleset, as everyone reads it and as the operator does.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const folder = mkdtempSync(join(tmpdir(), "giao-openapi-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = `extends: [recommended-strict]
rules:
  # The contract's own: /v3/orders/{order_id}/rate beside /v3/orders/tracks/{tracking_number}.
  no-ambiguous-paths: off
`;
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

function lint(file: string): Promise<{ readonly status: unknown; readonly said: string }> {
  const words = ["node_modules/@redocly/cli/bin/cli.js", "lint", file, "--config", join(folder, "redocly.yaml")];
  const env = { ...process.env, ...QUIET };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, said: stdout + stderr }),
    );
  });
}

writeFileSync(join(folder, "redocly.yaml"), CONFIG);
for (const operator of [false, true]) {
  test(`${operator ? "the operator's" : "everyone's"} description has no fault and no warning`, async () => {
    const { body } = await giao.call("GET", "/openapi.json", { operator });
    const file = join(folder, `${operator}.json`);
    writeFileSync(file, JSON.stringify(body, null, 1));
    const { status, said } = await lint(file);
    assert.equal(status, 0, said);
    assert.doesNotMatch(said, /warning/i);
  });
}
