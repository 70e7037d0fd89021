// A point of a roundabout where roads meet it: on which side of the ring each lies, and which of two comes first. Bearings leave the point.

// Where the ring comes from, and where it goes.
export type RingPoint = { readonly from: number; readonly to: number };

function clockwise(from: number, to: number): number {
  return (to - from + 360) % 360;
}

// Clockwise from where the ring goes to where it comes from.
function isFirstSide({ from, to }: RingPoint, road: number): boolean {
  return clockwise(to, road) < clockwise(to, from);
}

export function isSameSide(point: RingPoint, road: number, other: number): boolean {
  return isFirstSide(point, road) === isFirstSide(point, other);
}

// Whether `other`, on the same side, is met going the way of the ring from `road`. From the one back to the other one has to go all the
// way round.
export function isBeforeOnRing(point: RingPoint, road: number, other: number): boolean {
  const isNearer = clockwise(point.to, other) < clockwise(point.to, road);
  return isFirstSide(point, road) ? isNearer : !isNearer;
}

// A ring bends around its middle.
export function isInsideRing(point: RingPoint, road: number): boolean {
  const width = clockwise(point.to, point.from);
  return isFirstSide(point, road) ? width < 180 : width > 180;
}
