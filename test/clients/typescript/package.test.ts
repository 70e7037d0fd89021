import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";

// A stranger's machine: the package as it lies in a checkout, far from this repository's tools, and empty projects that install it as
// its README says.
const folder = mkdtempSync(join(tmpdir(), "giao-client-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const CHECKOUT = join(folder, "giao/clients/typescript");
cpSync("clients/typescript", CHECKOUT, { recursive: true });

const PACKED = JSON.parse(npm(folder, "pack", "--json", CHECKOUT))[0];
const PROJECTS = {
  "a checkout": install("linked", "../giao/clients/typescript"),
  "a packed file": install("packed", `../${PACKED.filename}`),
};

function npm(cwd: string, ...words: readonly string[]): string {
  // Nothing comes from anywhere else: no other package, and no compiler that a build would need.
  return execFileSync("npm", [...words, "--offline", "--silent"], { cwd, encoding: "utf8", env: strangersEnv() });
}

// Without what `npm test` itself has put there, above all this repository's programs.
function strangersEnv(): Record<string, string> {
  const path = (process.env.PATH ?? "").split(":").filter((part) => !part.includes("node_modules"));
  return { PATH: path.join(":"), HOME: folder };
}

function install(name: string, from: string): string {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  npm(project, "install", from);
  return project;
}

function compile(project: string, ...files: readonly string[]): string {
  const words = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", ...files];
  try {
    return execFileSync(resolve("node_modules/.bin/tsc"), words, { cwd: project, encoding: "utf8", stdio: "pipe" });
  } catch (thrown) {
    return (thrown as { readonly stdout: string }).stdout;
  }
}

test("the package holds its build, its readme and nothing else, and stands on no other package", () => {
  const files: readonly string[] = PACKED.files.map(({ path }: { path: string }) => path);
  const other = files.filter((path) => !/^(package\.json|README\.md|dist\/[a-z-]+\.(js|d\.ts))$/.test(path));
  assert.deepEqual(other, []);
  for (const needed of ["README.md", "dist/entry.js", "dist/entry.d.ts"]) assert.ok(files.includes(needed), needed);
  const manifest = JSON.parse(readFileSync("clients/typescript/package.json", "utf8"));
  assert.deepEqual([manifest.dependencies, manifest.scripts], [undefined, undefined]);
  for (const file of files.filter((path) => path.endsWith(".js"))) {
    assert.doesNotMatch(
      readFileSync(join("clients/typescript", file), "utf8"),
      /from "(?!\.\/[a-z-]+\.js")/,
      `${file} imports a stranger`,
    );
  }
});

const README = readFileSync("clients/typescript/README.md", "utf8");
const EXAMPLES = [...README.matchAll(/^```(?:ts|js|typescript|javascript)\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code!,
);

for (const [from, project] of Object.entries(PROJECTS)) {
  test(`installed from ${from}, its types narrow refusals, and every example of its README passes tsc --strict`, () => {
    writeFileSync(
      join(project, "shop.ts"),
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
    assert.ok(EXAMPLES.length >= 5, `${EXAMPLES.length} examples were found`);
    const files = EXAMPLES.map((code, at) => {
      writeFileSync(join(project, `example-${at}.ts`), code);
      return `example-${at}.ts`;
    });
    assert.equal(compile(project, "shop.ts", ...files), "");
  });

  test(`installed from ${from}, it runs by its name in plain Node, without types`, () => {
    writeFileSync(
      join(project, "shop.js"),
      `import * as client from "giao-client"; process.stdout.write(Object.keys(client).sort().join(" "));`,
    );
    // The machine's own Node, which may be older than ours.
    const names = execFileSync("node", ["shop.js"], { cwd: project, encoding: "utf8", env: strangersEnv() });
    assert.equal(names, "BadCallback Giao Refused Unreachable isRefused readCallback");
  });
}

test("the compiler notices an example that would not work", () => {
  const widened = `import type { Giao } from "giao-client";
    export const priced = (giao: Giao) => {
      const order = { order_time: 0, path: [], payment_method: "BALANCE" };
      return giao.estimate(order);
    };`;
  const project = PROJECTS["a packed file"];
  writeFileSync(join(project, "widened.ts"), widened);
  assert.match(compile(project, "widened.ts"), /TS2345[\s\S]*payment_method/);
});
