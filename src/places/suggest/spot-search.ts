// The spots that fit what was typed, the likeliest first. Fitting is names.ts's; here they are weighed: fewer slips before more, near
// before far, the beginning of a name before its middle, a name typed to its end before one that goes on.
import { type LatLng, METERS_PER_DEGREE } from "../../domain/geo.ts";
import { DEGREE } from "../map-index/tables.ts";
import { type Fit, Names, type NameTables } from "./names.ts";

export type SpotTables = NameTables & {
  // By spot: where its points begin in `spotPoints`, counted in points, and one more for the end.
  readonly spotPointStart: Uint32Array;
  // Latitude and longitude in millionths of a degree.
  readonly spotPoints: Int32Array;
  // 0 to 3.
  readonly spotWeight: Uint8Array;
};

export type Hit = {
  readonly spot: number;
  // The lower the likelier.
  readonly cost: number;
  readonly slips: number;
  // Letters of the name from where it fits to its end.
  readonly letters: number;
  readonly point: LatLng;
};

const METERS_PER_UNIT = METERS_PER_DEGREE / DEGREE;
const SLIP_COST = 3;
const INNER_WORD_COST = 0.6;
const WEIGHT_GAIN = 0.15;
// Letters still to come, up to twenty of them.
const LETTER_COST = 0.03;
const LETTERS_MAX = 20;
// Twice as far costs as much as a quarter of a slip; the next few houses are all the same.
const NEAR_METERS = 250;
// One or two letters begin nearly every name somewhere in its middle.
const LETTERS_FOR_INNER = 3;
// One slip in the first three letters leaves nothing to go by, unless nothing else fits.
const LETTERS_FOR_SLIP = 4;
const LETTERS_FOR_TWO = 7;

export class SpotSearch {
  readonly #tables: SpotTables;
  readonly #names: Names;
  // Of the question under way, by spot: the best cost so far, valid where the stamp is.
  readonly #cost: Float32Array;
  readonly #farness: Float32Array;
  readonly #stamp: Uint32Array;
  readonly #word: Uint32Array;
  readonly #slips: Uint8Array;
  #now = 0;

  constructor(tables: SpotTables) {
    this.#tables = tables;
    this.#names = new Names(tables);
    const count = tables.spotWeight.length;
    this.#cost = new Float32Array(count);
    this.#farness = new Float32Array(count);
    this.#stamp = new Uint32Array(count);
    this.#word = new Uint32Array(count);
    this.#slips = new Uint8Array(count);
  }

  find(key: string, near: LatLng | undefined, countMax: number, fits: (spot: number) => boolean = () => true): Hit[] {
    const found = this.#fitsOf(key);
    const { wordOwner } = this.#tables;
    const { isFirst } = this.#names;
    const now = ++this.#now;
    const touched: number[] = [];
    for (const { from, to, slips } of found) {
      for (let word = from; word < to; word++) {
        const spot = wordOwner[word]!;
        if ((key.length < LETTERS_FOR_INNER && isFirst[word] === 0) || !fits(spot)) continue;
        const isNew = this.#stamp[spot] !== now;
        if (isNew) {
          touched.push(spot);
          this.#stamp[spot] = now;
          this.#farness[spot] = near ? Math.log1p(this.#metersFrom(spot, near) / NEAR_METERS) : 0;
        }
        const cost = this.#costOf(spot, word, slips, key.length);
        if (!isNew && this.#cost[spot]! <= cost) continue;
        this.#cost[spot] = cost;
        this.#word[spot] = word;
        this.#slips[spot] = slips;
      }
    }
    return this.#best(touched, countMax).map((spot) => ({
      spot,
      cost: this.#cost[spot]!,
      slips: this.#slips[spot]!,
      letters: this.#names.letters[this.#word[spot]!]!,
      point: this.pointNear(spot, near),
    }));
  }

  // Of a street, its point nearest to there; without a place, one in the middle of the row.
  pointNear(spot: number, near: LatLng | undefined): LatLng {
    const { spotPointStart, spotPoints } = this.#tables;
    const [from, to] = [spotPointStart[spot]!, spotPointStart[spot + 1]!];
    let best = (from + to) >> 1;
    let bestMeters = Infinity;
    for (let at = from; near && at < to; at++) {
      const meters = this.#metersTo(at, near);
      if (meters < bestMeters) [best, bestMeters] = [at, meters];
    }
    return { lat: spotPoints[2 * best]! / DEGREE, lng: spotPoints[2 * best + 1]! / DEGREE };
  }

  #fitsOf(key: string): readonly Fit[] {
    if (key === "") return [];
    const slips = key.length < LETTERS_FOR_SLIP ? 0 : 1;
    const found = this.#names.find(key, slips);
    if (found.length > 0 || key.length < LETTERS_FOR_INNER) return withoutDoubles(found);
    return withoutDoubles(this.#names.find(key, key.length < LETTERS_FOR_TWO ? 1 : 2));
  }

  #costOf(spot: number, word: number, slips: number, typed: number): number {
    const left = Math.max(0, Math.min(LETTERS_MAX, this.#names.letters[word]! - typed));
    const inner = this.#names.isFirst[word] === 1 ? 0 : INNER_WORD_COST;
    const gain = this.#tables.spotWeight[spot]! * WEIGHT_GAIN;
    return SLIP_COST * slips + inner + LETTER_COST * left + this.#farness[spot]! - gain;
  }

  #metersFrom(spot: number, near: LatLng): number {
    const { spotPointStart } = this.#tables;
    let least = Infinity;
    for (let at = spotPointStart[spot]!; at < spotPointStart[spot + 1]!; at++) {
      least = Math.min(least, this.#metersTo(at, near));
    }
    return least;
  }

  #metersTo(at: number, { lat, lng }: LatLng): number {
    const { spotPoints } = this.#tables;
    const y = spotPoints[2 * at]! - lat * DEGREE;
    const x = (spotPoints[2 * at + 1]! - lng * DEGREE) * Math.cos((lat * Math.PI) / 180);
    return Math.sqrt(x * x + y * y) * METERS_PER_UNIT;
  }

  #best(touched: readonly number[], countMax: number): readonly number[] {
    const best: number[] = [];
    for (const spot of touched) {
      const cost = this.#cost[spot]!;
      if (best.length === countMax && cost >= this.#cost[best.at(-1)!]!) continue;
      let at = best.length;
      while (at > 0 && this.#cost[best[at - 1]!]! > cost) at--;
      best.splice(at, 0, spot);
      if (best.length > countMax) best.pop();
    }
    return best;
  }
}

// One stretch comes by several slips; the least of them counts.
function withoutDoubles(fits: readonly Fit[]): readonly Fit[] {
  const least = new Map<string, Fit>();
  for (const fit of fits) {
    const id = `${fit.from}:${fit.to}`;
    const known = least.get(id);
    if (!known || fit.slips < known.slips) least.set(id, fit);
  }
  return [...least.values()];
}
