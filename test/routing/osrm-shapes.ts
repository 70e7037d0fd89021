// The answers of the route call as tests read them, and two readers that are not ours: OSRM's own reader of steps and a
// decoder of polylines. Neither has types.
import { createRequire } from "node:module";

export type Route = {
  readonly geometry?: string | { readonly type: string; readonly coordinates: readonly (readonly number[])[] };
  readonly legs: readonly Leg[];
  readonly weight_name: string;
  readonly weight: number;
  readonly duration: number;
  readonly distance: number;
};
export type Leg = {
  readonly steps: readonly Step[];
  readonly summary: string;
  readonly weight: number;
  readonly duration: number;
  readonly distance: number;
  readonly annotation?: Readonly<Record<string, readonly number[]>>;
};
export type Step = {
  readonly geometry: string;
  readonly maneuver: {
    readonly type: string;
    readonly modifier?: string;
    readonly exit?: number;
    readonly location: readonly [number, number];
    readonly bearing_before: number;
    readonly bearing_after: number;
  };
  readonly intersections: readonly {
    readonly location: readonly number[];
    readonly bearings: readonly number[];
    readonly entry: readonly boolean[];
    readonly in?: number;
    readonly out?: number;
    readonly classes?: readonly string[];
    readonly lanes?: readonly { readonly indications: readonly string[]; readonly valid: boolean }[];
  }[];
  readonly ref?: string;
  readonly destinations?: string;
  readonly exits?: string;
  readonly pronunciation?: string;
  readonly name: string;
  readonly mode: string;
  readonly driving_side: string;
  readonly distance: number;
  readonly duration: number;
  readonly weight: number;
};
export type Waypoint = {
  readonly hint: string;
  readonly distance: number;
  readonly name: string;
  readonly location: readonly [number, number];
};

const require = createRequire(import.meta.url);

export const polyline = require("@mapbox/polyline") as {
  readonly decode: (text: string, decimals?: number) => readonly (readonly [number, number])[];
  readonly encode: (points: readonly (readonly [number, number])[]) => string;
};

export const readSteps = require("osrm-text-instructions")("v5") as {
  readonly compile: (language: string, step: Step, options: object) => string;
};

// Tenths add up exactly; their floating-point sum does not.
export function addUp(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((total, amount) => total + amount, 0) * 10) / 10;
}
