// The numbered SQL files of the schema, and what each says of itself in its first lines:
//
//   -- serves: 14
//
// Programs whose newest migration is 14, and all later ones, go on working when this one has run. A migration that only adds leaves
// that number as it is; one that takes something away raises it (docs/decisions/upgrades.md).
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Migration = {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  // The checksum it was released with, when it was.
  readonly released?: string;
};

export const MIGRATIONS = join(import.meta.dirname, "migrations");
const CHECKSUMS = "checksums.txt";
const SERVES = /^-- serves: (\d+)$/m;

export function readMigrations(folder: string = MIGRATIONS): readonly Migration[] {
  const released = readChecksums(folder);
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((name) => {
      const checksum = released.get(name);
      const text = readFileSync(join(folder, name), "utf8");
      return {
        number: Number(name.slice(0, 4)),
        name,
        text,
        ...(checksum === undefined ? {} : { released: checksum }),
      };
    });
  const twice = migrations.find((migration, at) => migration.number === migrations[at - 1]?.number);
  if (twice) throw new Error(`two migrations have number ${twice.number}`);
  return migrations;
}

// As `sha256sum` writes and checks it.
export function readChecksums(folder: string = MIGRATIONS): ReadonlyMap<string, string> {
  const path = join(folder, CHECKSUMS);
  const lines = existsSync(path) ? readFileSync(path, "utf8").matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm) : [];
  return new Map(Array.from(lines, ([, checksum = "", name = ""]) => [name, checksum]));
}

export function checksumOf(text: string): string {
  return hash("sha256", text);
}

// A migration that does not say whom it serves, as those of the first release, serves only programs that know it.
export function servesOf({ number, text }: Pick<Migration, "number" | "text">): number {
  const [, said] = SERVES.exec(text) ?? [];
  return said === undefined ? number : Number(said);
}
