// `giao check`: everything a start and a night depend on, looked at one after another without changing anything.
import { statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { bad, type Finding, ok, printFinding, printSum, warn } from "../../cli/findings.ts";
import { BadSetting } from "../../cli/setting-values.ts";
import type { Settings } from "../../cli/settings.ts";
import type { Out, Verb } from "../../cli/words.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { judgeFit } from "../../domain/schema-fit.ts";
import { findMap } from "../../extract/map-folder.ts";
import { type LiveAddress, nameOfAddress } from "../../live/live-address.ts";
import { readRedisReport } from "../../live/redis-report.ts";
import { readMailServer, type SmtpAddress } from "../../outbound/mail.ts";
import { openPhotoBucket } from "../../outbound/photo-bucket.ts";
import { realClock, startStopwatch } from "../../ports/clock.ts";
import { codeOf, type Database, DatabaseAway, openDatabase } from "../../store/db.ts";
import { newestOf, readStanding } from "../../store/migrate.ts";
import { readMigrations } from "../../store/migration-files.ts";
import { openServerFigures, readServerReport, type ServerReport } from "../../store/server-figures.ts";
import { settings } from "./verb.ts";

const HELP = `giao check

Looks at what the program needs and says in a line each what it found, and what mends it: settings, database (version, rights,
encoding, pooler, standbys, clock, schema), live plane, photos, map, disk, port, PUBLIC_URL, and the servers named by SMTP_URL, SMS_URL, ROADS_URL and
GEOCODER_URL. Sends no mail. Changes nothing, but writes and removes a probe in the live plane and in the photos' bucket. Ends with 1 when something is bad.`;

const VERSION_MIN = 150_000;
const SKEW_MS_MAX = 2_000;
const LAG_BYTES_MAX = 64 * 1024 * 1024;
const LIVE_VERSION_MIN = 7;
const GIGABYTE = 1024 ** 3;
const REACH_MS = 5_000;
// Each process has its pool, one line for notices, and now and then one more.
const LINES_BESIDE_POOL = 2;

export const CHECK: Verb = { help: HELP, run: (_words, out) => check(out) };

async function check(out: Out): Promise<number> {
  const findings: Finding[] = [];
  const note = (finding: Finding | undefined): void => {
    if (!finding) return;
    findings.push(finding);
    out.say(printFinding(finding));
  };
  const settings = settingsOr(note);
  if (settings) {
    for (const finding of await lookAtDatabase(settings)) note(finding);
    if (settings.liveAddress) note(await lookAtLivePlane(settings.liveAddress));
    note(await lookAtPhotos(settings));
    note(await lookAtMap(settings));
    note(await lookAtDisk(settings.dataDir));
    note(await lookAtPort(settings));
    if (settings.publicUrl) note(await lookAtPublicUrl(settings.publicUrl));
    if (settings.smtp) note(await lookAtMailServer(settings.smtp));
    for (const [name, url] of [
      ["SMS_URL", settings.smsUrl],
      ["ROADS_URL", settings.roadsUrl],
      ["GEOCODER_URL", settings.geocoderUrl],
    ] as const)
      if (url) note(await lookAtServer(name, url));
  }
  out.say(printSum(findings));
  return findings.some(({ is }) => is === "bad") ? 1 : 0;
}

function settingsOr(note: (finding: Finding) => void): Settings | undefined {
  try {
    const found = settings();
    const where = found.mode === "sandbox" ? "a sandbox: its keys are public" : "production";
    note(ok("settings", `${where}; ${found.role}, ${found.processes} processes`));
    return found;
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    note(bad("settings", error.message, "docs/settings.md has them all"));
    return undefined;
  }
}

async function lookAtDatabase(settings: Settings): Promise<readonly Finding[]> {
  const about = "database";
  if (settings.databaseUrl === undefined) {
    const found = `the program's own, under ${settings.dataDir}; it starts with giao serve`;
    const own: Finding = ok(about, found);
    if (settings.mode === "sandbox") return [own];
    return [{ ...own, is: "warn", mend: "set DATABASE_URL to a server with backups and a standby" }];
  }
  const findings: Finding[] = [];
  const report = await asking(settings.databaseUrl, about, findings, async (db, isPooled) => {
    const watch = startStopwatch();
    const askedMs = realClock.now().getTime();
    const report = await readServerReport(db);
    findings.push(...judgeServer(report, settings));
    findings.push(judgeClock(report.nowMs - (askedMs + watch.elapsedMs() / 2)));
    findings.push(judgeSchema(await readStanding(db)));
    for (const { name, lagBytes } of (await openServerFigures(db)()).standbys) findings.push(judgeLag(name, lagBytes));
    findings.push(...judgeWay(isPooled(), settings));
    return report;
  });
  if (settings.databaseDirectUrl) {
    await asking(settings.databaseDirectUrl, "direct", findings, async (db, isPooled) => {
      await readStanding(db);
      findings.push(
        isPooled()
          ? bad("direct", "leads to a pooler too", "name PostgreSQL itself")
          : ok("direct", "DATABASE_DIRECT_URL leads to PostgreSQL itself"),
      );
    });
  }
  for (const url of settings.databaseReadUrls) {
    await asking(url, "standby", findings, async (db) =>
      findings.push(judgeStandby(url, await readServerReport(db), report)),
    );
  }
  return findings;
}

// What is asked of a server, or why it cannot be.
async function asking<T>(
  url: string,
  about: string,
  findings: Finding[],
  ask: (db: Database, isPooled: () => boolean) => Promise<T>,
): Promise<T | undefined> {
  let isPooled = false;
  const db = openDatabase(url, {
    name: "giao check",
    limits: { connectMs: REACH_MS },
    onWay: (way) => {
      isPooled = way.isPooled;
    },
  });
  try {
    return await ask(db, () => isPooled);
  } catch (error) {
    const known = causesOf(error).map((cause) => REFUSED_AT_THE_DOOR[codeOf(cause)]);
    const atTheDoor = known.find((mend) => mend !== undefined);
    if (!(error instanceof DatabaseAway) && !atTheDoor) throw error;
    const found = error instanceof Error ? error.message : String(error);
    findings.push(bad(about, found, atTheDoor ?? `is ${new URL(url).host} up, and may this machine reach it?`));
    return undefined;
  } finally {
    await db.close();
  }
}

function causesOf(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

const REFUSED_AT_THE_DOOR: Readonly<Record<string, string>> = {
  "28P01": "the password in the address is wrong",
  "28000": "the user may not come in from here: see pg_hba.conf",
  "3D000": "make the database: createdb",
};

function judgeServer(report: ServerReport, { databaseLimits, processes }: Settings): readonly Finding[] {
  const about = "database";
  const version = `PostgreSQL ${Math.floor(report.version / 10_000)}.${report.version % 10_000}`;
  const lines = (databaseLimits.poolMax + LINES_BESIDE_POOL) * processes;
  const judged: readonly (Finding | false)[] = [
    report.version >= VERSION_MIN
      ? ok(about, `${version}, database ${report.database}, user ${report.user}`)
      : bad(about, version, "PostgreSQL 15 or newer is needed"),
    report.encoding !== "UTF8" && bad(about, `its encoding is ${report.encoding}`, "createdb --encoding=UTF8"),
    !report.mayCreate &&
      bad(about, `${report.user} may not create tables`, `grant create on schema public to ${report.user}`),
    (report.isStandby || report.isReadOnly) && bad(about, "takes no writes", "DATABASE_URL must lead to the primary"),
    lines > report.maxConnections &&
      warn(
        about,
        `this installation may open ${lines} connections and the server takes ${report.maxConnections}`,
        "lower DATABASE_POOL or raise max_connections",
      ),
  ];
  return judged.filter((finding) => finding !== false);
}

function judgeClock(skewMs: number): Finding {
  const found = `this machine is ${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs > 0 ? "behind" : "ahead of"} the database`;
  if (Math.abs(skewMs) <= SKEW_MS_MAX) return ok("clock", found);
  return warn("clock", found, "run NTP; the program goes by the database's time");
}

function judgeSchema(standing: Parameters<typeof judgeFit>[1]): Finding {
  const ours = newestOf(readMigrations());
  const about = "schema";
  if (standing.schema === ours) return ok(about, `${ours}`);
  if (standing.schema < ours)
    return warn(about, `${standing.schema}, and this program's is ${ours}`, "giao migrate, or the next start does it");
  const { fits, note } = judgeFit(ours, standing);
  return fits ? ok(about, note) : bad(about, note, "start a newer program");
}

function judgeLag(name: string, lagBytes: number): Finding {
  const found = `${name} is ${lagBytes} bytes behind`;
  if (lagBytes <= LAG_BYTES_MAX) return ok("replication", found);
  return warn("replication", found, "a fail-over now would take long: see what holds it up");
}

function judgeWay(isPooled: boolean, { databaseDirectUrl }: Settings): readonly Finding[] {
  if (!isPooled) return [];
  const found = "DATABASE_URL leads to a pooler";
  if (databaseDirectUrl) return [ok("pooler", found)];
  return [bad("pooler", found, "set DATABASE_DIRECT_URL past it, for notices and locks")];
}

function judgeStandby(url: string, there: ServerReport, here: ServerReport | undefined): Finding {
  const { host } = new URL(url);
  const about = "standby";
  if (!there.isStandby || (here && here.cluster !== there.cluster))
    return bad(about, `${host} is no standby of this database`, "DATABASE_READ_URL names hot standbys");
  return ok(about, `${host} follows`);
}

async function lookAtLivePlane(address: LiveAddress): Promise<Finding> {
  const about = "live plane";
  const report = await readRedisReport(address);
  const at = `${report.server} at ${nameOfAddress(address)}`;
  if ("fault" in report)
    return bad(
      about,
      `${at}: ${report.fault}`,
      "is it up, may this machine reach it, and is the password in LIVE_URL right?",
    );
  if (report.version < LIVE_VERSION_MIN) return bad(about, at, "version 7 or newer is needed");
  if (report.policy !== "noeviction" && !report.policy.startsWith("volatile-"))
    return warn(
      about,
      `${at} may evict any key (${report.policy})`,
      "set maxmemory-policy noeviction; see docs/live-plane.md",
    );
  return ok(about, `${at} takes writes`);
}

async function lookAtPhotos({ photoBucket: address, dataDir }: Settings): Promise<Finding> {
  const about = "photos";
  if (!address) return ok(about, `under ${dataDir}; replicas on other machines need PHOTOS_URL, or to share it`);
  const bucket = openPhotoBucket(address, realClock, { timeoutMs: REACH_MS });
  try {
    const fault = await bucket.findFault();
    const at = address.root.href;
    if (fault === undefined) return ok(about, `${at} keeps, shows and removes`);
    const mend = "is PHOTOS_ENDPOINT right, is the bucket there, and may the key read, write, list and delete in it?";
    return bad(about, `${at}: ${fault}`, mend);
  } finally {
    await bucket.close();
  }
}

async function lookAtMap({ mapDir, mode, roadsUrl, demoStreets }: Settings): Promise<Finding> {
  const found = await findMap(mapDir);
  const about = "map";
  if (!isRefusal(found)) return ok(about, `${found.manifest.label} (${found.manifest.version})`);
  const mend = "giao map build <extract.osm.pbf>";
  if (found.refused !== "MAP_MISSING") return bad(about, found.why, mend);
  if (mode === "sandbox") return ok(about, `none in ${mapDir}: generated demo streets are used`);
  const is = demoStreets || roadsUrl ? "warn" : "bad";
  return { is, about, found: `none in ${mapDir}`, mend };
}

async function lookAtDisk(dataDir: string): Promise<Finding> {
  const about = "disk";
  const folder = await existing(dataDir);
  const { bavail, bsize } = await statfs(folder);
  const free = (bavail * bsize) / GIGABYTE;
  const found = `${free.toFixed(1)} GB free under ${folder}`;
  if (free >= 5) return ok(about, found);
  return {
    is: free < 1 ? "bad" : "warn",
    about,
    found,
    mend: "make room: photos and the program's own database lie there",
  };
}

// DATA_DIR itself is made by the first start.
async function existing(folder: string): Promise<string> {
  try {
    await statfs(folder);
    return folder;
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || dirname(folder) === folder) throw error;
    return existing(dirname(folder));
  }
}

async function lookAtPort({ host, port }: Settings): Promise<Finding> {
  const about = "port";
  const code = await new Promise<string>((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(codeOf(error)));
    server.listen(port, host, () => server.close(() => resolve("")));
  });
  if (code === "") return ok(about, `${host}:${port} is free`);
  if (code !== "EADDRINUSE") return bad(about, `${host}:${port} cannot be opened (${code})`, "set HOST and PORT");
  if (await isOurs(`http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`))
    return ok(about, `${host}:${port} is served by a running program`);
  return bad(about, `${host}:${port} is taken by another program`, "set PORT to a free one");
}

