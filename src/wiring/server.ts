// The HTTP server with all its doors, each given just what it needs.

import { setTimeout as sleep } from "node:timers/promises";
import { judgeFit } from "../domain/schema-fit.ts";
import { openChecks } from "../http/access/checks.ts";
import { answerOtherOrigins } from "../http/access/cross-origin.ts";
import { enforceScopes } from "../http/access/enforce-scopes.ts";
import { openApp } from "../http/base/app.ts";
import type { App } from "../http/base/app-type.ts";
import { type EndTimes, followConnections } from "../http/base/connections.ts";
import { measureClock, openMeasures } from "../http/base/measures.ts";
import { registerCalls } from "../http/calls/register-calls.ts";
import { PROVIDER_PAGE, providerCalls } from "../http/console/provider.ts";
import { consoleSessionCalls, joinCalls } from "../http/console/session.ts";
import { registerDocuments } from "../http/documents/documents.ts";
import { driverDocumentCalls } from "../http/driver/documents.ts";
import { openDriverStreams } from "../http/driver/driver-streams.ts";
import { offerCalls } from "../http/driver/offers.ts";
import { driverOrderCalls } from "../http/driver/orders.ts";
import { photoCalls } from "../http/driver/photos.ts";
import { planCalls } from "../http/driver/plan.ts";
import { pushCalls } from "../http/driver/push.ts";
import { routeCalls } from "../http/driver/routes.ts";
import { driverSessionCalls } from "../http/driver/sessions.ts";
import { driverWalletCalls } from "../http/driver/wallet.ts";
import { wayCalls } from "../http/driver/way.ts";
import { driverWeekCalls } from "../http/driver/weeks.ts";
import { figureCalls } from "../http/figures/operator-figures.ts";
import { portalFigureCalls } from "../http/figures/portal-figures.ts";
import { healthCalls, type Readiness } from "../http/health/health.ts";
import { statusCalls } from "../http/health/status.ts";
import { applicationCalls } from "../http/joining/applications.ts";
import { joiningCalls } from "../http/joining/join.ts";
import { admitRequests } from "../http/limits/admission.ts";
import { openGate } from "../http/limits/gate.ts";
import { openRateLimits } from "../http/limits/rate-limits.ts";
import { registerOlderDoors } from "../http/older/older-doors.ts";
import { operatorAccountCalls } from "../http/operator/accounts.ts";
import { operatorCallbackCalls } from "../http/operator/callbacks.ts";
import { operatorCatalogueCalls } from "../http/operator/catalogue.ts";
import { dispatchCalls } from "../http/operator/dispatch.ts";
import { driverMoneyCalls } from "../http/operator/driver-money.ts";
import { operatorDriverCalls } from "../http/operator/drivers.ts";
import { etaCalls } from "../http/operator/etas.ts";
import { ownSecurityCalls } from "../http/operator/me.ts";
import { moneyCalls } from "../http/operator/money.ts";
import { operatorOrderCalls } from "../http/operator/orders.ts";
import { partnerCalls } from "../http/operator/partners.ts";
import { peopleCalls } from "../http/operator/people.ts";
import { solvePlanCalls } from "../http/operator/plans.ts";
import { registerRouteCalls } from "../http/osrm/route-calls.ts";
import { routeKeyOnly } from "../http/osrm/route-keys.ts";
import { readBuiltPages } from "../http/pages/built-pages.ts";
import { keepBuild } from "../http/pages/earlier-builds.ts";
import { answerMissingPage, type PageDoor, registerPages, type SeeFirst } from "../http/pages/pages.ts";
import { bankCalls } from "../http/payouts/bank.ts";
import { payoutCalls } from "../http/payouts/payouts.ts";
import { planBoardCalls } from "../http/plans/board.ts";
import { apiKeyCalls } from "../http/portal/keys.ts";
import { memberCalls } from "../http/portal/members.ts";
import { portalOrderCalls } from "../http/portal/orders.ts";
import { portalSessionCalls } from "../http/portal/session.ts";
import { clockCalls } from "../http/sandbox/clock.ts";
import { sandboxOrderCalls } from "../http/sandbox/orders.ts";
import { receiverCheckCalls } from "../http/sandbox/receiver-check.ts";
import { robotCalls } from "../http/sandbox/robots.ts";
import { baseMapCalls } from "../http/tiles/base-map.ts";
import { seeFirstWords, trackingCalls } from "../http/tracking/tracking.ts";
import { openTrackingStreams } from "../http/tracking/tracking-streams.ts";
import { accountReadCalls } from "../http/v3/account-reads.ts";
import { accountCalls } from "../http/v3/accounts.ts";
import { afterFailureCalls } from "../http/v3/after-failure.ts";
import { callbackCalls } from "../http/v3/callbacks.ts";
import { catalogueCalls } from "../http/v3/catalogue.ts";
import { childAccountCalls } from "../http/v3/child-accounts.ts";
import { orderChangeCalls } from "../http/v3/order-changes.ts";
import { orderPointCalls } from "../http/v3/order-points.ts";
import { orderReadCalls } from "../http/v3/order-reads.ts";
import { orderCalls } from "../http/v3/orders.ts";
import { partnerTokenCalls } from "../http/v3/partner-tokens.ts";
import { placeCalls } from "../http/v3/places.ts";
import { promoCalls } from "../http/v3/promos.ts";
import { slotCalls } from "../http/v3/slots.ts";
import { openTokenIssue } from "../operations/accounts/issue-token.ts";
import { openRefresh } from "../operations/accounts/refresh-token.ts";
import { openStatus, STATUS_KEPT_MS } from "../operations/console/look-at-status.ts";
import { openArrivalEstimates } from "../operations/dispatch/estimate-arrivals.ts";
import { openPositionReports } from "../operations/drivers/report-positions.ts";
import { openApproachWatch } from "../operations/drivers/watch-approach.ts";
import type { Provider } from "../operations/operators/provider-sign-in.ts";
import { openPlaceFinder } from "../operations/places/find-places.ts";
import { DEMO } from "../operations/seed.ts";
import { openOidcClient } from "../outbound/oidc-client.ts";
import { openSeals } from "../ports/seals.ts";
import { hashSecret } from "../ports/secrets.ts";
import { findPartnerByKey, openOrigins } from "../store/accounts/partners.ts";
import { DatabaseAway } from "../store/db.ts";
import { readStanding } from "../store/migrate.ts";
import { openTrackedReader } from "../store/tracking/tracked-orders.ts";
import { repeat } from "../worker/repeat.ts";
import { registerConsole } from "./console.ts";
import { type Heartbeat, openHeartbeat } from "./heartbeat.ts";
import type { House } from "./house.ts";
import { openHouseMeasures } from "./house-measures.ts";
import { type OrderContext, openOrderContext } from "./order-context.ts";
import { measuresText } from "./processes.ts";
import type { Worker } from "./worker.ts";

