// What a live plane promises, kept by the database and by Redis in every form that operators run it in.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type Limit, take } from "../../src/domain/rate-limit.ts";
import { readLiveAddress } from "../../src/live/live-address.ts";
import { openRedisPlane } from "../../src/live/redis-plane.ts";
import { readRedisReport } from "../../src/live/redis-report.ts";
import { realClock } from "../../src/ports/clock.ts";
import { EVERYTHING, type LiveNotice, type LiveNotices } from "../../src/ports/live/live-notices.ts";
import {
  type LiveCounts,
  type LivePlace,
  type LivePlaces,
  type LiveTries,
  PLACE_FORGOTTEN_SECONDS,
} from "../../src/ports/live/live-plane.ts";
import { hashSecret } from "../../src/ports/secrets.ts";
import { openPlaces } from "../../src/store/drivers/places.ts";
import { openNotices } from "../../src/store/notices.ts";
import { openTries } from "../../src/store/sign-in-tries.ts";
import { useDatabase } from "../harness/database.ts";
import { REDIS_MISSING, startRedis, startRedisCluster, startRedisWithTls, startSentinels } from "../harness/redis.ts";
import { until } from "../harness/until.ts";

type Plane = {
  readonly places: LivePlaces;
  readonly notices: LiveNotices;
  readonly tries: LiveTries;
  // Of a plane that has counts for all.
  readonly counts?: LiveCounts;
};

const PHONES = ["84911000011", "84911000012", "84911000013"] as const;
const SILENT = "84911000014";
const SECOND = 1_000;
// Longer than fifty tries take on the busiest machine: what is forgiven meanwhile is not counted.
const MINUTE = 60 * SECOND;

describe("the database's live plane", async () => {
  const { url, db, closeFirst } = await useDatabase();
  await db`
    insert into drivers (phone, name, plate_number, vehicle, city_id, pin_hash, created_at)
    select phone, 'Contract', 'C', 'BIKE', 'SGN', decode(repeat('00', 48), 'hex'), now()
    from unnest(${[...PHONES, SILENT]}::text[]) as driver (phone)`;
  await db`insert into driver_places (driver_phone) select phone from unnest(${[...PHONES, SILENT]}::text[]) as driver (phone)`;
  const open = async (): Promise<Plane> => {
    const notices = await openNotices(url, () => undefined);
    closeFirst(notices.close);
    const send: LiveNotices["send"] = async (sent) => {
      for (const { notice, payload } of sent) await db`select pg_notify(${notice}, ${payload})`;
    };
    return { places: openPlaces(db), notices: { follow: notices.follow, send }, tries: openTries(db) };
  };
  keepsItsPromises(await open(), await open());
});

const FORMS = {
  "one Redis": async () => {
    const redis = await startRedis();
    return { url: redis.url, stop: redis.stop };
  },
  "one Redis over TLS": startRedisWithTls,
  "Redis behind sentinels": startSentinels,
  "a cluster of three Redis": startRedisCluster,
};

for (const [form, start] of Object.entries(FORMS)) {
  describe(`the live plane on ${form}`, { skip: REDIS_MISSING }, async () => {
    if (REDIS_MISSING) return;
    const group = await start();
    const stops: (() => Promise<void>)[] = [group.stop];
    after(async () => {
      for (const stop of stops.reverse()) await stop();
    });
    const open = async (name: string): Promise<Plane> => {
      const plane = await openRedisPlane({
        address: { ...readLiveAddress(group.url)!, ...("ca" in group ? { ca: group.ca } : {}) },
        name,
        trueTime: realClock,
        onChange: () => undefined,
        onTrouble: (error) => assert.fail(String(error)),
      });
      stops.push(plane.close);
      await until("the live plane is up", () => plane.state().isUp);
      return plane;
    };
    keepsItsPromises(await open("one"), await open("other"));
  });
}

test("a certificate of an unknown authority is not trusted", { skip: REDIS_MISSING }, async () => {
  const { url, stop } = await startRedisWithTls();
  try {
    const report = await readRedisReport(readLiveAddress(url)!);
    assert.ok("fault" in report);
    assert.match(report.fault, /certificate/);
  } finally {
    await stop();
  }
});

