// One thing on the base map: its shape on the Mercator square, what the style may know of it, and the zooms it is seen at.
// What is drawn is draw/'s; how it is cut into tiles is cut/'s.
import type { FeatureTags, Shape } from "../domain/vector-tile/vector-tile.ts";

// Bottom to top, as a tile lists them. The style names the same ones.
export const LAYERS = ["area", "green", "water", "waterway", "boundary", "building", "road", "label", "place"] as const;
export type Layer = (typeof LAYERS)[number];

// x and y in turn, 0 to 1 from west to east and from north to south.
export type WorldLine = Float64Array;

export type Feature = {
  readonly layer: Layer;
  readonly shape: Shape;
  // Of an area: outlines clockwise on the screen, each followed by its holes, counter-clockwise. The first point is not
  // repeated at the end.
  readonly parts: readonly WorldLine[];
  readonly tags: FeatureTags;
  readonly zoomMin: number;
  readonly zoomMax: number;
};

export const ZOOM_MIN = 6;
export const ZOOM_MAX = 15;

// What holds a shape, whichever units it is in.
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

export function boxOf(parts: readonly ArrayLike<number>[]): Box {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const part of parts) {
    for (let i = 0; i < part.length; i += 2) {
      const x = part[i]!;
      const y = part[i + 1]!;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
  }
  return { left, top, right, bottom };
}

// Positive when the ring runs clockwise on the screen, where y grows downwards.
export function ringArea(ring: ArrayLike<number>): number {
  let twice = 0;
  let x = ring[ring.length - 2]!;
  let y = ring[ring.length - 1]!;
  for (let i = 0; i < ring.length; i += 2) {
    twice += x * ring[i + 1]! - ring[i]! * y;
    x = ring[i]!;
    y = ring[i + 1]!;
  }
  return twice / 2;
}

export function turnedRing(ring: WorldLine): WorldLine {
  const turned = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    turned[i] = ring[ring.length - 2 - i]!;
    turned[i + 1] = ring[ring.length - 1 - i]!;
  }
  return turned;
}