const READY_SECONDS_MAX = 2;

export type Server = {
  readonly app: App;
  // From now on `/readyz` sends balancers elsewhere; everything else is answered as before.
  readonly announceEnd: () => void;
  readonly drain: (times?: EndTimes) => Promise<void>;
};

const AT_ONCE: EndTimes = { graceMs: 0, cutMs: 5_000 };

// `keepsBuild`: pages that others opened before an upgrade find their files (earlier-builds.ts).
export async function openServer(
  house: House,
  publicUrl: string,
  worker: Worker,
  { keepsBuild = false } = {},
): Promise<Server> {
  const { settings } = house;
  const warnOf = (what: string) => (error: unknown) => house.log.warn({ err: error }, what);
  const connections = followConnections();
  const gate = openGate();
  let isEnding = false;
  const announceEnd = (): void => {
    isEnding = true;
    connections.announceEnd();
  };
  const measures = openMeasures(house.db.pool);
  openHouseMeasures(house, measures.registry);
  measureClock(measures.registry, house.clock.state);
  const self = house.processName;
  const heartbeat = openHeartbeat(house, self, measures.recent.figures);
  const ready = async () => (isEnding ? ENDING : readiness(house, heartbeat));
  // That this one is stopping is no trouble of the platform.
  const status = openStatus({
    db: house.db,
    clock: house.clock,
    readiness: () => readiness(house, heartbeat),
  });
  const built = readBuiltPages();
  if (!built) house.log.warn("the web pages are not built; npm run build makes them");
  const earlierFile =
    built && keepsBuild
      ? keepBuild(
          built,
          { dataDir: settings.dataDir, now: house.clock.now() },
          warnOf("pages that are open while the program is upgraded may have to be reloaded"),
        )
      : () => undefined;
  const pages = built && { built, earlierFile, random: house.random, facts: pageFacts(house) };
  const app = openApp({
    log: house.log,
    random: house.random,
    measures,
    publicUrl,
    trustedProxies: settings.trustedProxies,
    connections,
    gate,
    ...(pages ? { answerMissingPage: answerMissingPage(pages), build: pages.built.build } : {}),
  });
  const limits = openRateLimits(house.clock, settings.rateLimits, house.live.take);
  const { mode } = settings;
  const callers = {
    ...house,
    publicUrl,
    mode,
    operatorKeys: settings.operatorKeys,
    metricsToken: settings.metricsToken,
  };
  const findRouteKey = (key: string) => findPartnerByKey(house.db, "route", hashSecret(key), house.clock.now());
  enforceScopes(app, openChecks(callers, limits, routeKeyOnly(findRouteKey, house.clock, limits)));
  // A code is what stands between a stranger and a driver's account in production, whatever other limits are.
  const signIns = { mode, limitsCodes: settings.rateLimits || mode === "production" };
  const callbackLogDays = settings.retention.tryDays;
  const deps = { ...house, ...signIns, callbackLogDays, wakeCallbacks: worker.wakeCallbacks };

  const driverStreams = openDriverStreams({
    ...house,
    streamsMax: settings.driverStreams,
    onTrouble: warnOf("drivers' streams are told again at the next change"),
  });
  app.addHook("preClose", async () => driverStreams.close());

  if (settings.rateLimits) app.addHook("onRequest", limits.address);
  admitRequests(app, {
    ...settings.requests,
    registry: measures.registry,
    pool: house.db.pool,
    gate,
  });
  answerOtherOrigins(app, { mayAnyPage: mode === "sandbox", findOrigin: openOrigins(house.db) });
  await registerDocuments(app, publicUrl, settings.mode === "sandbox" ? DEMO : undefined);
  // Inside a plugin, so that the documents see every call.
  await app.register(async (doors) => {
    const open = doors as unknown as App;
    registerCalls(open, healthCalls, { measures, measuresText: measuresText(measures.registry), readiness: ready });
    // A worker is asked how it is, and nothing else.
    if (settings.role === "worker") return;
    const sessions = { ...callers, trueTime: house.clock.trueTime, provider: openProvider(house, publicUrl) };
    registerCalls(open, [...portalSessionCalls, ...memberCalls, ...apiKeyCalls], sessions);
    registerCalls(open, [...consoleSessionCalls, ...joinCalls, ...providerCalls], sessions);
    registerCalls(open, [...ownSecurityCalls, ...peopleCalls], sessions);
    registerCalls(open, statusCalls, { status });
    const issueToken = openTokenIssue(deps);
    registerCalls(open, accountCalls, { ...deps, issueToken, refreshToken: openRefresh(deps) });
    registerCalls(open, accountReadCalls, { ...deps, statementSeals: openSeals(settings.tokenSecrets, "statement") });
    registerCalls(open, childAccountCalls, deps);
    registerCalls(open, catalogueCalls, deps);
    registerCalls(open, placeCalls, { ...house, placeFinder: openPlaceFinder(house) });
    registerCalls(open, promoCalls, deps);
    registerCalls(open, partnerCalls, deps);
    registerCalls(open, operatorAccountCalls, deps);
    registerCalls(open, operatorCatalogueCalls, deps);
    registerCalls(open, operatorDriverCalls, deps);
    registerCalls(open, driverMoneyCalls, deps);
    registerCalls(open, [...payoutCalls, ...bankCalls], deps);
    registerCalls(open, driverWeekCalls, deps);
    const orders = openOrderContext(house, publicUrl);
    const watch = openApproachWatch(orders, warnOf("a driver's approach was not noted"));
    const arrivals = openArrivalEstimates(house, warnOf("arrivals are estimated again with the next positions"));
    const late = warnOf("places and trails are kept a second later");
    const positionReports = openPositionReports(house, [watch, arrivals], late);
    app.addHook("onClose", positionReports.close);
    registerCalls(open, driverSessionCalls, { ...deps, positionReports, signInLimit: limits.signIn });
    registerCalls(open, driverWalletCalls, deps);
    registerCalls(open, driverDocumentCalls, deps);
    registerCalls(open, joiningCalls, deps);
    registerCalls(open, applicationCalls, deps);
    registerCalls(open, [...pushCalls, ...wayCalls], deps);
    registerCalls(open, planCalls, house);
    registerCalls(open, photoCalls, { ...deps, publicUrl });
    registerCalls(open, driverOrderCalls, orders);
    registerCalls(open, routeCalls, orders);
    registerCalls(open, offerCalls, { ...orders, findDriverSession: house.findDriverSession, driverStreams });
    registerCalls(open, orderCalls, orders);
    registerCalls(open, slotCalls, orders);
    if (settings.legacyDoors) await registerOlderDoors(open, { ...deps, ...orders, issueToken });
    registerCalls(open, orderChangeCalls, orders);
    registerCalls(open, orderPointCalls, orders);
    registerCalls(open, afterFailureCalls, orders);
    registerCalls(open, orderReadCalls, orders);
    registerCalls(open, portalOrderCalls, { ...orders, callbackLogDays });
    registerCalls(open, operatorOrderCalls, orders);
    registerCalls(open, dispatchCalls, orders);
    registerCalls(
      open,
      [...etaCalls, ...figureCalls, ...portalFigureCalls, ...solvePlanCalls, ...planBoardCalls],
      house,
    );
    const seeFirst = registerTracking(open, house, orders);
    if (pages) registerPages(open, { ...pages, seeFirst });
    registerCalls(open, moneyCalls, orders);
    registerConsole(open, house, {
      orders,
      callers,
      measures,
      self,
      readiness: ready,
    });
    registerCalls(open, partnerTokenCalls, deps);
    registerCalls(open, callbackCalls, deps);
    registerCalls(open, operatorCallbackCalls, deps);
    const { engine = () => undefined, remote } = house.world;
    await registerRouteCalls(open, { engine, remote, catalogue: house.catalogue });
    registerCalls(open, baseMapCalls, { baseMaps: house.world.baseMaps, publicUrl });
    if (settings.mode === "sandbox") {
      registerCalls(open, robotCalls, house);
      registerCalls(open, clockCalls, { clock: house.clock, ...worker });
      registerCalls(open, receiverCheckCalls, deps);
      registerCalls(open, sandboxOrderCalls, orders);
    }
  });

  // Last: a server that cannot open tells nobody that it is there.
  await heartbeat.start();
  // Whether or not anybody asks: a trouble is told since it began, not since the first who asked.
  const looks =
    settings.role === "worker" ? undefined : repeat({ name: "status", everyMs: STATUS_KEPT_MS }, status, house.rounds);
  return {
    app,
    announceEnd,
    drain: async (times = AT_ONCE) => {
      announceEnd();
      const cut = await connections.close(app, times);
      if (cut > 0) house.log.warn({ cut }, "connections were cut: what was asked on them took too long");
      await looks?.stop();
      await heartbeat.stop();
    },
  };
}

