// How dispatch goes, city by city, as the operator's monitoring reads it. A process tells of the cities it leads; one tells which nobody leads.
import { Counter, Gauge, type Registry } from "prom-client";
import { acceptanceIn, type CityFigure } from "../../domain/dispatch/city-figure.ts";
import type { Clock } from "../../ports/clock.ts";
import type { WaitingCity } from "../../store/dispatch/leases.ts";
import { measure, type Samples, samplesBy } from "./measures.ts";

type MeasuredCity = Omit<CityFigure, "waiting" | "oldestSeconds"> & {
  readonly leads: boolean;
  readonly oldestSince: Date | undefined;
};

type Cities = () => ReadonlyMap<string, MeasuredCity>;

export function measureDispatch(registry: Registry, cities: Cities, clock: Clock): void {
  const ofEach = (
    kind: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    labels: readonly string[],
    sample: (city: MeasuredCity) => Samples,
  ): void =>
    measure(registry, kind, `giao_dispatch_${name}`, {
      help,
      labels: ["city", ...labels],
      read: () =>
        [...cities()].flatMap(([city, figures]) =>
          sample(figures).map(([more, figure]) => [{ city, ...more }, figure] as const),
        ),
    });
  const oldest = "How long the oldest order that waits for a driver has waited.";
  ofEach(Gauge, "oldest_waiting_seconds", oldest, [], ({ leads, oldestSince }) =>
    leads ? [[{}, oldestSince ? Math.max(0, (clock.now().getTime() - oldestSince.getTime()) / 1000) : 0]] : [],
  );
  const waiting = "Orders that wait for a driver, by what was last said of each.";
  ofEach(Gauge, "waiting", waiting, ["reason"], ({ waitingFor }) => samplesBy("reason", waitingFor));
  ofEach(Gauge, "drivers", "Drivers who are out, as the last round found them.", [], ({ leads, drivers }) =>
    leads ? [[{}, drivers]] : [],
  );
  const leading = "1 where this process leads the city's dispatch.";
  ofEach(Gauge, "leads", leading, [], ({ leads }) => [[{}, leads ? 1 : 0]]);
  const rounds = "Rounds, by outcome; capped ones are done and left orders to the next.";
  ofEach(Counter, "rounds_total", rounds, ["outcome"], (city) => samplesBy("outcome", city.rounds));
  ofEach(Counter, "round_seconds_total", "Time taken by rounds that were done.", [], ({ roundSeconds }) => [
    [{}, roundSeconds],
  ]);
  ofEach(Counter, "offered_total", "Offers made.", [], ({ offered }) => [[{}, offered]]);
  const outcomes =
    "Questions to one driver that ended in the last 10 minutes, by outcome. Every process that dispatches tells of all cities.";
  ofEach(Gauge, "offers_ended", outcomes, ["outcome"], (city) => samplesBy("outcome", city.outcomes));
  const accepted = "Share of the questions to one driver that were accepted, over the last 10 minutes.";
  ofEach(Gauge, "acceptance", accepted, [], (city) => {
    const share = acceptanceIn(city.outcomes);
    return share === undefined ? [] : [[{}, share]];
  });
  const ways = "Ways that rounds asked for, by who told them: the roads, or the straight line where they did not.";
  ofEach(Counter, "ways_total", ways, ["by"], ({ cells }) => samplesBy("by", cells));
}

export function measureLed(registry: Registry, cities: () => Promise<readonly WaitingCity[] | undefined>): void {
  measure(registry, Gauge, "giao_dispatch_led", {
    help: "Of each city in which orders wait: 1 where a process leads its dispatch, 0 where none does.",
    labels: ["city"],
    aggregator: "max",
    read: async () => (await cities())?.map(({ cityId, isLed }) => [{ city: cityId }, isLed ? 1 : 0]),
  });
}
