// The name by which a process tells others how it does.
import { hostname } from "node:os";
import type { Random } from "../ports/random.ts";

const HOST_LENGTH_MAX = 80;

// The last letters tell two apart whose hosts call themselves the same.
export function nameProcess(random: Random): string {
  return `${hostname().slice(0, HOST_LENGTH_MAX)}/${process.pid}-${random.hex(2)}`;
}