const ENDING: readonly Readiness[] = [{ name: "process", ready: false, note: "is stopping; ask another" }];

function registerTracking(app: App, house: House, orders: OrderContext): SeeFirst {
  const { hours, streams, streamsPerAddress } = house.settings.tracking;
  const tracked = openTrackedReader(house.reads, () => new Date(house.clock.now().getTime() - hours * 3_600_000));
  const map = () => {
    const { label, demo } = house.world.map?.() ?? { label: "", demo: false };
    return { label, demo };
  };
  const trackingStreams = openTrackingStreams({
    ...orders,
    tracked,
    map,
    live: house.live,
    limits: { streamsMax: streams, perAddressMax: streamsPerAddress },
    onTrouble: (error) => house.log.warn({ err: error }, "tracking pages are told again at the next change"),
  });
  app.addHook("preClose", async () => trackingStreams.close());
  const door = { ...orders, tracked, map, trackingStreams };
  registerCalls(app, trackingCalls, door);
  return seeFirstWords(door);
}

function openProvider({ settings: { provider } }: House, publicUrl: string): Provider | undefined {
  return provider && { ...provider, client: openOidcClient(provider, `${publicUrl}${PROVIDER_PAGE}`) };
}

function pageFacts({ settings: { mode, robotSpeed, provider } }: House): PageDoor["facts"] {
  const facts = { mode, ...(provider ? { provider: "yes" } : {}) };
  if (mode !== "sandbox") return facts;
  return { ...facts, "demo-key": DEMO.apiKey, "demo-phone": DEMO.emptyPhone, "robot-speed": String(robotSpeed) };
}

