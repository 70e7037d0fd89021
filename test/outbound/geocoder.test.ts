// The outside geocoder against a server of our own that behaves as such servers do, and worse.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { isRefusal } from "../../src/domain/refusal.ts";
import { type Geocoder, openGeocoder } from "../../src/outbound/geocoder.ts";
import {
  answer,
  type Behaviour,
  flood,
  hangUp,
  neverEnd,
  notHttp,
  type Receiver,
  redirect,
  stall,
  startReceiver,
} from "../harness/receiver.ts";

const ADDRESS = "12 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh";
const PATH = `/geo/search?${new URLSearchParams({ q: ADDRESS, format: "jsonv2", limit: "1", countrycodes: "vn" })}`;
const FOUND = JSON.stringify([{ lat: "10.7721", lon: "106.6983", display_name: "12, Lê Lợi, Bến Thành" }]);

let server: Receiver;
// Patient, so that a busy machine is not taken for a silent server; `hasty` is for servers that are silent.
let geocoder: Geocoder;
let hasty: Geocoder;
let nowMs: number;

before(async () => {
  server = await startReceiver();
});
after(() => server.close());
beforeEach(async (t) => {
  nowMs = 0;
  const clock = { now: () => new Date(nowMs) };
  const open = (timeoutMs: number) => openGeocoder({ url: new URL(server.url("/geo/")), clock, timeoutMs });
  geocoder = open(20_000);
  hasty = open(300);
  if ("after" in t) t.after(() => Promise.all([geocoder.close(), hasty.close()]));
});

const json = (body: string): Behaviour => answer(200, body, { "content-type": "application/json" });

test("the geocoder is asked as Nominatim wants it, and its first place is the answer", async () => {
  server.script(PATH, json(FOUND));
  assert.deepEqual(await geocoder.geocode(ADDRESS), {
    point: { lat: 10.7721, lng: 106.6983 },
    matched: "12, Lê Lợi, Bến Thành",
  });
  assert.match(String(server.seen(PATH)[0]?.headers["user-agent"]), /^giao/);
});

test("the same address is asked once, so that an estimate and its order agree", async () => {
  server.script(PATH, json(FOUND), hangUp);
  const before = server.seen(PATH).length;
  const first = await geocoder.geocode(ADDRESS);
  assert.deepEqual(await geocoder.geocode(ADDRESS), first);
  assert.equal(server.seen(PATH).length, before + 1);
});

test("an empty list is no place, not a fault", async () => {
  server.script(PATH, json("[]"));
  assert.equal(await geocoder.geocode(ADDRESS), undefined);
});

const FAULTS: readonly (readonly [string, Behaviour, RegExp])[] = [
  ["an error", answer(503, "busy"), /answered 503/],
  ["a redirect", redirect("http://127.0.0.1:1/"), /answered 302/],
  ["a page", json("<html>"), /not valid JSON/],
  ["an object", json("{}"), /no list of places/],
  ["a place without coordinates", json('[{"lat":"north","lon":"1"}]'), /no coordinates/],
  ["a null place", json("[null]"), /no coordinates/],
  ["coordinates out of range", json('[{"lat":"91","lon":"1e400"}]'), /no coordinates/],
  ["silence", stall, /aborted|timeout/i],
  ["half an answer", neverEnd, /aborted|timeout/i],
  ["a hang-up", hangUp, /gave no answer/],
  ["another protocol", notHttp, /gave no answer/],
  ["a flood", flood(10_000_000), /longer than 65536 bytes/],
];
for (const [name, behaviour, why] of FAULTS) {
  test(`a geocoder that answers with ${name} is away`, async () => {
    server.script(PATH, behaviour);
    const isSilent = behaviour === stall || behaviour === neverEnd;
    const hit = await (isSilent ? hasty : geocoder).geocode(ADDRESS);
    assert.ok(isRefusal(hit));
    assert.equal(hit.refused, "GEOCODER_AWAY");
    assert.match(hit.why, why);
  });
}

test("after five failures the geocoder is left alone for half a minute", async () => {
  server.script(PATH, hangUp);
  for (let tries = 0; tries < 5; tries += 1) assert.ok(isRefusal(await geocoder.geocode(ADDRESS)));
  server.script(PATH, json(FOUND));
  const before = server.seen(PATH).length;
  const resting = await geocoder.geocode(ADDRESS);
  assert.match(isRefusal(resting) ? resting.why : "", /did not answer lately/);
  assert.equal(server.seen(PATH).length, before);
  nowMs += 30_001;
  assert.ok(!isRefusal(await geocoder.geocode(ADDRESS)));
});

test("a queue of more than 64 addresses is not joined", async () => {
  const many = await Promise.all(Array.from({ length: 70 }, (_, at) => geocoder.geocode(`${at} ${ADDRESS}`)));
  const refused = many.filter((hit) => isRefusal(hit) && /too many/.test(hit.why));
  assert.equal(refused.length, 6);
});
