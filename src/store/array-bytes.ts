// Arrays in PostgreSQL's own form, handed over as bytes: it reads them without looking at each letter, and nothing is escaped here.
import { transcode } from "node:buffer";
import pg from "pg";

type Maybe<T> = T | null | undefined;

const TYPES = pg.types.builtins;
// Of a dimension: how many, and that they are counted from one. An array of nothing has none.
const HEAD = 12;
const DIMENSION = 8;
const LENGTH = 4;
// Of a letter, at most.
const UTF8_MAX = 3;
const WORD = 2 ** 32;
// What PostgreSQL counts from.
const SINCE_MS = Date.UTC(2000, 0, 1);

// Half a character becomes the mark that stands for what cannot be read.
export const textArray = (texts: readonly Maybe<string>[]): Buffer =>
  arrayOf(
    TYPES.TEXT,
    texts,
    (text) => text.length * UTF8_MAX,
    (text, bytes, at) => bytes.write(text, at),
  );

// Documents that are long: V8 encodes a text with letters beyond Latin-1 one by one, which takes more than twice as long as this way.
export const jsonArray = (documents: readonly string[]): Buffer => bytesArray(TYPES.JSON, documents.map(utf8Of));

export const byteaArray = (given: readonly Maybe<Buffer>[]): Buffer => bytesArray(TYPES.BYTEA, given);

export const int8Array = (given: readonly Maybe<number>[]): Buffer => arrayOf(TYPES.INT8, given, () => 8, writeInt8);
export const int4Array = (given: readonly number[]): Buffer =>
  arrayOf(
    TYPES.INT4,
    given,
    () => 4,
    (value, bytes, at) => bytes.writeInt32BE(value, at) - at,
  );
export const int2Array = (given: readonly Maybe<number>[]): Buffer =>
  arrayOf(
    TYPES.INT2,
    given,
    () => 2,
    (value, bytes, at) => bytes.writeInt16BE(value, at) - at,
  );
export const booleanArray = (given: readonly boolean[]): Buffer =>
  arrayOf(
    TYPES.BOOL,
    given,
    () => 1,
    (value, bytes, at) => bytes.writeUInt8(value ? 1 : 0, at) - at,
  );
export const instantArray = (given: readonly Maybe<Date>[]): Buffer =>
  arrayOf(
    TYPES.TIMESTAMPTZ,
    given,
    () => 8,
    (instant, bytes, at) => writeInt8((instant.getTime() - SINCE_MS) * 1000, bytes, at),
  );

export const utf8Of = (text: string): Buffer => transcode(Buffer.from(text, "utf16le"), "utf16le", "utf8");

const bytesArray = (type: number, given: readonly Maybe<Buffer>[]): Buffer =>
  arrayOf(
    type,
    given,
    ({ length }) => length,
    (value, bytes, at) => value.copy(bytes, at),
  );

function writeInt8(value: number, bytes: Buffer, at: number): number {
  bytes.writeInt32BE(Math.floor(value / WORD), at);
  bytes.writeInt32BE(value | 0, at + 4);
  return 8;
}

// `write` says how many bytes it wrote, `most` how many they can be.
function arrayOf<T>(
  type: number,
  values: readonly Maybe<T>[],
  most: (value: T) => number,
  write: (value: T, bytes: Buffer, at: number) => number,
): Buffer {
  let room = HEAD + DIMENSION;
  for (const value of values) room += LENGTH + (value === null || value === undefined ? 0 : most(value));
  const bytes = Buffer.allocUnsafe(room);
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  // Whether one is missing: PostgreSQL sees for itself.
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(type, 8);
  if (values.length === 0) return bytes.subarray(0, HEAD);
  bytes.writeInt32BE(values.length, HEAD);
  bytes.writeInt32BE(1, HEAD + 4);
  let at = HEAD + DIMENSION;
  for (const value of values) {
    const isThere = value !== null && value !== undefined;
    const length = isThere ? write(value, bytes, at + LENGTH) : 0;
    bytes.writeInt32BE(isThere ? length : -1, at);
    at += LENGTH + length;
  }
  return bytes.subarray(0, at);
}