async function lookAtPublicUrl(publicUrl: string): Promise<Finding> {
  const about = "PUBLIC_URL";
  if (await isOurs(publicUrl)) return ok(about, `${publicUrl} leads here`);
  const mend = "is a server running, and does its balancer, DNS and certificate lead to it?";
  return warn(about, `${publicUrl}: ${await statusOf(publicUrl)}`, mend);
}

async function lookAtMailServer(address: SmtpAddress): Promise<Finding> {
  const about = "SMTP_URL";
  const at = `${address.host}:${address.port}`;
  const report = await readMailServer(address);
  if ("fault" in report) {
    const mend = MAIL_MENDS[report.code] ?? "is it up, may this machine reach it, and is it smtp:// or smtps://?";
    return bad(about, `${at}: ${report.fault}`, mend);
  }
  const found = `${at} answers, ${report.isTls ? "with TLS" : "without TLS"}, ${SIGN_INS[report.signIn]}`;
  if (report.signIn === "not_offered")
    return warn(about, found, "take user and password out of SMTP_URL, or ask its operator why it wants none");
  if (!report.isTls && !address.isLocal)
    return warn(about, found, "mail can be read on its way: use smtps://, or a server with STARTTLS");
  return ok(about, found);
}

const SIGN_INS = {
  done: "and takes the password",
  not_offered: "and asks for no password",
  no_password: "and was given no password",
} as const;