// Answers in two seconds, whatever the database does. Reading is not enough: a standby, a server that was set to read only and one
// whose disk is full can all be read.
async function readiness(house: House, heartbeat: Heartbeat): Promise<readonly Readiness[]> {
  const ofDatabase = await databaseReadiness(house, heartbeat);
  return [
    ...ofDatabase,
    mapReadiness(house),
    clockReadiness(house),
    ...standbyReadiness(house),
    ...liveReadiness(house),
  ];
}

async function databaseReadiness(house: House, { proveWrite }: Heartbeat): Promise<readonly Readiness[]> {
  try {
    const asked = Promise.all([readStanding(house.db.with({ seconds: READY_SECONDS_MAX })), proveWrite()]);
    const late = sleep(READY_SECONDS_MAX * 1000, undefined, { ref: false }).then(() => {
      throw new DatabaseAway(new Error(`no round trip in ${READY_SECONDS_MAX} s`));
    });
    const [standing] = await Promise.race([asked, late]);
    const { fits, note } = judgeFit(house.schema, standing);
    return [
      { name: "database", ready: true, note: "answers and can be written to" },
      { name: "migrations", ready: fits, note },
    ];
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    return [{ name: "database", ready: false, note: "does not answer in time, or cannot be written to" }];
  }
}

