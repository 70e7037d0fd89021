// Which positions are told next. A phone reports where it is when that changes; a driver who waits at a door stands still, and after
// minutes of silence their order would go to another. So the last place is told again, as where they still are.

export type Position = {
  readonly lat: number;
  readonly lng: number;
  readonly at: number;
  readonly speed?: number;
  readonly heading?: number;
};

// A sixth of the silence after which the server asks for a driver.
export const BEAT_MS = 30_000;

export function nextBatch(
  unsent: readonly Position[],
  last: Position | undefined,
  silentMs: number,
  at: number,
): readonly Position[] {
  if (unsent.length > 0 || !last || silentMs < BEAT_MS) return unsent;
  return [{ lat: last.lat, lng: last.lng, at }];
}