// `one` and `other` are two processes.
function keepsItsPromises(one: Plane, other: Plane): void {
  const place = (phone: string, lat: number, heardAt: Date): LivePlace => ({
    phone,
    cityId: "SGN",
    lat,
    lng: 106.7,
    speed: 7.5,
    heading: null,
    at: new Date(heardAt.getTime() - SECOND),
    heardAt,
    seenAt: heardAt,
    doubt: null,
    doubtedAt: null,
    keptAt: heardAt,
  });

  test("a place that one process writes is read by the other, and a newer one replaces it", async () => {
    const now = realClock.now();
    const later = new Date(now.getTime() + SECOND);
    await one.places.write([place(PHONES[0], 10.77, now), place(PHONES[1], 10.78, now)]);
    await one.places.write([place(PHONES[0], 10.771, later)]);
    const drivers = PHONES.map((phone) => ({ phone, cityId: "SGN" }));
    const read = await other.places.read(drivers);
    assert.deepEqual(read.get(PHONES[0]), place(PHONES[0], 10.771, later));
    assert.deepEqual(read.get(PHONES[1]), place(PHONES[1], 10.78, now));
    assert.equal(read.has(PHONES[2]), false);
  });

  test("who is near a place is found, the nearest first", async () => {
    const now = new Date(realClock.now().getTime() + 2 * SECOND);
    await one.places.write(PHONES.map((phone, nth) => place(phone, 10.77 + nth / 100, now)));
    const at = { lat: 10.7701, lng: 106.7 };
    assert.deepEqual(await other.places.near("SGN", at, 1_500, 10), PHONES.slice(0, 2));
    assert.deepEqual(await other.places.near("SGN", at, 5_000, 10), PHONES);
    assert.deepEqual(await other.places.near("SGN", at, 5_000, 1), PHONES.slice(0, 1));
    assert.deepEqual(await other.places.near("HAN", at, 5_000, 10), []);
  });

  test("who fell silent is forgotten, though others of the city go on reporting", async () => {
    const now = new Date(realClock.now().getTime() + 3 * SECOND);
    const longAgo = new Date(now.getTime() - (PLACE_FORGOTTEN_SECONDS + 10) * SECOND);
    await one.places.write([place(SILENT, 10.77, longAgo)]);
    await other.places.write([place(PHONES[0], 10.77, now)]);
    const near = await one.places.near("SGN", { lat: 10.77, lng: 106.7 }, 500, 10);
    assert.deepEqual(near, [PHONES[0]]);
    const drivers = [SILENT, PHONES[0]].map((phone) => ({ phone, cityId: "SGN" }));
    assert.deepEqual([...(await one.places.read(drivers)).keys()], [PHONES[0]]);
  });

  test("what one process tells of a key is heard where somebody wants it, and nothing of other keys", async () => {
    const wants = listen(other, "giao_orders");
    const wantsNot = listen(other, "giao_orders");
    wants.following.want("26AAAAAAAA");
    wantsNot.following.want("26BBBBBBBB");
    await heardWithin(wants, () => one.notices.send([{ notice: "giao_orders", payload: "26AAAAAAAA" }]), "26AAAAAAAA");
    assert.ok(!wantsNot.heard.includes("26AAAAAAAA"));
    wants.following.leave("26AAAAAAAA");
    wants.heard.length = 0;
    await one.notices.send([{ notice: "giao_orders", payload: "26AAAAAAAA" }]);
    await heardWithin(
      wantsNot,
      () => one.notices.send([{ notice: "giao_orders", payload: "26BBBBBBBB" }]),
      "26BBBBBBBB",
    );
    assert.deepEqual(wants.heard, []);
    wants.following.stop();
    wantsNot.following.stop();
  });

  test("offers to several drivers are heard by each of them alone", async () => {
    const hears = listen(other, "giao_offers");
    hears.following.want(PHONES[1]);
    const tell = () => one.notices.send([{ notice: "giao_offers", payload: PHONES.join(",") }]);
    await heardWithin(hears, tell, PHONES[1]);
    assert.deepEqual(
      [...new Set(hears.heard)].filter((phone) => phone !== EVERYTHING),
      [PHONES[1]],
    );
    hears.following.stop();
  });

  test("an order in a driver's hands is heard by the driver's phone, with the order's id", async () => {
    const hears = listen(other, "giao_held");
    hears.following.want(PHONES[0]);
    const payload = `${PHONES[0]} 26CCCCCCCC`;
    await heardWithin(hears, () => one.notices.send([{ notice: "giao_held", payload }]), payload);
    hears.following.stop();
  });

  test("that anything may have changed is heard by everybody", async () => {
    const hears = listen(other, "giao_orders");
    await heardWithin(hears, () => one.notices.send([{ notice: "giao_orders", payload: EVERYTHING }]), EVERYTHING);
    hears.following.stop();
    const works = listen(other, "giao_work");
    await heardWithin(works, () => one.notices.send([{ notice: "giao_work", payload: EVERYTHING }]), EVERYTHING);
    works.following.stop();
  });

  test("fifty tries at once are fifty tries, whoever counts them", async () => {
    const key = hashSecret(`key of ${realClock.now().getTime()}`);
    const now = realClock.now();
    const count = (plane: Plane) =>
      plane.tries.change([key], now, (known) => {
        const from = Math.max(now.getTime(), known[0]?.forgottenAt.getTime() ?? 0);
        return { answer: undefined, save: [{ key, triedAt: now, forgottenAt: new Date(from + MINUTE) }] };
      });
    await Promise.all(Array.from({ length: 50 }, (_, nth) => count(nth % 2 === 0 ? one : other)));
    const [tries] = await one.tries.read([key]);
    assert.equal(tries?.forgottenAt.getTime(), now.getTime() + 50 * MINUTE);
    await other.tries.remove([key]);
    assert.deepEqual(await one.tries.read([key]), []);
  });

  if (!one.counts) return;
  const counts = [one.counts, other.counts!] as const;

  test("two processes take from one bucket, as the rule says", async () => {
    const limit: Limit = { perMinute: 60, burst: 10 };
    const startMs = realClock.now().getTime();
    let bucket: Parameters<typeof take>[0];
    for (const [nth, [afterMs, cost]] of STORY.entries()) {
      const nowMs = startMs + afterMs;
      const expected = take(bucket, limit, nowMs, cost);
      bucket = expected.bucket;
      const { bucket: _, ...taken } = await counts[nth % 2]!.take(`story ${startMs}`, limit, nowMs, cost);
      const { bucket: __, ...known } = expected;
      assert.deepEqual(taken, known, `step ${nth}`);
    }
  });

  test("of forty requests at once a bucket of ten lets ten in", async () => {
    const limit: Limit = { perMinute: 1, burst: 10 };
    const nowMs = realClock.now().getTime();
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => counts[nth % 2]!.take(`crowd ${nowMs}`, limit, nowMs, 1)),
    );
    assert.equal(all.filter(({ allowed }) => allowed).length, 10);
  });
}

// Milliseconds, and what the request costs: a burst, an empty bucket, a wait, a debt, a clock that went back.
const STORY: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 12 }, () => [0, 1] as const),
  [999, 1],
  [1_000, 1],
  [5_000, 8],
  [6_000, 1],
  [12_000, 1],
  [11_000, 1],
  [200_000, 1],
];

function listen(plane: Plane, notice: LiveNotice) {
  const heard: string[] = [];
  return { heard, following: plane.notices.follow(notice, (payload) => heard.push(payload)) };
}

// Told again until it is heard: a channel takes a moment to be open, and a notice carries no truth.
async function heardWithin(
  { heard }: ReturnType<typeof listen>,
  tell: () => Promise<void>,
  payload: string,
): Promise<void> {
  await until(`"${payload}" is heard`, async () => {
    if (heard.includes(payload)) return true;
    await tell();
    return false;
  });
}
