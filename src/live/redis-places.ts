// Where drivers are, in Redis: of each city one hash with all there is to know of a place, one set that finds who is near, and one by when
// they were seen, by which each is forgotten who falls silent while others report. All go when nobody there has reported for a while.
import type { Clock } from "../ports/clock.ts";
import { type DriverKey, type LivePlace, type LivePlaces, PLACE_FORGOTTEN_SECONDS } from "../ports/live/live-plane.ts";
import type { RedisLine } from "./redis-line.ts";

// Redis' maps end there.
const LAT_MAX = 85;
const METERS = "m";

// With every batch of reports a few, so that it is never much. Inside Redis, because whoever is heard again at that moment stays.
const FORGET = `
local silent = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2])
if #silent == 0 then return end
redis.call('HDEL', KEYS[2], unpack(silent))
for _, key in ipairs({KEYS[1], KEYS[3]}) do redis.call('ZREM', key, unpack(silent)) end`;
const FORGOTTEN_AT_ONCE = 100;

export function openRedisPlaces(line: RedisLine, trueTime: Clock): LivePlaces {
  const placesKey = (cityId: string): string => `giao:{${cityId}}:places`;
  const mapKey = (cityId: string): string => `giao:{${cityId}}:map`;
  const seenKey = (cityId: string): string => `giao:{${cityId}}:seen`;
  const oldestMs = (): number => trueTime.now().getTime() - PLACE_FORGOTTEN_SECONDS * 1000;

  return {
    write: async (places) => {
      const byCity = Object.entries(Object.groupBy(places, ({ cityId }) => cityId));
      await line.use("places", (redis) =>
        Promise.all(
          byCity.flatMap(([cityId, some = []]) => {
            const onMap = some.filter(({ lat }) => Math.abs(lat) <= LAT_MAX);
            const map = onMap.flatMap(({ lat, lng, phone }) => [lng, lat, phone]);
            const keys = [seenKey(cityId), placesKey(cityId), mapKey(cityId)];
            return [
              redis.hset(placesKey(cityId), ...some.flatMap((place) => [place.phone, packed(place)])),
              ...(map.length > 0 ? [redis.geoadd(mapKey(cityId), ...map)] : []),
              redis.zadd(seenKey(cityId), ...some.flatMap(({ seenAt, phone }) => [seenAt.getTime(), phone])),
              ...keys.map((key) => redis.expire(key, PLACE_FORGOTTEN_SECONDS)),
              redis.eval(FORGET, keys.length, ...keys, oldestMs(), FORGOTTEN_AT_ONCE),
            ];
          }),
        ),
      );
    },
    read: async (drivers) => {
      const byCity = Object.entries(Object.groupBy(drivers, ({ cityId }) => cityId));
      const found = await line.use("places", (redis) =>
        Promise.all(
          byCity.map(async ([cityId, some = []]) => {
            const values = await redis.hmget(placesKey(cityId), ...some.map(({ phone }) => phone));
            return some.flatMap((driver, at) => unpacked(driver, values[at]));
          }),
        ),
      );
      const oldest = oldestMs();
      const kept = found.flat().filter(({ seenAt }) => seenAt.getTime() >= oldest);
      return new Map(kept.map((place) => [place.phone, place]));
    },
    near: async (cityId, { lat, lng }, meters, limit) => {
      const found = await line.use("places", (redis) =>
        redis.geosearch(mapKey(cityId), "FROMLONLAT", lng, lat, "BYRADIUS", meters, METERS, "ASC", "COUNT", limit),
      );
      return found.map(String);
    },
    remove: async ({ phone, cityId }) => {
      await line.use("places", (redis) =>
        Promise.all([
          redis.hdel(placesKey(cityId), phone),
          redis.zrem(mapKey(cityId), phone),
          redis.zrem(seenKey(cityId), phone),
        ]),
      );
    },
  };
}

type Packed = readonly [
  lat: number,
  lng: number,
  speed: number | null,
  heading: number | null,
  atMs: number,
  heardMs: number,
  seenMs: number,
  doubt: LivePlace["doubt"],
  doubtedMs: number | null,
  keptMs: number,
];

function packed(place: LivePlace): string {
  const { lat, lng, speed, heading, at, heardAt, seenAt, doubt, doubtedAt, keptAt } = place;
  const all: Packed = [
    lat,
    lng,
    speed,
    heading,
    at.getTime(),
    heardAt.getTime(),
    seenAt.getTime(),
    doubt,
    doubtedAt?.getTime() ?? null,
    keptAt.getTime(),
  ];
  return JSON.stringify(all);
}

function unpacked(driver: DriverKey, value: string | null | undefined): readonly LivePlace[] {
  if (!value) return [];
  const [lat, lng, speed, heading, atMs, heardMs, seenMs, doubt, doubtedMs, keptMs] = JSON.parse(value) as Packed;
  const doubtedAt = doubtedMs === null ? null : new Date(doubtedMs);
  const [at, heardAt, seenAt, keptAt] = [new Date(atMs), new Date(heardMs), new Date(seenMs), new Date(keptMs)];
  const { phone, cityId } = driver;
  return [{ phone, cityId, lat, lng, speed, heading, at, heardAt, seenAt, doubt, doubtedAt, keptAt }];
}
