// The kinds of values that options of OSRM's protocol have, and what is said of one that is none of them.
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";

type Fault = Refusal<"BAD_REQUEST">;

// One element a coordinate; undefined where it was left empty.
export function eachPoint<T>(
  name: string,
  text: string,
  points: number,
  read: (element: string) => T | Fault,
): readonly (T | undefined)[] | Fault {
  const elements = text.split(";");
  if (elements.length !== points) {
    return fault("InvalidOptions", `${name} has ${elements.length} elements for ${points} coordinates`);
  }
  const values: (T | undefined)[] = [];
  for (const element of elements) {
    const value = element === "" ? undefined : read(element);
    if (isRefusal<T | undefined, "BAD_REQUEST">(value)) return value;
    values.push(value);
  }
  return values;
}

export function readIndexes(name: string, text: string, points: number): readonly number[] | Fault {
  const indexes: number[] = [];
  for (const element of text.split(";")) {
    const index = Number(element);
    if (!/^\d+$/.test(element) || index >= points) return invalid(name, element, `an index from 0 to ${points - 1}`);
    indexes.push(index);
  }
  return indexes;
}

export function readSwitch(name: string, text: string): boolean | Fault {
  if (text === "true") return true;
  return text === "false" ? false : invalid(name, text, "true or false");
}

export function readAmount(name: string, text: string, unit: string): number | Fault {
  const amount = Number(text);
  return amount > 0 && amount < Number.POSITIVE_INFINITY ? amount : invalid(name, text, `a number of ${unit} above 0`);
}

const UNIX_SECONDS = /^\d{1,11}$/;
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;

export function readMoment(name: string, text: string): Date | Fault {
  // A plus that was not encoded arrives as a blank.
  const written = text.replace(/ (?=\d\d:\d\d$)/, "+");
  if (UNIX_SECONDS.test(written)) return new Date(Number(written) * 1_000);
  const at = new Date(ISO_MOMENT.test(written) ? written : Number.NaN);
  if (!Number.isNaN(at.getTime())) return at;
  return invalid(name, text, "Unix seconds, or a moment such as 2026-11-16T17:30:00+07:00");
}

export function knownWord<const T extends string>(name: string, text: string, known: readonly T[]): T | Fault {
  return known.find((word) => word === text) ?? invalid(name, text, `one of ${known.join(", ")}`);
}

export function invalid(name: string, text: string, wanted: string): Fault {
  return fault("InvalidValue", `the option ${name} is ${JSON.stringify(text.slice(0, 40))}, not ${wanted}`);
}

export function fault(code: string, why: string): Fault {
  return refuse("BAD_REQUEST", `${code}: ${why}.`);
}
