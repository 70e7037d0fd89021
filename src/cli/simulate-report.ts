// How a simulated day is told: a table for people, or JSON for programs.
import { etaRecord } from "../contract/eta-record.ts";
import type { EtaFigures } from "../domain/eta/eta-figures.ts";
import type { Calibration } from "../domain/eta/observed-speeds.ts";
import { type DayFigures, isDelivered } from "../domain/simulation/figures.ts";
import type { SimulatedOrder } from "../domain/simulation/simulator.ts";

export type PolicyRun = {
  readonly policy: string;
  readonly figures: DayFigures;
  readonly orders: readonly SimulatedOrder[];
  readonly rounds: number;
  readonly roundMs: { readonly mean: number; readonly max: number };
  // How far off the map's times and the corrected ones were; only where the simulated traffic differs from the map.
  readonly calibration?: { readonly map: Calibration; readonly corrected: Calibration };
  // How the windows held that people would have been told; of made-up cities.
  readonly eta?: EtaFigures;
};

type Column = { readonly head: readonly [string, string]; readonly cell: (run: PolicyRun) => string };

// Seconds to the millisecond: more digits say nothing.
const inMs = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
const minutes = (seconds: number): string => (seconds / 60).toFixed(1);

// A record of what happened has no metres and no shifts in it.
const known = (figure: number, format: (figure: number) => string): string =>
  Number.isFinite(figure) ? format(figure) : "–";

const COLUMNS: readonly Column[] = [
  { head: ["", "policy"], cell: ({ policy }) => policy },
  { head: ["order to door, min", "mean"], cell: ({ figures }) => minutes(figures.orderToDoorSeconds.mean) },
  { head: ["", "p95"], cell: ({ figures }) => minutes(figures.orderToDoorSeconds.p95) },
  { head: ["order to pickup", "mean"], cell: ({ figures }) => minutes(figures.orderToPickupSeconds.mean) },
  { head: ["ready to pickup", "mean"], cell: ({ figures }) => minutes(figures.readyToPickupSeconds.mean) },
  {
    head: ["metres", "per order"],
    cell: ({ figures }) => known(figures.metersPerOrder, (meters) => meters.toFixed(0)),
  },
  {
    head: ["idle", "share"],
    cell: ({ figures }) => known(figures.idleShare, (share) => `${(100 * share).toFixed(0)} %`),
  },
  { head: ["offers", "per order"], cell: ({ figures }) => figures.offersPerOrder.toFixed(2) },
  { head: ["orders", "lost"], cell: ({ figures }) => String(figures.lost) },
  { head: ["un-", "delivered"], cell: ({ figures }) => String(figures.undelivered) },
  { head: ["ms per", "round"], cell: ({ roundMs, rounds }) => (rounds === 0 ? "–" : roundMs.mean.toFixed(2)) },
];

export function tableOf(runs: readonly PolicyRun[], floorSeconds: number): readonly string[] {
  const rows = [
    COLUMNS.map(({ head }) => head[0]),
    COLUMNS.map(({ head }) => head[1]),
    ...runs.map((run) => COLUMNS.map(({ cell }) => cell(run))),
    ["floor", minutes(floorSeconds)],
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join("  ")
      .trimEnd(),
  );
  return [...lines, "", "floor: a driver always at the counter when the goods are; no policy is faster"];
}

export function calibrationLine(policy: string, { map, corrected }: NonNullable<PolicyRun["calibration"]>): string {
  const share = (part: number): string => `${(100 * part).toFixed(1)} %`;
  return (
    `driving times over ${map.trips} trips of "${policy}": the map was ${share(map.errorShare)} off on average, ` +
    `corrected by observed speeds ${share(corrected.errorShare)}`
  );
}

// One document; each delivered order stands on a line of its own.
export function jsonOf(run: PolicyRun, floorSeconds: number): string {
  const { figures } = run;
  const inMinutes = ({ mean, p95 }: { readonly mean: number; readonly p95: number }) => ({
    mean: mean / 60,
    p95: p95 / 60,
  });
  const head = {
    policy: run.policy,
    orders: figures.orders,
    delivered: figures.delivered,
    undelivered: figures.undelivered + figures.lost,
    lost: figures.lost,
    order_to_door_minutes: inMinutes(figures.orderToDoorSeconds),
    order_to_pickup_minutes: inMinutes(figures.orderToPickupSeconds),
    ready_to_pickup_minutes: inMinutes(figures.readyToPickupSeconds),
    floor_order_to_door_minutes: floorSeconds / 60,
    meters_per_order: figures.metersPerOrder,
    idle_share: figures.idleShare,
    offers_per_order: figures.offersPerOrder,
    rounds: run.rounds,
    ms_per_round: run.roundMs,
    ...(run.eta && { eta: etaRecord(run.eta) }),
    undelivered_ids: run.orders.filter((order) => !isDelivered(order)).map(({ id }) => id),
  };
  const lines = run.orders
    .filter(isDelivered)
    .map(({ id, driverId, pickedUpAt, deliveredAt }) =>
      JSON.stringify({ id, driver: driverId, picked_up_at: inMs(pickedUpAt), delivered_at: inMs(deliveredAt) }),
    );
  return `${JSON.stringify(head).slice(0, -1)},"deliveries":[\n${lines.join(",\n")}\n]}`;
}
