// The program as a person starts it: a process of its own, its words on standard output, ended by its id.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after } from "node:test";
import { pastPooler } from "./server.ts";

export type Program = {
  readonly process: ChildProcess;
  readonly output: () => string;
  // Waits for words on standard output or standard error.
  readonly says: (words: RegExp) => Promise<RegExpMatchArray>;
  readonly exit: () => Promise<number | null>;
};

// Ended with the test file. `folder` is where the program lies; this one unless another is named.
export function startProgram(words: readonly string[], env: Readonly<Record<string, string>>, folder = "."): Program {
  const program = spawnProgram(words, env, folder);
  after(async () => {
    const { exitCode, signalCode } = program.process;
    if (exitCode === null && signalCode === null) program.process.kill("SIGKILL");
    await program.exit();
  });
  return program;
}

// For whoever ends it themselves.
export function spawnProgram(words: readonly string[], env: Readonly<Record<string, string>>, folder = "."): Program {
  const child = spawn(process.execPath, [join(folder, "bin/giao.js"), ...words], {
    env: {
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      ...(env.DATABASE_URL === undefined ? {} : pastPooler(env.DATABASE_URL)),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return {
    process: child,
    output: () => output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = output.match(pattern);
          if (!found) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        ended.then(() => reject(new Error(`the program ended without saying ${pattern}; it said:\n${output}`)));
      }),
    exit: () => ended,
  };
}

// Of a server that listens on this machine, when it has greeted.
export async function addressOf(program: Program): Promise<string> {
  const [, port = ""] = await program.says(/API +http:\/\/[^:/]+:(\d+)\/v3/);
  await program.says(/curl -s/);
  return `http://127.0.0.1:${port}`;
}
