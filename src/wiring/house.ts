// Opens everything the doors stand on, in order, and closes it in the reverse order. Nothing here decides anything.
import { hostname } from "node:os";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import type { Settings } from "../cli/settings.ts";
import { TOKEN_SECONDS } from "../domain/accounts/token-life.ts";
import { isRefusal, type Promised, refuse } from "../domain/refusal.ts";
import { judgeFit } from "../domain/schema-fit.ts";
import { openRedisPlane } from "../live/redis-plane.ts";
import { keepCatalogue } from "../operations/catalogue/keep-catalogue.ts";
import { makeMonthsAhead } from "../operations/data/keep-months.ts";
import { type Learned, openLearned } from "../operations/dispatch/learned.ts";
import { openPushKey } from "../operations/drivers/push-offers.ts";
import { type Live, openLive } from "../operations/live/open-live.ts";
import { bucketBeforeFolder } from "../operations/photos/open-photos.ts";
import {
  openPlanSearcher,
  openPlanSolver,
  type PlanSearcher,
  type PlanSolver,
} from "../operations/planning/solve-plan.ts";
import { openSecretsVault } from "../operations/secrets/seal-secrets.ts";
import type { Services } from "../operations/services.ts";
import { openCallbackClient } from "../outbound/callback-client.ts";
import { type Mailer, openMailer } from "../outbound/mail.ts";
import { openPhotoBucket, type PhotoBucket } from "../outbound/photo-bucket.ts";
import { openPushClient, type PushClient } from "../outbound/push-client.ts";
import { openSmsGateway } from "../outbound/sms.ts";
import type { LivePlane } from "../ports/live/live-plane.ts";
import type { PhotoFiles } from "../ports/photo-files.ts";
import { openPictures, type Pictures } from "../ports/pictures.ts";
import { type Random, secureRandom } from "../ports/random.ts";
import { openRefreshTokens } from "../ports/refresh-tokens.ts";
import type { SmsSender } from "../ports/sms.ts";
import { openTokens } from "../ports/tokens.ts";
import { useTracer } from "../ports/tracing.ts";
import { type ApiKey, openApiKeys } from "../store/accounts/partners.ts";
import { openCreatorSignIns, openSignIns, type SignIn } from "../store/accounts/sign-ins.ts";
import { openWebSessions, type WebSession } from "../store/accounts/web-sessions.ts";
import type { Way } from "../store/connections/pooler.ts";
import { type Database, openDatabase } from "../store/db.ts";
import { type FindDriverOnOrder, openDriversOnOrders } from "../store/drivers/driver-on-order.ts";
import { type DriverSession, keepSessions, openDriverSessions } from "../store/drivers/sessions.ts";
import { type Migrated, type MigrateRefusal, migrate, readStanding } from "../store/migrate.ts";
import { readMigrations } from "../store/migration-files.ts";
import { type Notices, openNotices } from "../store/notices.ts";
import { type OperatorKey, openOperatorKeys } from "../store/operators/operator-keys.ts";
import { openPhotoFolder, type PhotoFolder } from "../store/photos/photo-folder.ts";
import { openSharedClock, type SharedClock } from "../store/shared-clock.ts";
import { keepSms } from "../store/sms-outbox.ts";
import { openStandbys, type Standbys } from "../store/standbys.ts";
import { type CityFigures, openCityFigures } from "../worker/city-figures.ts";
import { openRounds, type Rounds } from "../worker/rounds.ts";
import type { World } from "./world.ts";

// With room for what is said of notices.
const NAME_LENGTH_MAX = 54;

// A test may bring one whose distances it knows by heart.
export type HouseWorld = Pick<World, "roads" | "places"> & Partial<World>;

