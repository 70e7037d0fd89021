// A sandbox of its own for the pictures: the program as `npm start` runs it, on its usual port (PORT moves it, but pictures
// show it) and a folder that is thrown away.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO } from "../../src/operations/seed.ts";
import { ok } from "../harness/fleet.ts";
import { type Call, callAt, type Json } from "../harness/giao.ts";
import { until } from "../harness/until.ts";

export type Sandbox = {
  readonly url: string;
  readonly call: (method: string, path: string, call?: Call) => Promise<Json>;
  // The demo account with money.
  readonly token: string;
  readonly stop: () => Promise<void>;
};

export async function startSandbox(): Promise<Sandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), "giao-pictures-"));
  const child = spawn(process.execPath, ["bin/giao.js", "serve"], {
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const url = await greetedAddress(child.stdout);
  const call = async (method: string, path: string, more: Call = {}): Promise<Json> =>
    ok(await callAt(url, method, path, more));
  try {
    const account = { body: { api_key: DEMO.apiKey, mobile: DEMO.phone } };
    // On a busy machine its database may be late.
    const { token } = await until("the sandbox answers", async () => {
      const { status, body } = await callAt(url, "POST", "/v3/accounts/token", account);
      return status === 200 && body;
    });
    return { url, call, token, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

// Listens on after it is found: a program whose words nobody reads any more is ended by them.
function greetedAddress(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    output.on("data", (chunk) => {
      said += String(chunk);
      const [, address] = /API +(http:\/\/\S+)\/v3/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    output.on("end", () => reject(new Error(`the sandbox ended without saying where it is:\n${said}`)));
  });
}
