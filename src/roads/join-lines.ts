// One line from the lines of several legs. The last point of a leg is the first of the next, and stands once.
import type { MicroLine } from "./path.ts";

export function joinLines(lines: readonly MicroLine[]): MicroLine {
  const [first] = lines;
  if (first && lines.length === 1) return first;
  const joined = new Int32Array(lines.reduce((sum, line) => sum + line.length - 2, 2));
  let at = 0;
  for (const line of lines) {
    joined.set(line, at);
    at += line.length - 2;
  }
  return joined;
}
