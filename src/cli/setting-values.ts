// How one setting is read: each way names the setting and the rule when a value does not fit.
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";

export class BadSetting extends Error {}

const SECONDS_MIN = 0.1;
const SECONDS_MAX = 600;

export function oneWordOf<const T extends string>(
  env: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const given = env[name] || fallback;
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw new BadSetting(`${name} must be one of ${allowed.join(", ")}, not "${given}".`);
  return found;
}

export function onOff(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  return oneWordOf(env, name, ["on", "off"], fallback ? "on" : "off") === "on";
}

export function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  min: number,
  max: number,
  or = "",
): number {
  const given = env[name];
  if (!given) return fallback;
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < min || number > max) {
    throw new BadSetting(`${name} must be ${or}a whole number from ${min} to ${max}, not "${given}".`);
  }
  return number;
}

// A time that nobody may wait longer than: never none, and in milliseconds from here on.
export function limitMs(env: NodeJS.ProcessEnv, name: string, fallbackMs: number): number {
  return Math.round(seconds(env, name, fallbackMs / 1000, SECONDS_MIN, SECONDS_MAX) * 1000);
}

// undefined: auto, which it also is when nothing is set.
export function wholeNumberOrAuto(env: NodeJS.ProcessEnv, name: string, min: number, max: number): number | undefined {
  if (!env[name] || env[name] === "auto") return undefined;
  return wholeNumber(env, name, min, min, max, "auto or ");
}

export function seconds(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const given = env[name];
  if (!given) return fallback;
  const number = Number(given);
  if (!/^\d+(\.\d+)?$/.test(given) || number < min || number > max) {
    throw new BadSetting(`${name} must be a number of seconds from ${min} to ${max}, not "${given}".`);
  }
  return number;
}

export function shortText(env: NodeJS.ProcessEnv, name: string, fallback: string, lengthMax: number): string {
  const given = env[name]?.trim() || fallback;
  if (given.length > lengthMax) throw new BadSetting(`${name} must have at most ${lengthMax} characters.`);
  return given;
}

// Never repeats what was given: addresses may hold passwords.
export function url(env: NodeJS.ProcessEnv, name: string, schemes: readonly string[]): string | undefined {
  const given = env[name];
  if (!given) return undefined;
  if (!URL.canParse(given) || !schemes.includes(new URL(given).protocol)) {
    throw new BadSetting(
      `${name} must be an address that starts with ${schemes.map((one) => `${one}//`).join(" or ")}.`,
    );
  }
  return given;
}

// Several, with commas between.
export function urls(env: NodeJS.ProcessEnv, name: string, schemes: readonly string[]): readonly string[] {
  const given = (env[name] ?? "").split(",").map((one) => one.trim());
  return given.flatMap((one) => url({ [name]: one }, name, schemes) ?? []);
}

// Addresses and ranges like 10.0.0.0/8, or a name for the ranges that stay within a house. A range of all addresses is none: it
// would let everybody say who they are.
export function addresses(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  const given = (env[name] ?? "").split(",").map((one) => one.trim());
  const named = given.filter((one) => one !== "");
  const bad = named.find((one) => !["loopback", "linklocal", "uniquelocal"].includes(one) && !isAddressRange(one));
  if (bad !== undefined) {
    throw new BadSetting(`${name} must be addresses or ranges like 10.0.0.0/8, with commas between, not "${bad}".`);
  }
  return named;
}

function isAddressRange(given: string): boolean {
  const [address = "", bits, ...more] = given.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

// Those of `names` that lie in files, as what the files hold.
export function withFiles(env: NodeJS.ProcessEnv, names: readonly string[], folder: string): NodeJS.ProcessEnv {
  const read = names.flatMap((name) => {
    const path = env[`${name}_FILE`];
    if (!path) return [];
    if (env[name]) throw new BadSetting(`${name} and ${name}_FILE are both set; set one of them.`);
    return [[name, readSecretFile(`${name}_FILE`, resolve(folder, path))] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

// Editors and `echo` end a file with a line break that is no part of the secret.
function readSecretFile(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new BadSetting(`${name} names ${path}, which cannot be read (${reason}).`);
  }
  if (text === "") throw new BadSetting(`${name} names ${path}, which is empty.`);
  return text;
}

export function folderOf(env: NodeJS.ProcessEnv, name: string, base: string, fallback: string): string {
  const given = env[name] || fallback;
  return isAbsolute(given) ? given : resolve(base, given);
}
