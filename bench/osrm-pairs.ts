// How many ways are as long as OSRM's: the pairs that OSRM's stock car profile was asked on the extracts beside the repository.
import { existsSync, readFileSync } from "node:fs";
import { isRefusal } from "../src/domain/refusal.ts";
import { readExtract } from "../src/extract/read-extract.ts";
import { buildEngine } from "../test/fixtures/roads/build-engine.ts";

const DATA = "../shared/data";
// What is wanted of each, in per cent.
const MAPS = { "hcmc-2018": 95, "hanoi-center": 92, monaco: 97 };
const ALIKE = 0.05;
const MUCH_LONGER = 1.2;

export async function compareWithOsrm(say: (line: string) => void): Promise<void> {
  for (const [name, wanted] of Object.entries(MAPS)) {
    const [map, pairs] = [`${DATA}/map/${name}.osm.pbf`, `${DATA}/roads/${name}-car.csv`];
    if (!existsSync(map) || !existsSync(pairs)) {
      say(`${pairs} is not there: the ways of ${name} were not held against OSRM's`);
      continue;
    }
    const extract = await readExtract([map]);
    if (isRefusal(extract)) throw new Error(extract.why);
    const engine = buildEngine(extract, "car");
    if (isRefusal(engine)) throw new Error(engine.why);
    const ratios = readPairs(pairs).map(({ from, to, meters }) => {
      const answer = engine.route([from, to]);
      return isRefusal(answer) ? Infinity : answer.routes[0]!.distanceMeters / meters;
    });
    const share = (test: (ratio: number) => boolean): string =>
      ((100 * ratios.filter(test).length) / ratios.length).toFixed(1);
    say(
      `${name}: ${share((ratio) => Math.abs(ratio - 1) <= ALIKE)} % of ${ratios.length} ways within 5 % of OSRM's length (${wanted} wanted), ` +
        `${share((ratio) => ratio > MUCH_LONGER)} % over 20 % longer, ${share((ratio) => ratio === Infinity)} % without a way`,
    );
  }
}

// Without those OSRM found no way for.
function readPairs(file: string) {
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  return lines
    .map((line) => line.split(",").map(Number) as [number, number, number, number, number])
    .map(([lng, lat, toLng, toLat, meters]) => ({ from: { lng, lat }, to: { lng: toLng, lat: toLat }, meters }))
    .filter(({ meters }) => meters > 0);
}
