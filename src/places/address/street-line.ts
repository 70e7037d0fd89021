// Reads "house number and street" as people write it: "285/94B Cách Mạng Tháng Tám", "Số 12 ngách 5 ngõ 34 Phố Huế", "K12/34 Lê
// Duẩn", "Lô A12 Đường D5". The map's own street names ("Hẻm 281/56 Lê Văn Sỹ") go through the same reading, so both sides meet.
import { fold, keyOfWords, wordsOf } from "../text/fold.ts";

export type StreetLine = {
  // From the street to the door: 285/94B is ["285", "94B"], and so is "94B hẻm 285". Empty without a number.
  readonly parts: readonly string[];
  // As written, without number and type word.
  readonly street: string;
  readonly streetKey: string;
};

const HOUSE_LENGTH_MAX = 24;
const PARTS_MAX = 8;
const NUMBER_WORDS = new Set(["so", "nha", "no", "no."]);
const LOT_WORDS = new Set(["lo", "can", "block", "kiot", "phong"]);
const ALLEY_WORDS = new Set(["hem", "ngo", "ngach", "kiet", "alley", "lane"]);
const SUFFIXES = new Set(["bis", "ter"]);

// Up to three letters before and after a number, parts joined by "/" or "-": 12, 12A, A12, K12/34, 51/12/3B, 12-14, 36bis.
const HOUSE = /^[a-zđ]{0,3}-?\d{1,5}[a-zđ]{0,3}\d{0,3}(?:[/-][a-zđ]{0,3}\d{0,5}[a-zđ]{0,3}\d{0,3})*$/i;

export function readStreetLine(segment: string): StreetLine {
  const words = segment.split(" ");
  const parts: string[] = [];
  let at = skip(words, 0, NUMBER_WORDS);
  if (LOT_WORDS.has(fold(words[at] ?? ""))) at += 1;
  at = readHouse(words, at, parts);
  at = readAlleys(words, at, parts);
  const rest = words.slice(at);
  // "3/2" and "30 Tháng 4" alone are streets, not doors.
  if (rest.length === 0 && parts.length > 0) return { parts: [], street: segment, streetKey: streetKeyOf(segment) };
  const street = withoutType(rest).join(" ");
  return { parts, street, streetKey: streetKeyOf(street) };
}

// A segment that begins with a house number, so that it is the line and no building, hamlet or quarter.
export function beginsWithHouse(segment: string): boolean {
  const words = segment.split(" ");
  return readHouse(words, skip(words, 0, NUMBER_WORDS), []) > 0 && !isDateStreet(words);
}

// A house number and nothing else: the street is missing, or follows after a comma.
export function isHouseOnly(segment: string): boolean {
  const words = segment.split(" ");
  const parts: string[] = [];
  const end = readAlleys(words, readHouse(words, skip(words, 0, NUMBER_WORDS), parts), parts);
  return parts.length > 0 && end === words.length;
}

function readHouse(words: readonly string[], from: number, parts: string[]): number {
  const word = words[from];
  if (!word || !isHouse(word) || isDateStreet(words.slice(from))) return from;
  const [next = ""] = words.slice(from + 1, from + 2);
  const suffixed = SUFFIXES.has(next.toLowerCase());
  parts.push(...partsOf(suffixed ? `${word}${next}` : word));
  return from + (suffixed ? 2 : 1);
}

// "ngách 5 ngõ 34": each alley is nearer to the street than the one before it.
function readAlleys(words: readonly string[], from: number, parts: string[]): number {
  let at = from;
  while (ALLEY_WORDS.has(fold(words[at] ?? ""))) {
    const number = skip(words, at + 1, NUMBER_WORDS);
    const word = words[number];
    if (!word || !isHouse(word)) break;
    parts.unshift(...partsOf(word));
    at = number + 1;
  }
  return at;
}

function isHouse(word: string): boolean {
  return word.length <= HOUSE_LENGTH_MAX && HOUSE.test(word);
}

// "3 Tháng 2": the number belongs to the street.
function isDateStreet(words: readonly string[]): boolean {
  return fold(words[1] ?? "") === "thang";
}

function partsOf(word: string): string[] {
  return word.toUpperCase().split("/").filter(Boolean).slice(0, PARTS_MAX);
}

function skip(words: readonly string[], from: number, skipped: ReadonlySet<string>): number {
  let at = from;
  while (skipped.has(fold(words[at] ?? "")) && at < from + 2) at += 1;
  return at;
}

const TYPE_PREFIXES = [["duong", "pho"], ["dai", "lo"], ["duong"], ["pho"], ["d"], ["street"], ["road"]] as const;
const TYPE_SUFFIXES = new Set(["street", "st", "str", "road", "rd", "avenue", "ave", "boulevard", "blvd"]);

function withoutType(words: readonly string[]): readonly string[] {
  const [first, second] = [plainWord(words[0]), plainWord(words[1])];
  const prefix = TYPE_PREFIXES.find(
    (each) => each.length < words.length && each[0] === first && (each.length === 1 || each[1] === second),
  );
  // "D" is a street's own letter, "Đ." its type.
  const start = prefix && (first !== "d" || words[0]?.endsWith(".")) ? prefix.length : 0;
  const hasSuffix = words.length > start + 1 && TYPE_SUFFIXES.has(plainWord(words.at(-1)));
  return words.slice(start, hasSuffix ? -1 : undefined);
}

function plainWord(word = ""): string {
  return fold(word).replaceAll(".", "");
}

const MONTHS = ["mot", "hai", "ba", "tu", "nam", "sau", "bay", "tam", "chin", "muoi"] as const;
const ROAD_CODES: Readonly<Record<string, readonly string[]>> = {
  ql: ["quoc", "lo"],
  tl: ["tinh", "lo"],
  hl: ["huong", "lo"],
};

// What two spellings of one street share: "Đường số 7" and "Đường 07", "3/2", "3 Tháng 2" and "Ba Tháng Hai", "QL1A" and "Quốc
// lộ 1A", "Le Loi St." and "Đường Lê Lợi".
export function streetKeyOf(name: string): string {
  const bare = withoutType(name.trim().split(" ")).join(" ");
  const date = /^(\d{1,2}) ?[/-] ?(\d{1,2})$/.exec(bare);
  if (date) return keyOfWords([date[1] ?? "", "thang", date[2] ?? ""]);
  const words = wordsOf(bare).flatMap(spellOut);
  const month = words.indexOf("thang");
  if (month >= 0) {
    const named = MONTHS.indexOf(words[month + 1] as (typeof MONTHS)[number]);
    if (named >= 0) words[month + 1] = String(named + 1);
    const day = month === 1 ? MONTHS.indexOf(words[0] as (typeof MONTHS)[number]) : -1;
    if (day >= 0) words[0] = String(day + 1);
  }
  const numbered = words[0] === "so" && /^[a-z]?\d/.test(words[1] ?? "");
  return keyOfWords(numbered ? words.slice(1) : words);
}

function spellOut(word: string): readonly string[] {
  const code = ROAD_CODES[word.slice(0, 2)];
  return code && /^..\d*[a-z]?$/.test(word) ? [...code, word.slice(2)].filter(Boolean) : [word];
}