const MAIL_MENDS: Readonly<Record<string, string>> = {
  EAUTH: "are user and password in SMTP_URL right?",
  ETLS: "a password goes over TLS only: use smtps://, or a server with STARTTLS and a certificate for this name",
  EDNS: "is the server's name in SMTP_URL right?",
};

async function lookAtServer(about: string, url: string): Promise<Finding> {
  const { host, origin } = new URL(url);
  const status = await statusOf(origin);
  // Whatever it answers, somebody is there.
  if (typeof status === "number") return ok(about, `${host} answers`);
  return bad(about, `${host}: ${status}`, "is it up, and may this machine reach it?");
}

async function isOurs(root: string): Promise<boolean> {
  const answer = await ask(`${root}/healthz`, (response) => response.text());
  return typeof answer !== "string" && answer.of === '{"ok":true}';
}

// An answer's status, or in a word why there is none.
async function statusOf(url: string): Promise<number | string> {
  const answer = await ask(url, async (response) => {
    await response.body?.cancel();
    return response.status;
  });
  return typeof answer === "string" ? answer : answer.of;
}

async function ask<T>(url: string, read: (response: Response) => Promise<T>): Promise<{ readonly of: T } | string> {
  try {
    return { of: await read(await fetch(url, { signal: AbortSignal.timeout(REACH_MS), redirect: "manual" })) };
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return codeOf(cause) || (cause instanceof Error ? cause.message : String(cause));
  }
}
