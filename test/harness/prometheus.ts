// Debian's Prometheus as deploy/prometheus configures it, looking at programs that a test breaks. Only its patience is shorter: it looks every 5 s
// instead of 10, and every `for` is a sixtieth. The expressions are those that operators get.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext } from "node:test";
import { parse, stringify } from "yaml";
import { startStopwatch } from "../../src/ports/clock.ts";
import { freePort, isListening } from "./free-port.ts";
import type { Json } from "./giao.ts";
import { until } from "./until.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy/prometheus");
export const PROMETHEUS_MISSING =
  spawnSync("prometheus", ["--version"]).status === 0
    ? false
    : "Prometheus is not installed (apt-get install prometheus)";
export const METRICS_TOKEN = "a-token-for-measures-and-nothing-else";
const EVERY = "5s";
const SOONER = 60;
const SECONDS_MAX = 60;
const MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000 };

export type AlertWatch = {
  // Puts a fault in and waits until each of these fires, a minute at most. None may have fired before.
  readonly tells: (alerts: readonly string[], fault: () => unknown) => Promise<void>;
};

// Of programs that were started with METRICS_TOKEN; ended with the test file.
export async function watchAlerts(t: TestContext, ...urls: readonly string[]): Promise<AlertWatch> {
  const ask = await startPrometheus(urls.map((url) => new URL(url).host));
  const firing = async (): Promise<ReadonlySet<string>> => {
    const { alerts } = await ask("alerts");
    return new Set(alerts.filter(({ state }: Json) => state === "firing").map(({ labels }: Json) => labels.alertname));
  };
  const isSeen = async (): Promise<boolean> => {
    const { result } = await ask("query?query=up");
    return result.length === urls.length && result.every(({ value }: Json) => value[1] === "1");
  };
  await until("Prometheus has looked", isSeen, { everyMs: 500 });
  assert.deepEqual([...(await firing())], [], "nothing is wrong yet");
  return {
    tells: async (alerts, fault) => {
      const before = await firing();
      for (const alert of alerts) assert.ok(!before.has(alert), `${alert} fires before its fault`);
      const watch = startStopwatch();
      await fault();
      const silent = new Set(alerts);
      const look = async (): Promise<boolean> => {
        for (const alert of await firing()) {
          if (silent.delete(alert)) t.diagnostic(`${alert} after ${(watch.elapsedMs() / 1000).toFixed(1)} s`);
        }
        return silent.size === 0;
      };
      const secondsMax = SECONDS_MAX - watch.elapsedMs() / 1000;
      await until(`${alerts.join(", ")} fire`, look, { secondsMax, everyMs: 500 }).catch(() =>
        assert.fail(`${[...silent].join(", ")} did not fire in ${SECONDS_MAX} s`),
      );
    },
  };
}

async function startPrometheus(targets: readonly string[]): Promise<(path: string) => Promise<Json>> {
  const dir = mkdtempSync(join(tmpdir(), "giao-prometheus-"));
  const port = await freePort();
  const rules = readFileSync(join(DEPLOY, "alerts.yaml"), "utf8");
  const sooner = (_: string, count: string, unit: string) => `for: ${(Number(count) * MS[unit]!) / SOONER}ms`;
  writeFileSync(join(dir, "alerts.yaml"), rules.replace(/\bfor: (\d+)([sm])$/gm, sooner));
  writeFileSync(join(dir, "token"), METRICS_TOKEN);
  const config = parse(readFileSync(join(DEPLOY, "prometheus.yml"), "utf8")) as Json;
  config.global = { scrape_interval: EVERY, scrape_timeout: EVERY, evaluation_interval: EVERY };
  const [job] = config.scrape_configs;
  job.authorization.credentials_file = join(dir, "token");
  job.static_configs = [{ targets }];
  const file = join(dir, "prometheus.yml");
  writeFileSync(file, stringify(config));
  const words = [`--config.file=${file}`, `--storage.tsdb.path=${dir}/data`, `--web.listen-address=127.0.0.1:${port}`];
  const child = spawn("prometheus", words, { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const ended = once(child, "exit");
  after(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dir, { recursive: true });
  });
  // It listens before it has read what it keeps.
  await until("Prometheus is ready", async () => {
    if (child.exitCode !== null) throw new Error(log);
    return (await isListening(port)) && (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok;
  });
  return async (path) => ((await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as Json).data;
}
