import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { skipWithout } from "../driver.ts";
import { testClient } from "../other-languages.ts";

const skip = skipWithout("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 10))");

if (skip) test("the Python client against the running server", { skip }, () => undefined);
else await testClient("Python", "python3", "test/clients/python/driver.py");

test("the examples of the README are Python", { skip }, () => {
  const examples = [...readFileSync("clients/python/README.md", "utf8").matchAll(/^```python\n([\s\S]*?)^```$/gm)];
  assert.ok(examples.length > 0);
  // Run, with the client beside it: what it imports is there, and nothing is asked of a server before somebody orders.
  const env = { ...process.env, PYTHONPATH: "clients/python" };
  for (const [, code = ""] of examples) execFileSync("python3", ["-c", code], { env, stdio: "pipe" });
});

test("the Python client stands on the standard library alone", { skip }, () => {
  const program = `
import ast, glob, json, sys
names = [n.name.split(".")[0] if isinstance(node, ast.Import) else node.module.split(".")[0]
    for path in glob.glob("clients/python/giao_client/*.py") for node in ast.walk(ast.parse(open(path).read()))
    if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.level == 0)
    for n in node.names]
print(json.dumps(sorted(set(names) - set(sys.stdlib_module_names))))`;
  assert.equal(execFileSync("python3", ["-c", program], { encoding: "utf8" }).trim(), "[]");
});
