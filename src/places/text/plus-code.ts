// Open Location Codes ("plus codes"): a full code is a small cell of the earth, a short one the nearest such cell to a place.
// Written from the public description of the format (docs/decisions/plus-codes.md).
import type { LatLng } from "../../domain/geo.ts";

const ALPHABET = "23456789CFGHJMPQRVWX";
const SEPARATOR_AT = 8;
const DIGITS_MAX = 15;
// Degrees that a pair of digits is worth: 20, 1, 0.05, 0.0025, 0.000125.
const PAIRS = 5;
const GRID_ROWS = 5;
const GRID_COLUMNS = 4;

export type PlusCode = { readonly text: string; readonly isFull: boolean };

// Full codes of cells of 275 m and less, short ones that left out one to three pairs. Not longer than anybody writes.
export function readPlusCode(word: string): PlusCode | undefined {
  const text = word.toUpperCase();
  const plus = text.indexOf("+");
  if (plus !== SEPARATOR_AT && plus !== 2 && plus !== 4 && plus !== 6) return undefined;
  const digits = text.slice(0, plus) + text.slice(plus + 1);
  const after = digits.length - plus;
  if (after === 1 || after > DIGITS_MAX - SEPARATOR_AT || (plus < SEPARATOR_AT && after === 0)) return undefined;
  for (const digit of digits) if (!ALPHABET.includes(digit)) return undefined;
  // The first pair counts 20 degrees a step: nothing lies beyond a pole or the date line.
  if (plus === SEPARATOR_AT && (ALPHABET.indexOf(digits[0]!) > 8 || ALPHABET.indexOf(digits[1]!) > 17))
    return undefined;
  return { text, isFull: plus === SEPARATOR_AT };
}

// The middle of a full code's cell.
export function decodePlusCode(code: PlusCode): LatLng {
  const digits = code.text.replace("+", "");
  let lat = -90;
  let lng = -180;
  let step = 20;
  for (let pair = 0; pair < PAIRS && pair * 2 < digits.length; pair += 1) {
    lat += ALPHABET.indexOf(digits[pair * 2]!) * step;
    lng += ALPHABET.indexOf(digits[pair * 2 + 1]!) * step;
    step /= 20;
  }
  let [latStep, lngStep] = [step * 20, step * 20];
  for (const digit of digits.slice(PAIRS * 2)) {
    latStep /= GRID_ROWS;
    lngStep /= GRID_COLUMNS;
    lat += Math.floor(ALPHABET.indexOf(digit) / GRID_COLUMNS) * latStep;
    lng += (ALPHABET.indexOf(digit) % GRID_COLUMNS) * lngStep;
  }
  return { lat: lat + latStep / 2, lng: lng + lngStep / 2 };
}

// Of all cells that end in the short code, the nearest to the place it was shortened for.
export function recoverPlusCode(code: PlusCode, near: LatLng): LatLng {
  const missing = SEPARATOR_AT - code.text.indexOf("+");
  const full = { text: encodeDigits(near).slice(0, missing) + code.text, isFull: true };
  const cell = 20 / 20 ** (missing / 2 - 1);
  const point = decodePlusCode(full);
  return { lat: nearest(point.lat, near.lat, cell), lng: nearest(point.lng, near.lng, cell) };
}

function nearest(found: number, near: number, cell: number): number {
  if (found - near > cell / 2) return found - cell;
  return near - found > cell / 2 ? found + cell : found;
}

function encodeDigits(point: LatLng): string {
  let [lat, lng] = [point.lat + 90, point.lng + 180];
  let step = 20;
  let digits = "";
  for (let pair = 0; pair < SEPARATOR_AT / 2; pair += 1) {
    const [row, column] = [Math.floor(lat / step), Math.floor(lng / step)];
    digits += ALPHABET[row]! + ALPHABET[column]!;
    lat -= row * step;
    lng -= column * step;
    step /= 20;
  }
  return digits;
}
