// The alert rules an operator copies: promtool reads them, each fires on figures that are wrong and is silent on those that are not, and
// each asks for a measure that there is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Registry } from "prom-client";
import { measureLive } from "../../src/http/measures/database-measures.ts";
import { startGiao } from "../harness/giao.ts";

const ROOT = join(import.meta.dirname, "../..");
const RULES = join(ROOT, "deploy/prometheus/alerts.yaml");
const text = readFileSync(RULES, "utf8");
const alerts = [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
const promtool = spawnSync("promtool", ["--version"]).status === 0;
const skip = promtool ? false : "promtool is missing: apt-get install prometheus";
const dir = mkdtempSync(join(tmpdir(), "giao-alerts-"));
after(() => rmSync(dir, { recursive: true }));

function run(...words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync("promtool", words, { encoding: "utf8" });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

const plain = (name: string, labels: string, values: string) =>
  `      - series: '${name}{job="giao",instance="a"${labels && `,${labels}`}}'\n        values: '${values}'`;
const series = (name: string, labels: string, values: string) =>
  plain(`giao_dispatch_${name}`, `city="SGN"${labels && `,${labels}`}`, values);
const requests = (status: number, values: string) =>
  plain("giao_http_request_seconds_count", `status="${status}"`, values);
const bucket = (le: string, values: string) =>
  plain("giao_http_request_seconds_bucket", `route="/v3/orders",le="${le}"`, values);
const owed = (seconds: number) => plain("giao_callback_partner_oldest_seconds", 'partner="shop"', `${seconds}x40`);
const held = plain("giao_callback_partner_held", 'partner="shop",why="circuit open"', "1x40");
// One gauge, bad and good.
const one = (name: string, labels: string, bad: number, good: number) => ({
  bad: [plain(name, labels, `${bad}x40`)],
  good: [plain(name, labels, `${good}x40`)],
});
const round = (outcome: string, values: string) => series("rounds_total", `outcome="${outcome}"`, values);
const ended = (outcome: string, count: number) => series("offers_ended", `outcome="${outcome}"`, `${count}x40`);
const offers = (accepted: number, declined: number, expired: number) => [
  ended("accepted", accepted),
  ended("declined", declined),
  ended("expired", expired),
];
const toldBy = (state: string, values: string) => plain("giao_alert_messages", `state="${state}"`, values);
const waiting = (reason: string, count: number) => series("waiting", `reason="${reason}"`, `${count}x40`);

// What a bad half hour looks like, and a good one.
const cases: Readonly<Record<string, { readonly bad: readonly string[]; readonly good: readonly string[] }>> = {
  GiaoProcessIsDown: one("up", "", 0, 1),
  GiaoDatabaseIsAway: {
    bad: [plain("giao_loop_rounds_failed_total", 'loop="heartbeat"', "0+12x40")],
    good: [plain("giao_loop_rounds_failed_total", 'loop="heartbeat"', "0x40")],
  },
  GiaoRequestsFail: {
    bad: [requests(200, "0+900x40"), requests(503, "0+100x40")],
    good: [requests(200, "0+999x40"), requests(503, "0+1x40")],
  },
  GiaoRequestsAreSlow: {
    bad: [bucket("1", "0+50x40"), bucket("2", "0+100x40"), bucket("+Inf", "0+100x40")],
    good: [bucket("0.1", "0+100x40"), bucket("2", "0+100x40"), bucket("+Inf", "0+100x40")],
  },
  GiaoRequestsAreRefused: {
    bad: [plain("giao_requests_refused_total", 'reason="full"', "0+600x40")],
    good: [plain("giao_requests_refused_total", 'reason="full"', "0+6x40")],
  },
  GiaoEventLoopIsLate: one("giao_event_loop_delay_seconds", 'quantile="0.99"', 0.8, 0.02),
  GiaoWorkHangs: {
    bad: [plain("giao_loop_rounds_hung_total", 'loop="callbacks"', "0+1x40")],
    good: [plain("giao_loop_rounds_hung_total", 'loop="callbacks"', "3x40")],
  },
  GiaoLivePlaneIsAway: one("giao_live_up", "", 0, 1),
  GiaoTimeIsUncertain: one("giao_clock_certain", "", 0, 1),
  GiaoLocksAreHeld: one("giao_database_lock_wait_seconds", "", 5, 0.1),
  GiaoStandbyIsBehind: one("giao_database_replication_lag_bytes", 'standby="b"', 3e8, 1e6),
  GiaoStandbyIsNotRead: one("giao_database_standby_used", 'standby="b"', 0, 1),
  GiaoConnectionsAreWaitedFor: one("giao_database_connections", 'state="waiting"', 40, 0),
  GiaoCallbacksLag: { bad: [owed(300)], good: [owed(300), held] },
  GiaoCallbackEndpointFails: { bad: [owed(300), held], good: [owed(300)] },
  GiaoMessagesFail: one("giao_recipient_messages", 'state="failed"', 30, 2),
  GiaoAlertsAreNotHeard: {
    bad: [toldBy("failed", "0x40"), toldBy("waiting", "0x9 3x30")],
    good: [toldBy("failed", "0x40"), toldBy("waiting", "0x9 3 0x9 2 0x20")],
  },
  GiaoOrdersWaitTooLong: {
    bad: [series("oldest_waiting_seconds", "", "500x40")],
    good: [series("oldest_waiting_seconds", "", "470x40")],
  },
  GiaoNobodyMayBeAsked: {
    bad: [waiting("NO_PLAN", 4), waiting("NO_DRIVER_MAY_BE_ASKED", 4), waiting("HELD_FOR_LATER", 4)],
    good: [waiting("NO_PLAN", 2), waiting("NO_DRIVER_MAY_BE_ASKED", 1), waiting("HELD_FOR_LATER", 9)],
  },
  GiaoRoundsAreSlow: {
    bad: [round("done", "0+10x40"), series("round_seconds_total", "", "0+40x40")],
    good: [round("done", "0+60x40"), series("round_seconds_total", "", "0+30x40")],
  },
  GiaoRoundsFail: { bad: [round("failed", "0+10x40")], good: [round("failed", "0x40")] },
  GiaoRoundsAreCapped: {
    bad: [round("done", "0+60x40"), round("capped", "0+50x40")],
    good: [round("done", "0+60x40"), round("capped", "0+5x40")],
  },
  GiaoOffersRunOut: { bad: offers(8, 1, 20), good: offers(20, 5, 5) },
  GiaoFewOffersAreAccepted: {
    bad: [...offers(5, 20, 0), series("acceptance", "", "0.2x40")],
    good: [...offers(20, 5, 0), series("acceptance", "", "0.8x40")],
  },
  GiaoCityIsNotLed: { bad: [series("led", "", "0x40")], good: [series("led", "", "1x40")] },
  GiaoWaysByCrow: {
    bad: [series("ways_total", 'by="crow"', "0+500x40"), series("ways_total", 'by="roads"', "0+500x40")],
    good: [series("ways_total", 'by="crow"', "0+1x40"), series("ways_total", 'by="roads"', "0+999x40")],
  },
};

test("promtool reads the rules", { skip }, () => run("check", "rules", RULES));

test("every alert has a case here and a section of the runbook, and the runbook has no other", () => {
  assert.deepEqual(Object.keys(cases).sort(), alerts.toSorted());
  const runbook = readFileSync(join(ROOT, "docs/runbook.md"), "utf8");
  assert.deepEqual([...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!).sort(), alerts.toSorted());
});

test("the alerts and the dashboard ask for measures that are told", async () => {
  const giao = await startGiao({ METRICS_TOKEN: "metrics-token" });
  const told = await giao.call("GET", "/metrics", { headers: { authorization: "Bearer metrics-token" } });
  // Some are there only with a live plane or after the first of their kind, and named all the same.
  const names = new Set(
    [...String(told.body).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, kind]) =>
      kind === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
    ),
  );
  const registry = new Registry();
  measureLive(registry, {
    state: () => ({ isUp: true }),
    figures: () => ({ told: {}, heard: {}, failed: {} }),
  } as never);
  for (const { name } of registry.getMetricsAsArray()) names.add(name);
  const dashboard = readFileSync(join(ROOT, "deploy/grafana/giao.json"), "utf8");
  const asked = (text: string) => [...text.matchAll(/\bgiao_\w+/g)].map(([name]) => name);
  assert.ok(asked(dashboard).length > 20);
  for (const name of [...asked(text), ...asked(dashboard)]) assert.ok(names.has(name), `${name} is told by nobody`);
});

// All bad figures at once and all good ones: promtool takes longer to open than to look. So that no alert fires by the figures of another, each has a city,
// a partner and a process of its own.
test("each alert fires on bad figures and is silent on good ones", { skip }, () => {
  const own = (alert: string, values: readonly string[]) =>
    values.map((value) => value.replace(/(city|partner|instance)="\w+"/g, `$1="${alert}"`)).join("\n");
  const all = (which: "bad" | "good", count: number) => `
  - interval: 1m
    input_series:
${Object.entries(cases)
  .map(([alert, figures]) => own(alert, figures[which]))
  .join("\n")}
    promql_expr_test:${Object.keys(cases)
      .map(
        (alert) => `
      - expr: count(ALERTS{alertname="${alert}",alertstate="firing",city=~"|${alert}",partner=~"|${alert}",instance=~"|${alert}"}) or vector(0)
        eval_time: 30m
        exp_samples: [{ value: ${count} }]`,
      )
      .join("")}`;
  const file = join(dir, "tests.yaml");
  writeFileSync(file, `rule_files: ["${RULES}"]\nevaluation_interval: 1m\ntests:${all("bad", 1)}${all("good", 0)}\n`);
  run("test", "rules", file);
});
