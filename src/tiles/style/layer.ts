// The shape of a style layer and the few words of MapLibre's style language that ours is written in.
import type { Layer } from "../feature.ts";

export const SOURCE = "base";

export type Expression = readonly unknown[];

export type StyleLayer = {
  readonly id: string;
  readonly type: "background" | "fill" | "line" | "symbol";
  readonly source?: typeof SOURCE;
  readonly "source-layer"?: Layer;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: Expression;
  readonly layout?: Readonly<Record<string, unknown>>;
  readonly paint?: Readonly<Record<string, unknown>>;
};

export type From = {
  readonly layer: Layer;
  readonly filter?: Expression;
  readonly minzoom?: number;
  readonly maxzoom?: number;
};

export function from({ layer, filter, minzoom, maxzoom }: From) {
  return {
    source: SOURCE,
    "source-layer": layer,
    ...(filter && { filter }),
    ...(minzoom !== undefined && { minzoom }),
    ...(maxzoom !== undefined && { maxzoom }),
  } as const;
}

export function isKind(...kinds: readonly string[]): Expression {
  return ["in", ["get", "kind"], ["literal", kinds]];
}

export function all(...conditions: readonly Expression[]): Expression {
  return ["all", ...conditions];
}

export function has(tag: string): Expression {
  return ["has", tag];
}

export function not(condition: Expression): Expression {
  return ["!", condition];
}

// Grows with the zoom as things on the ground do: doubling with each step is base 2.
export function grow(
  base: number,
  ...stops: readonly (readonly [zoom: number, size: number | Expression])[]
): Expression {
  return ["interpolate", ["exponential", base], ["zoom"], ...stops.flat()];
}

// Sizes, opacities and colours that change evenly.
export function fade(...stops: readonly (readonly [zoom: number, size: number | string])[]): Expression {
  return ["interpolate", ["linear"], ["zoom"], ...stops.flat()];
}
