// Writes and loads the places index of a map directory: one file, its format version and hash inside.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import type { Extract } from "../../extract/extract.ts";
import { buildTables } from "./build-tables.ts";
import { MapIndex } from "./map-index.ts";
import { decodeTables, encodeTables, type TablesRefusal } from "./tables.ts";

export const PLACES_FILE = "places.bin";

export type PlacesIndexWritten = {
  readonly file: string;
  readonly hash: string;
  readonly bytes: number;
  readonly areas: number;
  readonly streets: number;
  readonly doors: number;
  readonly alleys: number;
};

export function writePlacesIndex(extract: Extract, dir: string): PlacesIndexWritten {
  const tables = buildTables(extract);
  const { bytes, hash } = encodeTables(tables);
  mkdirSync(dir, { recursive: true });
  const file = join(dir, PLACES_FILE);
  // A reader sees the old index or the new one, never half of it.
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
  return { file, hash, bytes: bytes.length, ...new MapIndex(tables, hash).counts };
}

export function loadPlacesIndex(dir: string): MapIndex | TablesRefusal | Refusal<"INDEX_MISSING"> {
  const file = join(dir, PLACES_FILE);
  if (!existsSync(file)) return refuse("INDEX_MISSING", `There is no ${PLACES_FILE} in ${dir}.`);
  const decoded = decodeTables(readFileSync(file));
  return isRefusal(decoded) ? decoded : new MapIndex(decoded.tables, decoded.hash);
}
