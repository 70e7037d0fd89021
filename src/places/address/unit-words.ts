// Reads one segment as the name of a unit: which level its type word claims, in Vietnamese or English, before or after the name,
// and whether that word is abbreviated. A segment may have several readings ("Quan Thanh" is Quán Thánh or a district Thanh);
// whoever asks keeps the one that exists.
import { fold, keyOf } from "../text/fold.ts";

// "city": a province, or a district of one, depending on where it stands.
export type Claim = "ward" | "district" | "city" | "province" | "any";

export type UnitReading = {
  readonly claim: Claim;
  readonly key: string;
  // The name without its type word.
  readonly bare: string;
  // The type word in full, when it was abbreviated.
  readonly fullWord?: string;
};

const PREFIXES: readonly (readonly [string, Claim])[] = [
  ["phường", "ward"],
  ["xã", "ward"],
  ["thị trấn", "ward"],
  ["đặc khu", "ward"],
  ["quận", "district"],
  ["huyện", "district"],
  ["thị xã", "district"],
  ["thành phố", "city"],
  // Public maps print it so; every other abbreviation is refused (docs/decisions/address-format.md).
  ["tp", "city"],
  ["tỉnh", "province"],
  ["ward", "ward"],
  ["commune", "ward"],
  ["district", "district"],
  ["city of", "city"],
];

const SUFFIXES: readonly (readonly [string, Claim])[] = [
  ["ward", "ward"],
  ["commune", "ward"],
  ["township", "ward"],
  ["special zone", "ward"],
  ["urban district", "district"],
  ["rural district", "district"],
  ["district", "district"],
  ["town", "district"],
  ["city", "city"],
  ["province", "province"],
];

// First letters alone: "P.5", "P5", "Q. Bình Thạnh", "TX Dĩ An".
const ABBREVIATIONS: readonly (readonly [string, Claim, string])[] = [
  ["p", "ward", "Phường"],
  ["f", "ward", "Phường"],
  ["w", "ward", "Phường"],
  ["x", "ward", "Xã"],
  ["tt", "ward", "Thị trấn"],
  ["q", "district", "Quận"],
  ["d", "district", "Quận"],
  ["dist", "district", "District"],
  ["h", "district", "Huyện"],
  ["tx", "district", "Thị xã"],
  ["t", "province", "Tỉnh"],
];

const FOLDED_PREFIXES = PREFIXES.map(([word, claim]) => ({ word, claim, folded: fold(word) }));

// One address asks for the readings of each of its segments some ten times.
const READ_MAX = 64;
const lately = new Map<string, readonly UnitReading[]>();

// The readings of a tidied segment, the likeliest first; the last takes all of it as a bare name.
export function readUnit(segment: string): readonly UnitReading[] {
  let readings = lately.get(segment);
  if (!readings) {
    if (lately.size >= READ_MAX) lately.clear();
    readings = readAnew(segment);
    lately.set(segment, readings);
  }
  return readings;
}

// The names a segment may be meant to say, whatever its type.
export function keysOf(segment: string): readonly string[] {
  return readUnit(segment).map((reading) => reading.key);
}

function readAnew(segment: string): readonly UnitReading[] {
  const readings: UnitReading[] = [];
  const lower = segment.toLowerCase();
  const plain = fold(segment);
  for (const { word, claim, folded } of FOLDED_PREFIXES) {
    if (!plain.startsWith(folded)) continue;
    // Diacritics, where the writer used any in that word, must be the right ones: Quán Thánh is no district.
    if (!lower.startsWith(word) && !lower.startsWith(folded)) continue;
    const length = lengthWithGap(plain, folded);
    if (length > 0) push(readings, claim, segment.slice(length));
  }
  for (const [word, claim] of SUFFIXES) {
    if (plain.endsWith(word) && plain.at(-word.length - 1) === " ")
      push(readings, claim, segment.slice(0, -word.length));
  }
  for (const [letters, claim, fullWord] of ABBREVIATIONS) {
    const length = lower.startsWith(letters) ? lengthWithGap(lower, letters) : 0;
    if (length > 0) push(readings, claim, segment.slice(length), fullWord);
  }
  readings.push({ claim: "any", key: keyOf(segment), bare: segment });
  return readings;
}

function push(readings: UnitReading[], claim: Claim, text: string, fullWord?: string): void {
  const bare = text.replace(/^[\s.]+/, "").trim();
  const key = keyOf(bare);
  if (!key) return;
  readings.push(fullWord === undefined ? { claim, key, bare } : { claim, key, bare, fullWord });
}

// Length of the word and the gap behind it, 0 when it is only the beginning of a longer one. "Quận1" is one slip of the space bar
// away from right.
function lengthWithGap(text: string, word: string): number {
  const next = text[word.length];
  if (next === " " || next === ".") return word.length + 1;
  return next !== undefined && next >= "0" && next <= "9" ? word.length : 0;
}
