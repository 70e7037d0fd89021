// The calls every integration makes all day: the list of services (token check included) and a new token.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO } from "../src/operations/seed.ts";
import { bareServer, compare, type Question, startProcess } from "./side-by-side.ts";

const dataDir = mkdtempSync(join(tmpdir(), "giao-bench-data-"));
const giao = await startProcess("bin/giao.js", ["serve"], {
  DATA_DIR: dataDir,
  PORT: "0",
  ROBOTS: "off",
  LOG_LEVEL: "warn",
});
try {
  const signIn: Question = {
    paths: ["/v3/accounts/token"],
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ api_key: DEMO.apiKey, mobile: DEMO.emptyPhone }),
  };
  const answer = async (path: string, init: RequestInit) => (await fetch(giao.url + path, init)).text();
  const pair = await answer(signIn.paths[0]!, { method: "POST", body: signIn.body! });
  const services: Question = {
    paths: ["/v3/services?city_id=SGN"],
    method: "GET",
    headers: { authorization: `Bearer ${(JSON.parse(pair) as { token: string }).token}` },
  };
  const list = await answer(services.paths[0]!, { headers: services.headers });

  const bareList = await bareServer(list);
  compare(`GET /v3/services?city_id=SGN (${Math.round(list.length / 1024)} KB)`, giao.url, bareList.url, services);
  bareList.stop();
  const bareToken = await bareServer(pair);
  compare("POST /v3/accounts/token", giao.url, bareToken.url, signIn);
  bareToken.stop();
} finally {
  giao.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}
