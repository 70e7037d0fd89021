// The program's settings, read from the environment once at the start. A bad value stops the start with one line that
// names the setting.
import { resolve } from "node:path";
import { PLAIN_CLAIM_ROLES, parseClaimRoles } from "../domain/operators/provider-role.ts";
import { type LiveAddress, readLiveAddress } from "../live/live-address.ts";
import type { SmtpAddress } from "../outbound/mail.ts";
import type { TracingAddress } from "../outbound/otlp-tracer.ts";
import type { BucketAddress } from "../outbound/photo-bucket.ts";
import { pushKeyOf } from "../ports/push-key.ts";
import { PUBLIC_SECRETS_KEY } from "../ports/vault.ts";
import { type DatabaseLimits, USUAL_LIMITS } from "../store/connections/limits.ts";
import {
  addresses,
  BadSetting,
  folderOf,
  limitMs,
  oneWordOf,
  onOff,
  seconds,
  shortText,
  url,
  urls,
  wholeNumber,
  wholeNumberOrAuto,
  withFiles,
} from "./setting-values.ts";

export type Settings = Readonly<ReturnType<typeof readSettings>>;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const SECRET_LENGTH_MIN = 32;
// Each may be given as the path of a file that holds it, in a setting of its name with _FILE behind. Addresses may hold passwords.
const IN_FILES = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_READ_URL",
  "LIVE_URL",
  "LIVE_CA",
  "TOKEN_SECRET",
  "TOKEN_SECRET_OLD",
  "OPERATOR_KEY",
  "OPERATOR_KEY_OLD",
  "METRICS_TOKEN",
  "SECRETS_KEY",
  "SECRETS_KEY_OLD",
  "PHOTOS_KEY",
  "PHOTOS_SECRET",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "PUSH_KEY",
  "SMS_URL",
  "SMTP_URL",
  "GEOCODER_URL",
  "ROADS_URL",
  "OIDC_CLIENT_SECRET",
];
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:\w[\w.-]*\/?)+))?$/;
const PROCESSES_MAX = 64;
const SOCKETS_MAX = 64;
const ROBOT_SPEED_MAX = 1_000;
const SENDER_LENGTH_MAX = 20;
const MAIL_FROM = /^(?:[^<>@"\r\n]+ <[^<>@\s"]+@[^<>@\s"]+>|[^<>@\s"]+@[^<>@\s"]+)$/;
const MAIL_FROM_LENGTH_MAX = 200;

export function readSettings(given: NodeJS.ProcessEnv, folder: string, cores: number) {
  const env = withFiles(given, IN_FILES, folder);
  const mode = oneWordOf(env, "MODE", ["sandbox", "production"], "sandbox");
  const isSandbox = mode === "sandbox";
  const dataDir = folderOf(env, "DATA_DIR", folder, "data");
  const port = wholeNumber(env, "PORT", 3000, 0, 65_535);
  const processes = env.PROCESSES === "auto" ? cores : wholeNumber(env, "PROCESSES", 1, 1, PROCESSES_MAX);
  // Several processes share one port, so they have to be told which.
  if (port === 0 && processes > 1) throw new BadSetting("PORT must not be 0 when PROCESSES is more than 1.");
  // The sandbox's secrets are public and the same everywhere: its replicas agree, and nobody mistakes it for production.
  const tokenSecrets = withOld(env, "TOKEN_SECRET", isSandbox ? "sandbox-token-secret" : undefined);
  const operatorKeys = withOld(env, "OPERATOR_KEY", isSandbox ? "sandbox-operator-key" : undefined);
  const publicUrl = url(env, "PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, "");
  // Links, cookies and what a page may ask for depend on it, and behind a proxy nobody can guess it.
  if (publicUrl === undefined && !isSandbox) throw new BadSetting("PUBLIC_URL is required when MODE is production.");
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) throw new BadSetting("DATABASE_DIRECT_URL needs DATABASE_URL.");
  if (env.DATABASE_READ_URL && !env.DATABASE_URL) throw new BadSetting("DATABASE_READ_URL needs DATABASE_URL.");
  return {
    port,
    host: env.HOST || "127.0.0.1",
    // Sockets that systemd opened in their place; the launcher has seen that they are meant for us.
    handed: wholeNumber(env, "LISTEN_FDS", 0, 0, SOCKETS_MAX),
    mode,
    role: oneWordOf(env, "ROLE", ["all", "api", "worker"], "all"),
    processes,
    dataDir,
    databaseUrl: url(env, "DATABASE_URL", ["postgres:", "postgresql:"]),
    // Past a pooler, for what needs a session of its own; the same as databaseUrl when unset.
    databaseDirectUrl: url(env, "DATABASE_DIRECT_URL", ["postgres:", "postgresql:"]),
    // Hot standbys of it, for reads that take long or come often.
    databaseReadUrls: urls(env, "DATABASE_READ_URL", ["postgres:", "postgresql:"]),
    // Redis or Valkey, for what is live and needed for no truth.
    liveAddress: liveAddress(env),
    // Where photos are kept; undefined: in DATA_DIR.
    photoBucket: photoBucket(env),
    // How long a start waits for migrations that do not get on.
    migrationWaitSeconds: wholeNumber(env, "MIGRATION_WAIT_SECONDS", 600, 1, 86_400),
    databaseLimits: databaseLimits(env),
    publicUrl,
    // Tokens are signed with the first; those of the other are good too, while one replaces the other.
    tokenSecrets,
    operatorKeys,
    // Opens the measures, and nothing else.
    metricsToken: metricsToken(env, isSandbox),
    // Where the operator's people may sign in besides here.
    provider: provider(env, isSandbox),
    // What is kept sealed in the database is sealed with the first; the others still open what was sealed before.
    secretsKeys: secretsKeys(env, isSandbox, tokenSecrets),
    robots: onOff(env, "ROBOTS", isSandbox),
    // How many times faster than real life the robots drive.
    robotSpeed: wholeNumber(env, "ROBOT_SPEED", 20, 1, ROBOT_SPEED_MAX),
    mapDir: folderOf(env, "MAP_DIR", folder, resolve(dataDir, "map")),
    // Whether production may do without a map of its own.
    demoStreets: oneWordOf(env, "DEMO_STREETS", ["yes", "no"], isSandbox ? "yes" : "no") === "yes",
    roadsUrl: url(env, "ROADS_URL", ["http:", "https:"]),
    geocoderUrl: url(env, "GEOCODER_URL", ["http:", "https:"]),
    smsUrl: url(env, "SMS_URL", ["http:", "https:"]),
    // Where mail to the operator's people goes; undefined: there is none.
    smtp: smtpAddress(env, publicUrl),
    // By which push services know this installation; undefined: one is made at the first start.
    pushKey: pushKey(env),
    pushContact: url(env, "PUSH_CONTACT", ["https:", "mailto:"]) ?? contactOf(publicUrl),
    // How partners see the phone of an order's driver.
    driverPhones: oneWordOf(env, "DRIVER_PHONES", ["masked", "shown"], "masked"),
    // Who writes to recipients, as the text says it.
    smsSender: shortText(env, "SMS_SENDER", "Giao", SENDER_LENGTH_MAX),
    logLevel: oneWordOf(env, "LOG_LEVEL", LOG_LEVELS, isSandbox ? "warn" : "info"),
    callbackAllowPrivate: onOff(env, "CALLBACK_ALLOW_PRIVATE", isSandbox),
    callbackGapTries: wholeNumber(env, "CALLBACK_GAP_TRIES", 4, 1, 10),
    rateLimits: onOff(env, "RATE_LIMITS", !isSandbox),
    // Versions 1 and 2 of the partner API.
    legacyDoors: onOff(env, "LEGACY_DOORS", true),
    // Of an order's distance fee, for what its sender asks for after a failed delivery.
    afterFees: {
      secondAttempt: wholeNumber(env, "SECOND_ATTEMPT_PERCENT", 50, 0, 200) * 100,
      return: wholeNumber(env, "RETURN_PERCENT", 80, 0, 200) * 100,
    },
    // Whose word on the address of a caller is taken; empty: nobody's.
    trustedProxies: addresses(env, "TRUSTED_PROXIES"),
    tracking: {
      // How long a link shows something after the order has ended.
      hours: wholeNumber(env, "TRACKING_HOURS", 24, 1, 8_760),
      // Open streams of this process, and of one address.
      streams: wholeNumber(env, "TRACKING_STREAMS", 5_000, 1, 100_000),
      streamsPerAddress: wholeNumber(env, "TRACKING_STREAMS_PER_ADDRESS", 200, 1, 100_000),
    },
    // In days, or months. A trail is a person's way through the city: kept as long as a delivery can be disputed, no longer.
    retention: {
      eventDays: wholeNumber(env, "EVENT_DAYS", 90, 1, 3_650),
      tryDays: wholeNumber(env, "CALLBACK_LOG_DAYS", 30, 1, 3_650),
      photoDays: wholeNumber(env, "PHOTO_DAYS", 90, 1, 3_650),
      trailDays: wholeNumber(env, "TRAIL_DAYS", 90, 1, 3_650),
      decisionDays: wholeNumber(env, "DECISION_DAYS", 90, 1, 3_650),
      // 0: for ever.
      auditDays: wholeNumber(env, "AUDIT_DAYS", 0, 0, 3_650),
      orderMonths: wholeNumber(env, "ORDER_MONTHS", 0, 0, 120),
      ledgerMonths: ledgerMonths(env),
      historyMonths: wholeNumber(env, "HISTORY_MONTHS", 0, 0, 120),
      offerMonths: wholeNumber(env, "OFFER_MONTHS", 0, 0, 120),
      // Of what people were told by alert rules.
      alertDays: wholeNumber(env, "ALERT_DAYS", 90, 2, 3_650),
      // Of people who wanted to drive: refused, or begun and left.
      applicationDays: wholeNumber(env, "APPLICATION_DAYS", 90, 1, 3_650),
    },
    // Nothing of a month leaves before it was copied out (giao data export).
    keepUntilExported: onOff(env, "KEEP_UNTIL_EXPORTED", false),
    documents: {
      // So many days before a driver's document ends they are told, and so is the operator.
      reminderDays: wholeNumber(env, "DOCUMENT_REMINDER_DAYS", 30, 0, 365),
      // Whether a driver whose document has ended is still offered orders.
      endedTakesOffOffers: oneWordOf(env, "ENDED_DOCUMENTS", ["told", "no_offers"], "told") === "no_offers",
    },
    payouts: {
      // Whole VND: less than this is not paid out, and more than that in one run takes two people.
      minimum: wholeNumber(env, "PAYOUT_MINIMUM", 50_000, 1, 1_000_000_000),
      twoPeopleOver: wholeNumber(env, "PAYOUT_TWO_PEOPLE_OVER", 20_000_000, 0, 1_000_000_000_000),
    },
    // Open streams of drivers in this process.
    driverStreams: wholeNumber(env, "DRIVER_STREAMS", 10_000, 1, 100_000),
    requests: {
      // Worked on at once; undefined: as many as this process has time for.
      inFlight: wholeNumberOrAuto(env, "REQUESTS_IN_FLIGHT", 1, 10_000),
      queued: wholeNumber(env, "REQUESTS_QUEUED", 512, 0, 100_000),
      deadlineSeconds: wholeNumber(env, "REQUEST_DEADLINE_SECONDS", 10, 1, 300),
    },
    // Where traces go; undefined: nowhere.
    tracing: tracing(env),
    // How long a server that was told to stop still answers everybody, so that balancers notice.
    drainSeconds: seconds(env, "DRAIN_SECONDS", 1, 0, 600),
  };
}

// True for addresses that only this machine can reach.
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

// Of orders that are kept everything can be seen, what they moved too.
function ledgerMonths(env: NodeJS.ProcessEnv): number {
  const months = wholeNumber(env, "LEDGER_MONTHS", 0, 0, 120);
  const orders = wholeNumber(env, "ORDER_MONTHS", 0, 0, 120);
  if (months > 0 && (orders === 0 || months < orders))
    throw new BadSetting("LEDGER_MONTHS needs ORDER_MONTHS, and must not be less.");
  return months;
}

function databaseLimits(env: NodeJS.ProcessEnv): DatabaseLimits {
  const limits = {
    poolMax: wholeNumber(env, "DATABASE_POOL", USUAL_LIMITS.poolMax, 1, 1_000),
    connectMs: limitMs(env, "DATABASE_CONNECT_SECONDS", USUAL_LIMITS.connectMs),
    queryMs: limitMs(env, "DATABASE_QUERY_SECONDS", USUAL_LIMITS.queryMs),
    statementMs: limitMs(env, "DATABASE_STATEMENT_SECONDS", USUAL_LIMITS.statementMs),
    lockMs: limitMs(env, "DATABASE_LOCK_SECONDS", USUAL_LIMITS.lockMs),
    idleTransactionMs: limitMs(env, "DATABASE_IDLE_TRANSACTION_SECONDS", USUAL_LIMITS.idleTransactionMs),
    groupMax: wholeNumber(env, "DATABASE_GROUP", USUAL_LIMITS.groupMax, 1, USUAL_LIMITS.groupMax),
  };
  // Whoever knows more speaks first: the row that is locked, then the server, then we.
  if (limits.statementMs >= limits.queryMs) {
    throw new BadSetting("DATABASE_STATEMENT_SECONDS must be less than DATABASE_QUERY_SECONDS.");
  }
  if (limits.lockMs >= limits.statementMs) {
    throw new BadSetting("DATABASE_LOCK_SECONDS must be less than DATABASE_STATEMENT_SECONDS.");
  }
  return limits;
}

// The bucket and what stands before a name in it; where it is and how to sign are settings of their own.
function photoBucket(env: NodeJS.ProcessEnv): BucketAddress | undefined {
  const { PHOTOS_URL: given, PHOTOS_KEY: keyId, PHOTOS_SECRET: secret, PHOTOS_REGION: region = "us-east-1" } = env;
  const endpoint = url(env, "PHOTOS_ENDPOINT", ["http:", "https:"]) ?? `https://s3.${region}.amazonaws.com`;
  if (!given) return undefined;
  const [, bucket, prefix = ""] = BUCKET.exec(given) ?? [];
  if (bucket === undefined)
    throw new BadSetting("PHOTOS_URL must be s3://bucket or s3://bucket/prefix, of small letters, digits, dots and -.");
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new BadSetting("PHOTOS_REGION must be of small letters, digits and -.");
  if (!keyId || !secret) throw new BadSetting("PHOTOS_URL needs PHOTOS_KEY and PHOTOS_SECRET.");
  const root = new URL(
    `${endpoint.replace(/\/+$/, "")}/${bucket}/${prefix}${prefix === "" || prefix.endsWith("/") ? "" : "/"}`,
  );
  return { root, region, keyId, secret };
}

function pushKey({ PUSH_KEY: given }: NodeJS.ProcessEnv): string | undefined {
  if (!given) return undefined;
  try {
    return pushKeyOf(given).privateKey;
  } catch {
    throw new BadSetting(
      "PUSH_KEY must be a private key of P-256 in base64url, as web-push generate-vapid-keys makes it.",
    );
  }
}

// Push services want to know whom to write to when something is wrong; a sandbox has nobody.
function contactOf(publicUrl: string | undefined): string {
  return publicUrl?.startsWith("https:") ? publicUrl : "mailto:operator@giao.invalid";
}

const SMTP_PORTS = { "smtp:": 587, "smtps:": 465 } as const;

// Mail is from MAIL_FROM, or whom the address names, or this installation.
function smtpAddress(env: NodeJS.ProcessEnv, publicUrl: string | undefined): SmtpAddress | undefined {
  const given = url(env, "SMTP_URL", Object.keys(SMTP_PORTS));
  const from = shortText(env, "MAIL_FROM", "", MAIL_FROM_LENGTH_MAX);
  if (from !== "" && !MAIL_FROM.test(from))
    throw new BadSetting("MAIL_FROM must be an address like giao@example.com or Giao <giao@example.com>.");
  if (!given) return undefined;
  const { protocol, hostname, port, username, password } = new URL(given);
  if (hostname === "") throw new BadSetting("SMTP_URL must name a server.");
  const user = decodeURIComponent(username);
  const own = `giao@${publicUrl ? new URL(publicUrl).hostname : "localhost"}`;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || SMTP_PORTS[protocol as keyof typeof SMTP_PORTS],
    isTls: protocol === "smtps:",
    isLocal: isLoopback(hostname.replace(/^\[|\]$/g, "")),
    auth: user === "" ? undefined : { user, pass: decodeURIComponent(password) },
    from: from || (user.includes("@") ? user : own),
  };
}

function provider(env: NodeJS.ProcessEnv, isSandbox: boolean) {
  const given = url(env, "OIDC_ISSUER", ["http:", "https:"]);
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  const roles = env.OIDC_ROLES ? parseClaimRoles(env.OIDC_ROLES) : PLAIN_CLAIM_ROLES;
  if (!roles)
    throw new BadSetting("OIDC_ROLES must be like admins=owner,hanoi-desk=dispatcher:HAN+DAD, with roles of ours.");
  if (!given) return undefined;
  const issuer = new URL(given);
  // Who can read what is said on the way could sign in as anybody.
  if (issuer.protocol === "http:" && !isSandbox && !isLoopback(issuer.hostname))
    throw new BadSetting("OIDC_ISSUER must be https when MODE is production.");
  if (!clientId || !clientSecret) throw new BadSetting("OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.");
  const scope = shortText(env, "OIDC_SCOPE", "openid email profile", 200);
  const claim = shortText(env, "OIDC_ROLE_CLAIM", "roles", 200);
  return { issuer, clientId, clientSecret, scope, claim, roles };
}

// By OpenTelemetry's own names.
function tracing(env: NodeJS.ProcessEnv): TracingAddress | undefined {
  const endpoint = url(env, "OTEL_EXPORTER_OTLP_ENDPOINT", ["http:", "https:"]);
  const { OTEL_SERVICE_NAME: serviceName = "giao", OTEL_TRACES_SAMPLER_ARG: given = "1" } = env;
  const share = Number(given);
  if (!(share >= 0 && share <= 1)) throw new BadSetting("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.");
  const pairs = (env.OTEL_EXPORTER_OTLP_HEADERS ?? "").split(",").filter((pair) => pair.trim() !== "");
  const headers = pairs.map((pair) => /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(pair));
  if (headers.includes(null))
    throw new BadSetting("OTEL_EXPORTER_OTLP_HEADERS must be name=value, with commas between.");
  if (!endpoint) return undefined;
  return {
    url: new URL(`${endpoint.replace(/\/+$/, "")}/v1/traces`),
    headers: Object.fromEntries(headers.map((found) => [found![1]!.toLowerCase(), found![2]!])),
    serviceName,
    share,
  };
}

function liveAddress({ LIVE_URL: given, LIVE_CA: ca }: NodeJS.ProcessEnv): LiveAddress | undefined {
  const read = given ? readLiveAddress(given) : undefined;
  if (given && !read)
    throw new BadSetting(
      "LIVE_URL must be redis://host:port, rediss://…, redis+sentinel://host:port,…/name or redis+cluster://host:port,….",
    );
  if (!ca) return read;
  if (!read?.isTls) throw new BadSetting("LIVE_CA needs a LIVE_URL with TLS (rediss://…).");
  if (!ca.includes("-----BEGIN CERTIFICATE-----")) throw new BadSetting("LIVE_CA must be certificates in PEM.");
  return { ...read, ca };
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

function withOld(env: NodeJS.ProcessEnv, name: string, fallback: string | undefined): readonly [string, ...string[]] {
  const old = `${name}_OLD`;
  return [secret(env, name, fallback), ...(env[old] ? [secret(env, old, fallback)] : [])];
}

// It travels as a bearer token, which has no spaces.
function metricsToken(env: NodeJS.ProcessEnv, isSandbox: boolean): string | undefined {
  if (!env.METRICS_TOKEN) return undefined;
  if (/\s/.test(env.METRICS_TOKEN)) throw new BadSetting("METRICS_TOKEN must not contain spaces.");
  return secret(env, "METRICS_TOKEN", isSandbox ? "" : undefined);
}

function secretsKeys(
  env: NodeJS.ProcessEnv,
  isSandbox: boolean,
  [tokenSecret, ...oldTokenSecrets]: readonly [string, ...string[]],
): readonly string[] {
  const unset = isSandbox ? PUBLIC_SECRETS_KEY : tokenSecret;
  const key = env.SECRETS_KEY ? secret(env, "SECRETS_KEY", isSandbox ? unset : undefined) : unset;
  // A sandbox that turns into production brings rows that are as good as plain: they may be read, and are sealed anew.
  const old = env.SECRETS_KEY_OLD ? [env.SECRETS_KEY_OLD] : [];
  return [...new Set([key, ...old, unset, ...oldTokenSecrets, PUBLIC_SECRETS_KEY])];
}
