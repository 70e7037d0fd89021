// Programs of yesterday and tomorrow, each in a folder of its own, with the libraries of today.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";

// This one with more migrations.
export function makeLaterProgram(migrations: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const part of ["bin", "src", "package.json"]) cpSync(part, join(folder, part), { recursive: true });
  addMigrations(folder, migrations);
  return folder;
}

export function addMigrations(folder: string, migrations: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(migrations)) {
    writeFileSync(join(folder, "src/store/migrations", name), text);
  }
}

// undefined: its tag is not in this copy of the repository.
export function makeReleasedProgram(version: string): string | undefined {
  const tag = `refs/tags/v${version}`;
  if (git(["tag", "--list", `v${version}`]) === "") return undefined;
  const folder = newFolder();
  const archive = join(folder, "program.tar");
  git(["archive", `--output=${archive}`, tag, "bin", "src", "package.json"]);
  execFileSync("tar", ["--extract", `--file=${archive}`, `--directory=${folder}`]);
  return folder;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "giao-program-"));
  after(() => rmSync(folder, { recursive: true }));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

function git(words: readonly string[]): string {
  return execFileSync("git", words, { encoding: "utf8" }).trim();
}
