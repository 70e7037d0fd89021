// The program's settings, read from the environment once at the start. A bad value stops the start with one line that
// names the setting.
import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";

export type Settings = {
  readonly port: number;
  readonly host: string;
  readonly mode: "sandbox" | "production";
  readonly role: "all" | "api" | "worker";
  readonly processes: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly publicUrl: string | undefined;
  readonly tokenSecret: string;
  readonly operatorKey: string;
  readonly robots: boolean;
  // How many times faster than real life the robots drive.
  readonly robotSpeed: number;
  readonly mapDir: string;
  readonly roadsUrl: string | undefined;
  readonly geocoderUrl: string | undefined;
  readonly smsUrl: string | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly callbackAllowPrivate: boolean;
  readonly rateLimits: boolean;
  // Whose word on the address of a caller is taken; empty: nobody's.
  readonly trustedProxies: readonly string[];
  readonly tracking: {
    // How long a link shows something after the order has ended.
    readonly hours: number;
    // Open streams of this process, and of one address.
    readonly streams: number;
    readonly streamsPerAddress: number;
  };
  readonly retention: { readonly eventDays: number; readonly tryDays: number; readonly photoDays: number };
  // Open streams of drivers in this process.
  readonly driverStreams: number;
  // How long a server that was told to stop still answers everybody, so that balancers notice.
  readonly drainSeconds: number;
};

export class BadSetting extends Error {}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const SECRET_LENGTH_MIN = 32;
const PROCESSES_MAX = 64;
const ROBOT_SPEED_MAX = 1_000;

export function readSettings(env: NodeJS.ProcessEnv, folder: string, cores: number): Settings {
  const mode = oneOf(env, "MODE", ["sandbox", "production"], "sandbox");
  const isSandbox = mode === "sandbox";
  const dataDir = folderOf(env, "DATA_DIR", folder, "data");
  const port = wholeNumber(env, "PORT", 3000, 0, 65_535);
  const processes = env.PROCESSES === "auto" ? cores : wholeNumber(env, "PROCESSES", 1, 1, PROCESSES_MAX);
  // Several processes share one port, so they have to be told which.
  if (port === 0 && processes > 1) throw new BadSetting("PORT must not be 0 when PROCESSES is more than 1.");
  return {
    port,
    host: env.HOST || "127.0.0.1",
    mode,
    role: oneOf(env, "ROLE", ["all", "api", "worker"], "all"),
    processes,
    dataDir,
    databaseUrl: url(env, "DATABASE_URL", ["postgres:", "postgresql:"]),
    publicUrl: url(env, "PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, ""),
    // The sandbox's secrets are public and the same everywhere: its replicas agree, and nobody mistakes it for production.
    tokenSecret: secret(env, "TOKEN_SECRET", isSandbox ? "sandbox-token-secret" : undefined),
    operatorKey: secret(env, "OPERATOR_KEY", isSandbox ? "sandbox-operator-key" : undefined),
    robots: onOff(env, "ROBOTS", isSandbox),
    robotSpeed: wholeNumber(env, "ROBOT_SPEED", 20, 1, ROBOT_SPEED_MAX),
    mapDir: folderOf(env, "MAP_DIR", folder, resolve(dataDir, "map")),
    roadsUrl: url(env, "ROADS_URL", ["http:", "https:"]),
    geocoderUrl: url(env, "GEOCODER_URL", ["http:", "https:"]),
    smsUrl: url(env, "SMS_URL", ["http:", "https:"]),
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS, isSandbox ? "warn" : "info"),
    callbackAllowPrivate: onOff(env, "CALLBACK_ALLOW_PRIVATE", isSandbox),
    rateLimits: onOff(env, "RATE_LIMITS", !isSandbox),
    trustedProxies: addresses(env, "TRUSTED_PROXIES"),
    tracking: {
      hours: wholeNumber(env, "TRACKING_HOURS", 24, 1, 8_760),
      streams: wholeNumber(env, "TRACKING_STREAMS", 5_000, 1, 100_000),
      streamsPerAddress: wholeNumber(env, "TRACKING_STREAMS_PER_ADDRESS", 200, 1, 100_000),
    },
    retention: {
      eventDays: wholeNumber(env, "EVENT_DAYS", 90, 1, 3_650),
      tryDays: wholeNumber(env, "CALLBACK_LOG_DAYS", 30, 1, 3_650),
      photoDays: wholeNumber(env, "PHOTO_DAYS", 90, 1, 3_650),
    },
    driverStreams: wholeNumber(env, "DRIVER_STREAMS", 10_000, 1, 100_000),
    drainSeconds: seconds(env, "DRAIN_SECONDS", 1, 0, 600),
  };
}

// True for addresses that only this machine can reach.
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function oneOf<const T extends string>(env: NodeJS.ProcessEnv, name: string, allowed: readonly T[], fallback: T): T {
  const given = env[name] || fallback;
  const found = allowed.find((one) => one === given);
  if (found === undefined) throw new BadSetting(`${name} must be one of ${allowed.join(", ")}, not "${given}".`);
  return found;
}

function onOff(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ["on", "off"], fallback ? "on" : "off") === "on";
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const given = env[name];
  if (!given) return fallback;
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < min || number > max) {
    throw new BadSetting(`${name} must be a whole number from ${min} to ${max}, not "${given}".`);
  }
  return number;
}

function seconds(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const given = env[name];
  if (!given) return fallback;
  const number = Number(given);
  if (!/^\d+(\.\d+)?$/.test(given) || number < min || number > max) {
    throw new BadSetting(`${name} must be a number of seconds from ${min} to ${max}, not "${given}".`);
  }
  return number;
}

// Never repeats what was given: addresses may hold passwords.
function url(env: NodeJS.ProcessEnv, name: string, schemes: readonly string[]): string | undefined {
  const given = env[name];
  if (!given) return undefined;
  if (!URL.canParse(given) || !schemes.includes(new URL(given).protocol)) {
    throw new BadSetting(
      `${name} must be an address that starts with ${schemes.map((one) => `${one}//`).join(" or ")}.`,
    );
  }
  return given;
}

// Addresses and ranges like 10.0.0.0/8, or a name for the ranges that stay within a house. A range of all addresses is none: it
// would let everybody say who he is.
function addresses(env: NodeJS.ProcessEnv, name: string): readonly string[] {
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

// `fallback` is the sandbox's; production has none and asks for a long one.
function secret(env: NodeJS.ProcessEnv, name: string, fallback: string | undefined): string {
  const given = env[name] || fallback;
  if (given === undefined) throw new BadSetting(`${name} is required when MODE is production.`);
  if (fallback === undefined && given.length < SECRET_LENGTH_MIN) {
    throw new BadSetting(`${name} must have at least ${SECRET_LENGTH_MIN} characters when MODE is production.`);
  }
  return given;
}

function folderOf(env: NodeJS.ProcessEnv, name: string, base: string, fallback: string): string {
  const given = env[name] || fallback;
  return isAbsolute(given) ? given : resolve(base, given);
}
