// What is kept of every release, oldest first.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import type { UpgradeRecord } from "./record.ts";

const FOLDER = import.meta.dirname;

export const RELEASES: readonly UpgradeRecord[] = globSync(`${FOLDER}/v*.sql.gz`)
  .map((path) => JSON.parse(unpacked(`${basename(path, ".sql.gz")}.json.gz`)) as UpgradeRecord)
  .sort((a, b) => a.schema - b.schema);

export function readDump({ version }: UpgradeRecord): string {
  return unpacked(`v${version}.sql.gz`);
}

function unpacked(name: string): string {
  return gunzipSync(readFileSync(`${FOLDER}/${name}`)).toString();
}
