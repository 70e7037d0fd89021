// The alert rules an operator copies: promtool reads them, each fires on figures that are wrong and is silent on those that are not, and
// each asks for a measure that there is.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Registry } from "prom-client";
import { measureDispatch } from "../../src/http/base/dispatch-measures.ts";
import { realClock } from "../../src/ports/clock.ts";

const RULES = join(import.meta.dirname, "../../deploy/prometheus/alerts.yaml");
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

const series = (name: string, labels: string, values: string) =>
  `      - series: 'giao_dispatch_${name}{city="SGN",instance="a"${labels && `,${labels}`}}'\n        values: '${values}'`;
const round = (outcome: string, values: string) => series("rounds_total", `outcome="${outcome}"`, values);
const ended = (outcome: string, count: number) => series("offers_ended", `outcome="${outcome}"`, `${count}x40`);
const offers = (accepted: number, declined: number, expired: number) => [
  ended("accepted", accepted),
  ended("declined", declined),
  ended("expired", expired),
];
const waiting = (reason: string, count: number) => series("waiting", `reason="${reason}"`, `${count}x40`);

// What a bad half hour looks like, and a good one.
const cases: Readonly<Record<string, { readonly bad: readonly string[]; readonly good: readonly string[] }>> = {
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
  GiaoCityIsNotLed: { bad: [series("leads", "", "0x40")], good: [series("leads", "", "1x40")] },
  GiaoWaysByCrow: {
    bad: [series("ways_total", 'by="crow"', "0+500x40"), series("ways_total", 'by="roads"', "0+500x40")],
    good: [series("ways_total", 'by="crow"', "0+1x40"), series("ways_total", 'by="roads"', "0+999x40")],
  },
};

test("promtool reads the rules", { skip }, () => run("check", "rules", RULES));

test("every alert has a case here, and every measure it asks for is told", () => {
  assert.deepEqual(Object.keys(cases).sort(), alerts.toSorted());
  const registry = new Registry();
  measureDispatch(registry, () => new Map(), realClock);
  const told = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  for (const [measure] of text.matchAll(/giao_dispatch_\w+/g)) assert.ok(told.has(measure), measure);
});

for (const [alert, { bad, good }] of Object.entries(cases)) {
  test(`${alert} fires on bad figures and is silent on good ones`, { skip }, () => {
    const file = join(dir, `${alert}.yaml`);
    const at = (values: readonly string[], count: number) => `
  - interval: 1m
    input_series:
${values.join("\n")}
    promql_expr_test:
      - expr: count(ALERTS{alertname="${alert}",alertstate="firing",city="SGN"}) or vector(0)
        eval_time: 30m
        exp_samples:
          - value: ${count}`;
    writeFileSync(file, `rule_files: ["${RULES}"]\nevaluation_interval: 1m\ntests:${at(bad, 1)}${at(good, 0)}\n`);
    run("test", "rules", file);
  });
}
