// Work that does not get done, in a real program that Prometheus looks at (test/harness/prometheus.ts): callbacks, messages, and dispatch where there are no
// drivers, they do not answer, there is too much to do, or the roads are gone. Each has a city of its own, so that one's figures are not another's.
import { test } from "node:test";
import type { LatLng } from "../../src/domain/geo.ts";
import { addCrowdOfDrivers, copyOrders } from "../harness/crowd.ts";
import { useDatabase } from "../harness/database.ts";
import { addDriver, CATHEDRAL, MARKET, ok, orderBody, type TestDriver } from "../harness/fleet.ts";
import type { Call, Json } from "../harness/giao.ts";
import { DELIVERY, point } from "../harness/orders.ts";
import { METRICS_TOKEN, PROMETHEUS_MISSING, watchAlerts } from "../harness/prometheus.ts";
import { answer, gone, startReceiver } from "../harness/receiver.ts";
import { startReplica, tokenAt } from "../harness/replica.ts";
import { newDataDir } from "../harness/streets.ts";
import { until } from "../harness/until.ts";
import { startOsrmStandIn } from "../roads/osrm-stand-in.ts";

const HANOI: LatLng = { lat: 21.0285, lng: 105.8542 };
const HAI_PHONG: LatLng = { lat: 20.848, lng: 106.672 };
const DA_NANG: LatLng = { lat: 16.0608, lng: 108.2144 };
// More than a round takes.
const TOO_MANY = 200;
const SOME = 25;

test("work that is not done is told of within a minute", { skip: PROMETHEUS_MISSING }, async (t) => {
  const { url, db, closeFirst } = await useDatabase();
  const osrm = await startOsrmStandIn(nearby);
  closeFirst(osrm.close);
  const receiver = await startReceiver();
  closeFirst(receiver.close);
  const giao = await startReplica({
    DATABASE_URL: url,
    DATA_DIR: await newDataDir("alerts"),
    ROADS_URL: osrm.url,
    SMS_URL: receiver.url("/sms"),
    LOG_LEVEL: "silent",
    METRICS_TOKEN,
  });
  closeFirst(async () => {
    giao.program.process.kill("SIGKILL");
    await giao.program.exit();
  });
  const token = await tokenAt(giao);
  const { tells } = await watchAlerts(t, giao.url);
  // Again, where a busy machine's database was away for a moment: a fault is only what is put in.
  const post = async (path: string, call: Call): Promise<Json> =>
    ok(
      await until(`${path} is answered`, async () => {
        const answered = await giao.call("POST", path, call);
        return answered.status !== 503 && answered;
      }),
    );
  const operator = (path: string, body: Json) => post(path, { operator: true, body });
  const advance = (seconds: number) => operator("/sandbox/v1/clock/advance", { seconds });
  const order = async (more: Json = {}, by = token): Promise<string> =>
    (await post("/v3/orders", { token: by, body: orderBody({ payment_method: "CASH", ...more }) })).order_id;
  // An order there, and as many copies of it.
  const ordersAt = async (cityId: string, place: LatLng, count: number, from: number): Promise<void> => {
    const way = [place, { lat: place.lat + 0.003, lng: place.lng }] as const;
    const id = await order({
      payment_method: "BALANCE",
      service_id: `${cityId}-BIKE`,
      path: way.map((at) => point(at)),
    });
    await copyOrders(
      db,
      id,
      Array.from({ length: count }, () => way),
      { from },
    );
  };
  const driversAt = (cityId: string, place: LatLng, from: number) => {
    const phones = Array.from({ length: SOME }, (_, nth) => String(from + nth));
    return addCrowdOfDrivers(
      db,
      cityId,
      phones,
      phones.map((_, nth) => ({ ...place, lng: place.lng + nth / 1e4 })),
    );
  };

  // Ten orders and no driver; then eight minutes pass.
  await tells(["GiaoNobodyMayBeAsked"], async () => {
    for (let at = 0; at < 10; at++) await order();
  });
  await tells(["GiaoOrdersWaitTooLong"], () => advance(500));

  // A partner's endpoint refuses what it is sent, and then says that it is gone.
  const callback = { url: receiver.url("/partner") };
  receiver.script("/partner", answer(500));
  const partner = await operator("/operator/v1/partners", { id: "late", name: "late", callback });
  const credentials = { api_key: partner.api_key, mobile: "84900000777" };
  await post("/v3/accounts", { body: { ...credentials, name: "Late", address: "1 Late Street" } });
  const late = (await post("/v3/accounts/token", { body: credentials })).token;
  await tells(["GiaoCallbacksLag"], async () => {
    await order({}, late);
    await advance(130);
  });
  receiver.script("/partner", gone);
  receiver.script("/sms", answer(500));
  // Nor does the gateway take messages, until it is too late for them.
  await tells(["GiaoCallbackEndpointFails", "GiaoMessagesFail"], async () => {
    const path = [point(), ...Array.from({ length: 5 }, () => point(DELIVERY))];
    for (let at = 0; at < 3; at++) {
      const id = await order({ path, requests: [{ _id: "SGN-BIKE-SMS" }] });
      for (const type of ["accept", "pickup"]) await operator(`/sandbox/v1/orders/${id}/events`, { type });
    }
    await advance(1);
    await advance(3 * 3_600);
  });

  // Drivers decline whatever they are asked.
  await tells(["GiaoFewOffersAreAccepted"], async () => {
    const drivers: TestDriver[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const driver = await addDriver(giao, { phone: String(84_911_810_000 + nth), wallet: 1_000_000 });
      ok(await driver.online({ lat: MARKET.lat + nth / 1e4, lng: MARKET.lng }));
      drivers.push(driver);
    }
    const path = [point(MARKET), point(CATHEDRAL)];
    for (let nth = 0; nth < 6; nth++) await order({ path });
    let declined = 0;
    await until("twenty are declined", async () => {
      for (const driver of drivers) {
        for (const { id } of ok(await driver.call("GET", "/offers")).offers) {
          ok(await driver.call("POST", `/offers/${id}/decline`));
          declined++;
        }
      }
      return declined >= 20;
    });
  });

  // Others are never reached.
  await tells(["GiaoOffersRunOut"], async () => {
    await driversAt("HAN", HANOI, 84_911_820_000);
    await ordersAt("HAN", HANOI, SOME, 1_000);
    const open = async () => (await db`select id from offers where answer is null and kind = 'assign'`).length;
    await until("they are asked", async () => (await open()) >= 20, { everyMs: 250 });
    await advance(25);
  });

  // More wait than a round takes.
  await tells(["GiaoRoundsAreCapped"], () => ordersAt("DAD", DA_NANG, TOO_MANY, 100_000));

  // The roads do not answer any more.
  await ordersAt("HPH", HAI_PHONG, SOME, 200_000);
  await tells(["GiaoWaysByCrow"], async () => {
    await osrm.close();
    await driversAt("HPH", HAI_PHONG, 84_911_830_000);
  });
});

// From everywhere to everywhere it is a kilometre.
function nearby(asked: URL): object {
  const count = (name: string) => (asked.searchParams.get(name) ?? "").split(";").length;
  const cells = (figure: number) =>
    Array.from({ length: count("sources") }, () => Array.from({ length: count("destinations") }, () => figure));
  return { code: "Ok", durations: cells(120), distances: cells(1_000), sources: [], destinations: [] };
}
