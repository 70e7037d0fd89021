// The places index as plain arrays, and the one file it is kept in: a line of JSON that says what is where, then the arrays one
// after another. Loading is a read and a view on each; nothing is parsed but the names.
import { createHash } from "node:crypto";
import type { LatLng } from "../../domain/geo.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { AreaLevel } from "./boundaries.ts";

// Coordinates are pairs (latitude, longitude) of whole millionths of a degree, about 11 cm. A "…Start" has one entry more than
// its things, so that thing i owns the range from entry i to entry i + 1.
export type IndexTables = {
  readonly names: readonly string[];
  readonly areaName: Uint32Array;
  readonly areaLevel: Uint8Array; // a place in AREA_LEVELS
  readonly areaParent: Int32Array; // the district of a ward, the province of a district; -1 unknown
  readonly areaRingStart: Uint32Array;
  readonly ringCornerStart: Uint32Array;
  readonly corners: Int32Array;
  readonly streetKey: Uint32Array; // in the order of the keys
  readonly streetName: Uint32Array;
  readonly streetPointStart: Uint32Array;
  readonly streetPoints: Int32Array;
  readonly streetDoorStart: Uint32Array;
  readonly doorParts: Uint32Array; // "285/94B"
  readonly doors: Int32Array;
  readonly streetAlleyStart: Uint32Array;
  readonly alleyParts: Uint32Array;
  readonly alleyPointStart: Uint32Array;
  readonly alleyPoints: Int32Array;
  // What can be suggested while somebody types (suggest/).
  readonly spotKind: Uint8Array; // a place in SPOT_KINDS
  readonly spotLabel: Uint32Array;
  readonly spotWeight: Uint8Array;
  readonly spotPointStart: Uint32Array;
  readonly spotPoints: Int32Array;
  readonly nameText: Uint8Array;
  readonly wordAt: Uint32Array;
  readonly wordOwner: Uint32Array;
  // Doors, then points of alleys, then of streets, by where they are: a Flatbush.
  readonly pointTree: Uint8Array;
};

export const AREA_LEVELS = ["ward", "district", "province"] as const satisfies readonly AreaLevel[];
const FORMAT_VERSION = 2;
export const DEGREE = 1e6;
const FORMAT = "giao places";
const HEADER_BYTES_MAX = 64 * 1024;

type ArrayName = Exclude<keyof IndexTables, "names">;
type AnyArray = Uint8Array | Uint32Array | Int32Array;
const ARRAYS = {
  areaName: Uint32Array,
  areaLevel: Uint8Array,
  areaParent: Int32Array,
  areaRingStart: Uint32Array,
  ringCornerStart: Uint32Array,
  corners: Int32Array,
  streetKey: Uint32Array,
  streetName: Uint32Array,
  streetPointStart: Uint32Array,
  streetPoints: Int32Array,
  streetDoorStart: Uint32Array,
  doorParts: Uint32Array,
  doors: Int32Array,
  streetAlleyStart: Uint32Array,
  alleyParts: Uint32Array,
  alleyPointStart: Uint32Array,
  alleyPoints: Int32Array,
  spotKind: Uint8Array,
  spotLabel: Uint32Array,
  spotWeight: Uint8Array,
  spotPointStart: Uint32Array,
  spotPoints: Int32Array,
  nameText: Uint8Array,
  wordAt: Uint32Array,
  wordOwner: Uint32Array,
  pointTree: Uint8Array,
} as const satisfies Record<ArrayName, unknown>;
const ARRAY_NAMES = Object.keys(ARRAYS) as ArrayName[];

type Header = {
  readonly format: string;
  readonly version: number;
  readonly hash: string;
  readonly nameBytes: number;
  readonly lengths: Readonly<Record<ArrayName, number>>;
};

export type EncodedIndex = { readonly bytes: Uint8Array; readonly hash: string };

// The same tables always give the same bytes and the same hash.
export function encodeTables(tables: IndexTables): EncodedIndex {
  const names = Buffer.from(tables.names.join("\n"), "utf8");
  const pieces = [names, ...ARRAY_NAMES.map((name) => bytesOf(tables[name]))];
  const body = Buffer.concat(pieces.flatMap((piece) => [piece, Buffer.alloc(padding(piece.length))]));
  const hash = hashOf(body);
  const lengths = Object.fromEntries(ARRAY_NAMES.map((name) => [name, tables[name].length]));
  const header = JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, hash, nameBytes: names.length, lengths });
  // Blanks bring the arrays to a multiple of eight bytes, where views may begin.
  const line = `${header}${" ".repeat(padding(Buffer.byteLength(header) + 1))}\n`;
  return { bytes: Buffer.concat([Buffer.from(line), body]), hash };
}

export type TablesRefusal = Refusal<"INDEX_OTHER_VERSION"> | Refusal<"INDEX_DAMAGED">;

export function decodeTables(
  bytes: Uint8Array,
): { readonly tables: IndexTables; readonly hash: string } | TablesRefusal {
  const end = bytes.subarray(0, HEADER_BYTES_MAX).indexOf(10);
  const header = end < 0 ? undefined : readHeader(Buffer.from(bytes.subarray(0, end)).toString("utf8"));
  if (!header) return refuse("INDEX_DAMAGED", "The places index does not begin as one.");
  if (header.version !== FORMAT_VERSION) {
    return refuse(
      "INDEX_OTHER_VERSION",
      `The places index has format ${header.version}; this program reads ${FORMAT_VERSION}.`,
    );
  }
  // Views must begin at a multiple of their element's size, which a slice of a pooled buffer does not promise.
  const body = new Uint8Array(bytes.subarray(end + 1)).buffer;
  if (hashOf(new Uint8Array(body)) !== header.hash)
    return refuse("INDEX_DAMAGED", "The places index was changed or cut.");
  let at = header.nameBytes + padding(header.nameBytes);
  const arrays: Partial<Record<ArrayName, AnyArray>> = {};
  for (const name of ARRAY_NAMES) {
    const length = header.lengths[name];
    const size = length * ARRAYS[name].BYTES_PER_ELEMENT;
    if (!Number.isSafeInteger(length) || at + size > body.byteLength) {
      return refuse("INDEX_DAMAGED", `The places index ends inside "${name}".`);
    }
    arrays[name] = new ARRAYS[name](body, at, length);
    at += size + padding(size);
  }
  const names = Buffer.from(body, 0, header.nameBytes).toString("utf8").split("\n");
  return { tables: { names, ...(arrays as Omit<IndexTables, "names">) }, hash: header.hash };
}

function readHeader(line: string): Header | undefined {
  if (!line.startsWith(`{"format":"${FORMAT}"`)) return undefined;
  try {
    const header: Header = JSON.parse(line);
    const isWhole = Number.isSafeInteger(header.nameBytes) && typeof header.lengths === "object" && header.lengths;
    return isWhole ? header : undefined;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

function hashOf(body: Uint8Array): string {
  return createHash("sha256").update(`${FORMAT} ${FORMAT_VERSION}\n`).update(body).digest("hex").slice(0, 16);
}

function bytesOf(array: AnyArray): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

// Pairs of whole millionths of a degree.
export function packPoints(points: readonly LatLng[]): Int32Array {
  const table = new Int32Array(points.length * 2);
  for (const [at, point] of points.entries()) {
    table[at * 2] = Math.round(point.lat * DEGREE);
    table[at * 2 + 1] = Math.round(point.lng * DEGREE);
  }
  return table;
}

function padding(length: number): number {
  return (8 - (length % 8)) % 8;
}
