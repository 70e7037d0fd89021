// Ways between the stops of a city's plan, kept from one plan to the next: the roads are asked for what is new, and for where drivers are.
import type { RoadBlock } from "../../domain/dispatch/road-blocks.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Travel } from "../../domain/matching/travel.ts";
import type { Profile } from "../../domain/roads.ts";
import { mapInSlices } from "../../ports/slices.ts";
import { type MeasureDeps, measureBlocks } from "../dispatch/measure-blocks.ts";

export type TravelBook = {
  // Between places, each there once. `starts`: where drivers are now, to which nobody drives.
  readonly measure: (
    deps: MeasureDeps,
    profile: Profile,
    places: readonly LatLng[],
    starts: ReadonlySet<number>,
    now: Date,
  ) => Promise<Travel>;
};

// Streets are others at another hour.
const KEPT_MS = 20 * 60_000;
const ROWS = 64;

// Row by row, between the places that have a number in `rowOf`.
type Page = {
  readonly rowOf: ReadonlyMap<string, number>;
  readonly seconds: Float32Array;
  readonly meters: Float32Array;
};
const EMPTY: Page = { rowOf: new Map(), seconds: new Float32Array(0), meters: new Float32Array(0) };

export function openTravelBook(): TravelBook {
  let page = EMPTY;
  let since = 0;
  return {
    measure: async (deps, profile, places, starts, now) => {
      if (now.getTime() - since > KEPT_MS) {
        page = EMPTY;
        since = now.getTime();
      }
      const before = page;
      const stops = [...places.keys()].filter((place) => !starts.has(place));
      const rowBefore = places.map((place) => before.rowOf.get(keyOf(place)));
      const fresh = stops.filter((stop) => rowBefore[stop] === undefined);
      const old = stops.filter((stop) => rowBefore[stop] !== undefined);
      const blocks = [...blocksOf([...starts], stops), ...blocksOf(fresh, stops), ...blocksOf(old, fresh)];
      const { travel, cells } = await measureBlocks(deps, profile, places, blocks);
      const size = stops.length;
      const seconds = new Float32Array(size * size);
      const meters = new Float32Array(size * size);
      await mapInSlices(stops, (from, row) => {
        for (const [column, to] of stops.entries()) {
          const [rowThen, columnThen] = [rowBefore[from], rowBefore[to]];
          const isKept = rowThen !== undefined && columnThen !== undefined;
          const cell = isKept ? rowThen * before.rowOf.size + columnThen : 0;
          seconds[row * size + column] = isKept ? before.seconds[cell]! : travel.seconds(from, to);
          meters[row * size + column] = isKept ? before.meters[cell]! : travel.meters(from, to);
        }
      });
      // What the crow told is asked for again.
      if (cells.crow === 0)
        page = { rowOf: new Map(stops.map((stop, row) => [keyOf(places[stop]!), row])), seconds, meters };
      const rowOf = new Int32Array(places.length).fill(-1);
      for (const [row, stop] of stops.entries()) rowOf[stop] = row;
      const cellOf = (from: number, to: number): number =>
        rowOf[from]! < 0 || rowOf[to]! < 0 ? -1 : rowOf[from]! * size + rowOf[to]!;
      return {
        seconds: (from, to) => (cellOf(from, to) < 0 ? travel.seconds(from, to) : seconds[cellOf(from, to)]!),
        meters: (from, to) => (cellOf(from, to) < 0 ? travel.meters(from, to) : meters[cellOf(from, to)]!),
      };
    },
  };
}

function keyOf({ lat, lng }: LatLng): string {
  return `${lat},${lng}`;
}

function blocksOf(sources: readonly number[], targets: readonly number[]): readonly RoadBlock[] {
  const blocks: RoadBlock[] = [];
  for (let first = 0; first < sources.length; first += ROWS)
    blocks.push({ sources: sources.slice(first, first + ROWS), targets, orderIds: [] });
  return blocks;
}
