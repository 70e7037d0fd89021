// How dispatch goes, city by city, as the operator's monitoring reads it. A process tells of the cities it leads; one tells which nobody leads.
import { Counter, Gauge, type Registry } from "prom-client";
import { acceptanceIn, type CityFigure } from "../../domain/dispatch/city-figure.ts";
import type { Clock } from "../../ports/clock.ts";
import type { WaitingCity } from "../../store/dispatch/leases.ts";

type MeasuredCity = Omit<CityFigure, "waiting" | "oldestSeconds"> & {
  readonly leads: boolean;
  readonly oldestSince: Date | undefined;
};

type Cities = () => ReadonlyMap<string, MeasuredCity>;
type Samples = readonly (readonly [labels: Readonly<Record<string, string>>, figure: number])[];

export function measureDispatch(registry: Registry, cities: Cities, clock: Clock): void {
  const measure = (
    kind: typeof Gauge | typeof Counter,
    name: string,
    help: string,
    labels: readonly string[],
    sample: (city: MeasuredCity) => Samples,
  ): void => {
    new kind({
      name: `giao_dispatch_${name}`,
      help,
      labelNames: ["city", ...labels],
      registers: [registry],
      collect() {
        this.reset();
        for (const [city, figures] of cities()) {
          for (const [more, figure] of sample(figures)) this.inc({ city, ...more }, figure);
        }
      },
    });
  };
  const oldest = "How long the oldest order that waits for a driver has waited.";
  measure(Gauge, "oldest_waiting_seconds", oldest, [], ({ leads, oldestSince }) =>
    leads ? [[{}, oldestSince ? Math.max(0, (clock.now().getTime() - oldestSince.getTime()) / 1000) : 0]] : [],
  );
  const waiting = "Orders that wait for a driver, by what was last said of each.";
  measure(Gauge, "waiting", waiting, ["reason"], ({ waitingFor }) =>
    Object.entries(waitingFor).map(([reason, count]) => [{ reason }, count]),
  );
  measure(Gauge, "drivers", "Drivers who are out, as the last round found them.", [], ({ leads, drivers }) =>
    leads ? [[{}, drivers]] : [],
  );
  const leading = "1 where this process leads the city's dispatch.";
  measure(Gauge, "leads", leading, [], ({ leads }) => [[{}, leads ? 1 : 0]]);
  const rounds = "Rounds, by outcome; capped ones are done and left orders to the next.";
  measure(Counter, "rounds_total", rounds, ["outcome"], (city) =>
    Object.entries(city.rounds).map(([outcome, count]) => [{ outcome }, count]),
  );
  measure(Counter, "round_seconds_total", "Time taken by rounds that were done.", [], ({ roundSeconds }) => [
    [{}, roundSeconds],
  ]);
  measure(Counter, "offered_total", "Offers made.", [], ({ offered }) => [[{}, offered]]);
  const outcomes =
    "Questions to one driver that ended in the last 10 minutes, by outcome. Every process that dispatches tells of all cities.";
  measure(Gauge, "offers_ended", outcomes, ["outcome"], (city) =>
    Object.entries(city.outcomes).map(([outcome, count]) => [{ outcome }, count]),
  );
  const accepted = "Share of the questions to one driver that were accepted, over the last 10 minutes.";
  measure(Gauge, "acceptance", accepted, [], (city) => {
    const share = acceptanceIn(city.outcomes);
    return share === undefined ? [] : [[{}, share]];
  });
  const ways = "Ways that rounds asked for, by who told them: the roads, or the straight line where they did not.";
  measure(Counter, "ways_total", ways, ["by"], ({ cells }) =>
    Object.entries(cells).map(([by, count]) => [{ by }, count]),
  );
}

export function measureLed(
  registry: Registry,
  cities: () => Promise<readonly WaitingCity[] | undefined>,
  onTrouble: (error: unknown) => void,
): void {
  new Gauge({
    name: "giao_dispatch_led",
    help: "Of each city in which orders wait: 1 where a process leads its dispatch, 0 where none does.",
    labelNames: ["city"],
    aggregator: "max",
    registers: [registry],
    async collect() {
      const waiting = await cities().catch(onTrouble);
      this.reset();
      for (const { cityId, isLed } of waiting ?? []) this.set({ city: cityId }, isLed ? 1 : 0);
    },
  });
}
