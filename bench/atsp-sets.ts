// Reads public sets of directed tours (TSPLIB's .atsp files with a full matrix), with the cost of the best tour there is.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

export type AtspSet = {
  readonly name: string;
  readonly size: number;
  readonly costs: Float64Array;
  readonly best: number;
};

const BEST: Readonly<Record<string, number>> = {
  br17: 39,
  ftv33: 1_286,
  ftv35: 1_473,
  ftv38: 1_530,
  p43: 5_620,
  ftv44: 1_613,
  ftv47: 1_776,
  ry48p: 14_422,
  ft53: 6_905,
  ftv55: 1_608,
  ftv64: 1_839,
  ft70: 38_673,
  ftv70: 1_950,
  kro124p: 36_230,
  ftv170: 2_755,
};

export function readAtspSets(folder: string): readonly AtspSet[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".atsp"))
    .flatMap((file) => {
      const name = basename(file, ".atsp");
      const best = BEST[name];
      return best === undefined ? [] : [{ name, best, ...readMatrix(readFileSync(join(folder, file), "utf8"), file) }];
    })
    .sort((a, b) => a.size - b.size);
}

function readMatrix(text: string, file: string): Pick<AtspSet, "size" | "costs"> {
  const size = Number(/DIMENSION\s*:\s*(\d+)/.exec(text)?.[1]);
  const [, section = ""] = text.split("EDGE_WEIGHT_SECTION");
  const costs = Float64Array.from(section.replace("EOF", "").trim().split(/\s+/), Number);
  if (costs.length !== size * size || costs.some(Number.isNaN))
    throw new Error(`${file} has no matrix of ${size} points`);
  // From a point to itself they say what is meant to be too much.
  for (let point = 0; point < size; point++) costs[point * size + point] = Infinity;
  return { size, costs };
}
