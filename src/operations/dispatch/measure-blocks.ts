// Asks the roads for what a round needs, a few blocks at a time. A block they do not tell is the crow's, and no other block is.
import { joiningBlocks, type MeasuredBlock, type RoadBlock } from "../../domain/dispatch/road-blocks.ts";
import type { LatLng } from "../../domain/geo.ts";
import type { Travel } from "../../domain/matching/travel.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { Profile, Roads } from "../../domain/roads.ts";
import { finishInSlices } from "../../ports/slices.ts";

export type Measured = {
  readonly travel: Travel;
  // Orders to whose pickups no way was told.
  readonly byCrow: ReadonlySet<string>;
  readonly cells: { readonly roads: number; readonly crow: number };
};

export type MeasureDeps = {
  readonly roads: Roads;
  // They threw where they should have refused. Told once a round, which goes on by the crow.
  readonly onFault: (fault: unknown) => void;
};

const AT_ONCE = 4;
// How often a round halves what the roads refuse, to find the places from which no road leads. One among 400 takes nine times.
const HALVINGS_MAX = 60;

export async function measureBlocks(
  deps: MeasureDeps,
  profile: Profile,
  places: readonly LatLng[],
  blocks: readonly RoadBlock[],
): Promise<Measured> {
  const measured: MeasuredBlock[] = [];
  const byCrow = new Set(blocks.flatMap(({ orderIds }) => orderIds));
  const cells = { roads: 0, crow: 0 };
  let halvings = 0;
  let fault: unknown;

  async function ask(block: RoadBlock): Promise<void> {
    const { sources, targets, orderIds } = block;
    const matrix = await deps.roads.matrix(profile, placesOf(sources), placesOf(targets)).catch((thrown) => {
      fault ??= thrown;
      return undefined;
    });
    if (matrix && !isRefusal(matrix)) {
      cells.roads += sources.length * targets.length;
      measured.push({ sources, targets, matrix });
      for (const id of orderIds) byCrow.delete(id);
    } else if (matrix?.refused === "NO_SEGMENT" && sources.length + targets.length > 2 && halvings < HALVINGS_MAX) {
      halvings++;
      for (const half of halvesOf(block)) await ask(half);
    } else {
      cells.crow += sources.length * targets.length;
    }
  }

  function placesOf(numbers: readonly number[]): readonly LatLng[] {
    return numbers.map((number) => places[number]!);
  }

  const waiting = blocks.filter(({ sources, targets }) => sources.length > 0 && targets.length > 0);
  async function askInTurn(): Promise<void> {
    for (let block = waiting.shift(); block; block = waiting.shift()) await ask(block);
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askInTurn));
  if (fault !== undefined) deps.onFault(fault);
  return { travel: await finishInSlices(joiningBlocks(places, measured)), byCrow, cells };
}

// Of the longer side.
function halvesOf(block: RoadBlock): readonly RoadBlock[] {
  const side = block.sources.length >= block.targets.length ? "sources" : "targets";
  const half = Math.ceil(block[side].length / 2);
  return [
    { ...block, [side]: block[side].slice(0, half) },
    { ...block, [side]: block[side].slice(half) },
  ];
}
