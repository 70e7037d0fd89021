// Where drivers have moved to, as few bytes as will do: an open board hears of hundreds of drivers every other second. Four whole numbers a driver, one after
// the other: the driver's number on this board, how far north and east of where they were told last (in 1/100,000 of a degree, about a metre), and the
// heading in tens of degrees, -1 for none.
export type Move = {
  readonly n: number;
  readonly north: number;
  readonly east: number;
  readonly heading: number | null;
};

const STEPS_A_DEGREE = 100_000;
const HEADING_STEP = 10;
const NO_HEADING = -1;

export function toSteps(degrees: number): number {
  return Math.round(degrees * STEPS_A_DEGREE);
}

export function toDegrees(steps: number): number {
  return steps / STEPS_A_DEGREE;
}

export function packMoves(moves: readonly Move[]): number[] {
  return moves.flatMap(({ n, north, east, heading }) => [
    n,
    north,
    east,
    heading === null ? NO_HEADING : Math.round(heading / HEADING_STEP) % (360 / HEADING_STEP),
  ]);
}

export function unpackMoves(packed: readonly number[]): readonly Move[] {
  return Array.from({ length: Math.floor(packed.length / 4) }, (_, at) => {
    const [n, north, east, heading] = packed.slice(at * 4) as [number, number, number, number];
    return { n, north, east, heading: heading === NO_HEADING ? null : heading * HEADING_STEP };
  });
}
