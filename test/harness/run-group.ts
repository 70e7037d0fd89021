// Runs test files one after another in this process, each as one test that holds the file's own: its hooks end with it, and what
// it opened is closed before the next begins.
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { setRunningFile } from "./end-hung-file.ts";

export async function runGroup(files: readonly string[]): Promise<void> {
  for (const file of files) {
    setRunningFile(file);
    await test(file, () => import(pathToFileURL(resolve(file)).href));
  }
  setRunningFile(`one of ${files.join(", ")}`);
}
