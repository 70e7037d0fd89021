// Ways of like length, in metres from pickup to last door.
const EDGES = [1_500, 3_000, 5_000, 8_000] as const;

export const BANDS: readonly string[] = EDGES.map((edge, at) => `${EDGES[at - 1] ?? 0}-${edge}`).concat(
  `${EDGES.at(-1)}-`,
);

export function bandOf(meters: number): string {
  const at = EDGES.findIndex((edge) => meters < edge);
  return BANDS.at(at)!;
}
