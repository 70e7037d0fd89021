import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";

// Packs what would be published, unpacks it into another project, and uses it there as a stranger would.
const folder = mkdtempSync(join(tmpdir(), "giao-client-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const CLIENT = "clients/typescript";
const PACKAGE = join(folder, "node_modules/giao-client");

const [packed] = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--silent", "--pack-destination", folder], { cwd: CLIENT, encoding: "utf8" }),
);
mkdirSync(PACKAGE, { recursive: true });
execFileSync("tar", ["xzf", join(folder, packed.filename), "--strip-components=1", "-C", PACKAGE]);
writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));

test("the package holds its build, its readme and nothing else, and stands on no other package", () => {
  const files: readonly string[] = packed.files.map(({ path }: { path: string }) => path);
  const other = files.filter((path) => !/^(package\.json|README\.md|dist\/[a-z-]+\.(js|d\.ts))$/.test(path));
  assert.deepEqual(other, []);
  for (const needed of ["README.md", "dist/entry.js", "dist/entry.d.ts"]) assert.ok(files.includes(needed), needed);
  const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(manifest.dependencies, undefined);
  for (const file of files.filter((path) => path.endsWith(".js"))) {
    assert.doesNotMatch(
      readFileSync(join(PACKAGE, file), "utf8"),
      /from "(?!\.\/[a-z-]+\.js")/,
      `${file} imports a stranger`,
    );
  }
});

test("a project that installs it finds its types, and refusals narrow", () => {
  writeFileSync(
    join(folder, "shop.ts"),
    `import { Giao, isRefused, type Order } from "giao-client";
     const giao = new Giao({ url: "http://127.0.0.1:3000", apiKey: "key", mobile: "84900000001" });
     export const order: Promise<Order> = giao.getOrder("26K7Q2ZD");
     export function isPoor(thrown: unknown): "NOT_ENOUGH_CREDIT" | undefined {
       return isRefused(thrown, "NOT_ENOUGH_CREDIT") ? thrown.code : undefined;
     }
     export const status = async (): Promise<"COMPLETED" | undefined> => {
       const { status } = await order;
       return status === "COMPLETED" ? status : undefined;
     };`,
  );
  const words = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--lib",
    "es2022,dom",
    "shop.ts",
  ];
  const tsc = resolve("node_modules/.bin/tsc");
  assert.doesNotThrow(() =>
    execFileSync(tsc, [...words, "--types", ""], { cwd: folder, encoding: "utf8", stdio: "pipe" }),
  );
});

test("the built package runs by its name, without types", () => {
  writeFileSync(
    join(folder, "shop.js"),
    `import * as client from "giao-client"; process.stdout.write(Object.keys(client).sort().join(" "));`,
  );
  const names = execFileSync(process.execPath, ["shop.js"], { cwd: folder, encoding: "utf8" });
  assert.equal(names, "BadCallback Giao Refused Unreachable isRefused readCallback");
});
