// `giao simulate --planned`: a day of parcels of a planned service, under the live planner's own code and the ways it is compared with.
import { writeFile } from "node:fs/promises";
import { PARCEL_SERVICES, PARCEL_WAYS, runParcelDay } from "../domain/simulation/planned-day.ts";
import { BadWords, type Out, readWords } from "./words.ts";

const OPTIONS = {
  planned: { type: "string" },
  seed: { type: "string" },
  "as-live": { type: "boolean" },
  audit: { type: "string" },
  json: { type: "boolean" },
} as const;
const SEED_MAX = 2 ** 32 - 1;

export function isOfParcels(words: readonly string[]): boolean {
  return words.some((word) => word === "--planned" || word.startsWith("--planned="));
}

export async function simulateParcels(words: readonly string[], out: Out): Promise<number> {
  const { values, positionals } = readWords(words, OPTIONS);
  if (positionals.length > 0) throw new BadWords(`what is "${positionals[0]}"?`);
  const service = PARCEL_SERVICES.find(({ groupId }) => groupId === values.planned?.toUpperCase());
  if (!service)
    throw new BadWords(`which service? there are ${PARCEL_SERVICES.map(({ groupId }) => groupId).join(", ")}`);
  const seed = Number(values.seed ?? 1);
  if (!Number.isInteger(seed) || seed < 0 || seed > SEED_MAX)
    throw new BadWords(`--seed must be a whole number from 0 to ${SEED_MAX}, not "${values.seed}"`);
  // Alone, as the installation would do it.
  const ways = values["as-live"] ? (["planned"] as const) : PARCEL_WAYS;
  const log: string[] = [];
  if (!values.json)
    out.say(`${service.groupId}: 180 parcels from three hubs over four hours, 24 drivers, seed ${seed}`);
  for (const way of ways) {
    const figures = runParcelDay(service, way, seed, way === "planned" ? (line) => log.push(line) : undefined);
    const { kilometersPerParcel, driverHours, inWindowPercent, undelivered } = figures;
    out.say(
      values.json
        ? JSON.stringify({ service: service.groupId, seed, ...figures })
        : `${way.padEnd(8)} ${kilometersPerParcel.toFixed(2)} km a parcel  ${driverHours.toFixed(1)} driver hours  ` +
            `${inWindowPercent.toFixed(1)} % in window  ${undelivered} undelivered`,
    );
  }
  if (values.audit !== undefined) await writeFile(values.audit, log.map((line) => `${line}\n`).join(""));
  return 0;
}