export type House = Omit<Services, "announcer"> & {
  readonly world: HouseWorld;
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  // How the loops that nobody calls for are doing.
  readonly rounds: Rounds;
  // And dispatch, city by city.
  readonly cityFigures: CityFigures;
  readonly standbys: Standbys;
  readonly clock: SharedClock;
  readonly findSignIn: (phone: string) => Promise<SignIn | undefined>;
  // The same with what opening an order goes by.
  readonly findCreatorSignIn: (phone: string) => Promise<SignIn | undefined>;
  readonly findApiKey: (hash: string) => Promise<ApiKey | undefined>;
  readonly findWebSession: (idHash: string) => Promise<WebSession | undefined>;
  readonly findOperatorKey: (hash: string) => Promise<OperatorKey | undefined>;
  readonly findDriverSession: (tokenHash: string) => Promise<DriverSession | undefined>;
  readonly findDriverOnOrder: FindDriverOnOrder;
  // The same from memory, for calls that may hear of a session's end a moment later.
  readonly recallDriverSession: (tokenHash: string) => Promise<DriverSession | undefined>;
  readonly photoFiles: PhotoFiles;
  // What it is made of.
  readonly photoFolder: PhotoFolder;
  readonly photoBucket: PhotoBucket | undefined;
  readonly pictures: Pictures;
  readonly pushClient: PushClient;
  // undefined: SMTP_URL is not set.
  readonly mailer: Mailer | undefined;
  readonly hasMail: boolean;
  readonly learned: Learned;
  readonly solvePlan: PlanSolver;
  readonly searchPlan: PlanSearcher;
  // As the operator knows this process.
  readonly processName: string;
  // The newest migration that this program knows.
  readonly schema: number;
  readonly close: () => Promise<void>;
};