function mapReadiness({ world }: House): Readiness {
  if (world.remote) return { name: "map", ready: true, note: "roads are answered by the OSRM server at ROADS_URL" };
  const map = world.map?.();
  if (!map) return { name: "map", ready: false, note: "no map is loaded" };
  return {
    name: "map",
    ready: true,
    note: `${map.demo ? "DEMO, not a real map: " : ""}${map.label}, version ${map.version}`,
  };
}

// The primary answers in place of a standby that does not, so it is told and turns no balancer away.
function standbyReadiness({ standbys }: House): readonly Readiness[] {
  return standbys.states().map(({ name, note }) => ({ name: `standby ${name}`, ready: true, note }));
}

// The database answers in its place, so it is told and turns no balancer away.
function liveReadiness({ live }: House): readonly Readiness[] {
  const state = live.plane?.state();
  return state ? [{ name: "live plane", ready: true, note: state.note }] : [];
}

// Calls are answered by the time that was last known, so it is told and turns no balancer away.
function clockReadiness({ clock }: House): Readiness {
  const { certain, skewSeconds } = clock.state();
  const machine = `this machine's clock is ${Math.abs(skewSeconds).toFixed(3)} s ${skewSeconds < 0 ? "behind" : "ahead"}`;
  return {
    name: "clock",
    ready: true,
    note: `${certain ? "the database's time" : "UNCERTAIN, timed work waits"}; ${machine}`,
  };
}
