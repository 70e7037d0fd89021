import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { skipWithoutPhp } from "../driver.ts";
import { testClient } from "../other-languages.ts";

const skip = skipWithoutPhp();

if (skip) test("the PHP client against the running server", { skip }, () => undefined);
else await testClient("PHP", "php", "test/clients/php/driver.php");

test("the examples of the README are PHP", { skip }, () => {
  const examples = [...readFileSync("clients/php/README.md", "utf8").matchAll(/^```php\n<\?php\n([\s\S]*?)^```$/gm)];
  assert.ok(examples.length > 0);
  // Run, with the client beside it: what it uses is there, and nothing is asked of a server before somebody orders.
  for (const [, code = ""] of examples) {
    const program = code.replace("use Giao", "require 'clients/php/autoload.php';\nuse Giao");
    execFileSync("php", ["-r", program], { stdio: "pipe" });
  }
});