export async function openHouse(
  settings: Settings,
  log: FastifyBaseLogger,
  databaseUrl: string,
  world: HouseWorld,
): Promised<House, MigrateRefusal | "WRONG_SECRETS_KEY"> {
  const closers: (() => Promise<void>)[] = [];
  let isClosing = false;
  const close = async (): Promise<void> => {
    isClosing = true;
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const limits = settings.databaseLimits;
    const directUrl = settings.databaseDirectUrl ?? databaseUrl;
    const name = sessionName(settings.role);
    let live: Live | undefined;
    const db = openDatabase(databaseUrl, {
      name,
      limits,
      onIdleError: (error) => {
        // The embedded server may end a connection that is just being closed.
        if (!isClosing) log.warn({ err: error }, "database connection lost");
      },
      notifyElsewhere: async (told) => live?.notifyElsewhere(told) ?? told,
      onUnsent: (error) => log.warn({ err: error }, "a change was not announced; others see it a little later"),
      onWay: (way) => warnOfPooler(log, way, settings.databaseDirectUrl !== undefined),
    });
    closers.push(db.close);
    const standbys = openStandbysOf(db, settings, log, name);
    closers.push(standbys.close);
    const migrated = await migrateAt(directUrl, settings, log);
    if (isRefusal(migrated)) {
      await close();
      return migrated;
    }
    const vault = await openSecretsVault(db, settings.secretsKeys);
    if (isRefusal(vault)) {
      await close();
      return vault;
    }
    const trouble = (error: unknown): void =>
      log.warn({ err: error }, "could not follow a change; it is read again later");
    const notices = await openNotices(directUrl, trouble, limits, name);
    closers.push(notices.close);
    await followSchema(db, notices, migrated.schema, log, trouble);
    const shared = await openSharedClock(db, notices, {
      onTrouble: trouble,
      onCertainty: ({ certain, ...figures }, error) =>
        certain
          ? log.warn(figures, "the time is certain again; timed work goes on")
          : log.error({ ...figures, err: error }, "the time is uncertain; timed work waits"),
    });
    closers.push(async () => shared.close());
    // Whoever moves the sandbox's clock by months makes those that have come.
    const clock: SharedClock = {
      ...shared,
      advance: async (ms) => {
        await shared.advance(ms);
        await makeMonthsAhead({ db, clock: shared });
      },
    };
    const processName = nameProcess(secureRandom);
    const tracer = await openTracing(settings, log, processName, clock);
    if (tracer) closers.push(tracer.close);
    const plane = await openPlane(settings, log, processName, clock);
    if (plane) closers.push(plane.close);
    live = openLive(db, notices, plane);
    // Somebody may have a table locked; the worker tries again, and months are made long before they come.
    await makeMonthsAhead({ db, clock }).catch((error) => log.warn({ err: error }, "months ahead are made later"));
    const sms = openSms(settings, db, clock);
    closers.push(sms.close);
    const findDriverSession = openDriverSessions(db);
    const callbackClient = openCallbackClient({
      allowPrivate: settings.callbackAllowPrivate,
      clock: clock.trueTime,
    });
    closers.push(callbackClient.close);
    const pushClient = openPushClient({
      key: await openPushKey({ db, vault, clock }, settings.pushKey),
      contact: settings.pushContact,
      allowPrivate: settings.callbackAllowPrivate,
      clock: clock.trueTime,
    });
    closers.push(pushClient.close);
    const mailer = settings.smtp && openMailer(settings.smtp, clock.trueTime);
    if (mailer) closers.push(mailer.close);
    const photoFolder = openPhotoFolder(join(settings.dataDir, "photos"));
    const photoBucket = settings.photoBucket && openPhotoBucket(settings.photoBucket, clock.trueTime);
    if (photoBucket) closers.push(photoBucket.close);
    const catalogue = await keepCatalogue(db, notices, trouble);
    return {
      settings,
      log,
      rounds: openRounds(log),
      cityFigures: openCityFigures(),
      db,
      reads: standbys.reads,
      standbys,
      notices,
      live,
      clock,
      random: secureRandom,
      tokens: openTokens(settings.tokenSecrets, TOKEN_SECONDS, clock),
      refreshTokens: openRefreshTokens(settings.tokenSecrets[0]),
      vault,
      findSignIn: openSignIns(db),
      findCreatorSignIn: openCreatorSignIns(db),
      findApiKey: openApiKeys(db),
      findWebSession: openWebSessions(db),
      findOperatorKey: openOperatorKeys(db),
      findDriverSession,
      findDriverOnOrder: openDriversOnOrders(db),
      recallDriverSession: keepSessions(findDriverSession, notices),
      photoFiles: photoBucket ? bucketBeforeFolder(photoBucket, photoFolder) : photoFolder,
      photoFolder,
      photoBucket,
      pictures: openPictures(),
      catalogue,
      learned: openLearned({ db, clock, catalogue }),
      solvePlan: openPlanSolver(world.roads),
      searchPlan: openPlanSearcher(),
      processName,
      sms,
      callbackClient,
      pushClient,
      mailer,
      hasMail: mailer !== undefined,
      allowPrivateCallbacks: settings.callbackAllowPrivate,
      world,
      roads: world.roads,
      places: world.places,
      schema: migrated.schema,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openTracing({ tracing }: Settings, log: FastifyBaseLogger, name: string, clock: SharedClock) {
  if (!tracing) return undefined;
  const { openOtlpTracer } = await import("../outbound/otlp-tracer.ts");
  const tracer = openOtlpTracer({
    address: tracing,
    random: secureRandom,
    trueTime: clock.trueTime,
    name,
    onChange: (fault) =>
      log[fault ? "warn" : "info"](fault ? `traces are dropped: ${fault}` : "traces are taken again"),
  });
  useTracer(tracer);
  return {
    close: async () => {
      useTracer(undefined);
      await tracer.close();
    },
  };
}

// A start does not wait for Redis: everything works without it, and it comes in when it is there.
async function openPlane(
  { liveAddress }: Settings,
  log: FastifyBaseLogger,
  name: string,
  clock: SharedClock,
): Promise<LivePlane | undefined> {
  if (!liveAddress) return undefined;
  return openRedisPlane({
    address: liveAddress,
    name,
    trueTime: clock.trueTime,
    onChange: ({ isUp, note }) => log[isUp ? "info" : "warn"](`the live plane ${note}`),
    onTrouble: (error) => log.warn({ err: error }, "a channel of the live plane is asked for again"),
  });
}

// What pg_stat_activity shows: which of the processes it is, and what for. PostgreSQL keeps 63 characters.
function sessionName(role: string): string {
  return `giao ${role} ${hostname()} ${process.pid}`.slice(0, NAME_LENGTH_MAX);
}

// Nobody waits for a standby as for the primary: that one answers in its place.
const STANDBY_CONNECT_MS = 1_000;

function openStandbysOf(db: Database, settings: Settings, log: FastifyBaseLogger, name: string): Standbys {
  const limits = settings.databaseLimits;
  return openStandbys(db, {
    urls: settings.databaseReadUrls,
    open: (url, onIdleError) =>
      openDatabase(url, {
        name: `${name} reads`,
        limits: { ...limits, connectMs: Math.min(limits.connectMs, STANDBY_CONNECT_MS) },
        onIdleError,
      }),
    onChange: ({ name: standby, isUsed, note }) => log[isUsed ? "info" : "warn"]({ standby }, `the standby ${note}`),
    onTrouble: (error) => log.warn({ err: error }, "standbys are looked at again in a second"),
  });
}

// Past a pooler, which may not let a long transaction end.
async function migrateAt(url: string, settings: Settings, log: FastifyBaseLogger): Promised<Migrated, MigrateRefusal> {
  const db = openDatabase(url, { name: "giao migrate", limits: settings.databaseLimits });
  try {
    return await migrate(db, readMigrations(), {
      say: (level, line) => log[level](line),
      waitSecondsMax: settings.migrationWaitSeconds,
    });
  } finally {
    await db.close();
  }
}

function warnOfPooler(log: FastifyBaseLogger, { isPooled, keepsStatements }: Way, hasDirect: boolean): void {
  if (!isPooled) return;
  log.warn(
    keepsStatements
      ? "the database is behind a pooler that keeps prepared statements; a transaction brings its limits along"
      : "the database is behind a pooler that keeps no prepared statements: each is planned anew, which costs time",
  );
  if (!hasDirect)
    log.error("DATABASE_URL leads to a pooler and DATABASE_DIRECT_URL is not set: changes may not be heard");
}

// Says once, at each change, that the database has become newer than this program; /readyz tells it to whoever asks.
async function followSchema(
  db: Database,
  notices: Notices,
  program: number,
  log: FastifyBaseLogger,
  trouble: (error: unknown) => void,
): Promise<void> {
  let known = program;
  const look = async (): Promise<void> => {
    const standing = await readStanding(db);
    if (standing.schema === known) return;
    known = standing.schema;
    const { fits, note } = judgeFit(program, standing);
    log[fits ? "info" : "error"](note);
  };
  await look();
  notices.on("giao_schema", () => void look().catch(trouble));
}

// With SMS_URL a gateway sends; without it messages are kept for the operator to read, which is what a sandbox wants.
function openSms(
  settings: Settings,
  db: Database,
  clock: SharedClock,
): SmsSender & { readonly close: () => Promise<void> } {
  if (settings.smsUrl !== undefined) return openSmsGateway({ url: new URL(settings.smsUrl), random: secureRandom });
  return {
    send: async ({ to, text, code, id }) => {
      // The operator can read a code to whoever waits for it; a message that others paid for is not sent by being kept.
      if (id !== undefined && settings.mode === "production") return refuse("SMS_UNAVAILABLE", "SMS_URL is not set.");
      await keepSms(db, { to, text, code: code ?? null, id: id ?? null, sentAt: clock.now() });
      return { sent: true };
    },
    close: async () => undefined,
  };
}

// The name by which a process tells others how it does.
const HOST_LENGTH_MAX = 80;

// The last letters tell two apart whose hosts call themselves the same.
function nameProcess(random: Random): string {
  return `${hostname().slice(0, HOST_LENGTH_MAX)}/${process.pid}-${random.hex(2)}`;
}
