// How a verb reads its words: options by name, --help everywhere, one clear line for what it does not understand.
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

export type Out = { readonly say: (line: string) => void; readonly complain: (line: string) => void };

export const terminal: Out = {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`giao: ${line}\n`),
};

export type Verb = {
  readonly help: string;
  readonly run: (words: readonly string[], out: Out) => Promise<number>;
};

// The exit status of what could not be done.
export function refused(out: Out, why: string): number {
  out.complain(why);
  return 1;
}

// A command line that makes no sense; the message says why.
export class BadWords extends Error {}

export function readWords<const Options extends ParseArgsOptionsConfig>(words: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...words], options: { ...options, help: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new BadWords(error instanceof Error ? error.message : String(error));
  }
}
