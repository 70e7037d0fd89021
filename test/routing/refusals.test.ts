// What the route call refuses, in which words and in which order (part 7, D1, D18).
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openRemoteRoads } from "../../src/roads/remote/osrm-roads.ts";
import { hangUp, json, NO_ROUTE, NO_SEGMENT, startOsrmStandIn } from "../roads/osrm-stand-in.ts";
import { KEY, startRouteServer } from "./route-server.ts";

const server = await startRouteServer();
after(() => server.close());

const GOOD = "106.7032,10.7766;106.698,10.7721";
const oneTooMany = Array.from({ length: 501 }, () => "106.7,10.77").join(";");

// Each row peels off one fault of the row above.
const peeled = [
  [
    "no key, unknown profile, bad coordinates, bad option",
    "boat/route/v1/driving/abc?overview=x",
    {},
    401,
    "Unauthorized",
  ],
  [
    "unknown key, unknown profile, bad coordinates",
    "boat/route/v1/driving/abc",
    { "api-key": "wrong" },
    401,
    "Unauthorized",
  ],
  [
    "unknown profile, unknown service, bad coordinates",
    "boat/fly/v1/driving/abc",
    { "api-key": KEY },
    404,
    "Not Found",
  ],
  ["unknown profile, bad coordinates", "boat/route/v1/driving/abc", { "api-key": KEY }, 404, "Not Found"],
  ["unknown service, bad coordinates", "car/fly/v1/driving/abc", { "api-key": KEY }, 404, "Not Found"],
  ["bad coordinates, bad option", "car/route/v1/driving/abc?overview=x", { "api-key": KEY }, 400, "Bad Request"],
  ["bad option, no map", `car/route/v1/driving/${GOOD}?overview=x`, { "api-key": KEY }, 400, "Bad Request"],
  ["no map", `car/route/v1/driving/${GOOD}`, { "api-key": KEY }, 503, "Service Unavailable"],
] as const;
for (const [name, path, headers, status, words] of peeled) {
  test(`a route call with ${name} answers ${status}`, async () => {
    const reply = await server.ask(path, headers);
    assert.equal(reply.status, status);
    const { code, title, description, message, ...more } = reply.body;
    assert.deepEqual({ title, more }, { title: words, more: {} });
    assert.equal(code, /^([A-Z]\w+): /.exec(String(message))?.[1] ?? words, "OSRM's own word where it has one");
    assert.equal(typeof description, "string");
    assert.equal(message, description);
    assert.ok(reply.headers.get("x-request-id"));
    assert.match(reply.headers.get("content-type") ?? "", /^application\/json/);
  });
}

test("the coordinates are judged before the options, and the message tells which", async () => {
  const both = await server.ask("car/route/v1/driving/106.7,10.77;x?overview=x");
  assert.equal(both.body.message, 'InvalidQuery: expected a longitude, found "x" (position 12 of the coordinates).');
  const options = await server.ask(`car/route/v1/driving/${GOOD}?steps=maybe&overview=x`);
  assert.match(String(options.body.message), /^InvalidValue: the option steps /, "options are judged as given");
});

for (const name of ["api_key", "access_token"]) {
  test(`a key in the query as ${name} is a key, and whatever word stands for driving`, async () => {
    const found = await server.ask(`car/route/v1/cycling/${GOOD}?overview=x&${name}=${KEY}`, {});
    assert.deepEqual([found.status, found.body.code], [400, "InvalidValue"], "let in, and judged by the options");
    assert.equal((await server.ask(`car/route/v1/driving/${GOOD}?${name}=wrong`, {})).status, 401);
    assert.equal((await server.ask(`car/table/v1/any/${GOOD}?${name}=`, {})).status, 401);
  });
}

const bad = [
  ["no coordinates", "car/route/v1/driving/", /^InvalidQuery: expected a longitude, found the end \(position 0 /],
  ["no coordinates and no slash", "car/route/v1/driving", /^InvalidQuery: .*position 0 /],
  ["one coordinate", "car/route/v1/driving/106.7,10.77", /^InvalidOptions: at least 2 coordinates are needed, 1 given/],
  [
    "501 coordinates",
    `car/route/v1/driving/${oneTooMany}`,
    /^TooBig: more than 500 coordinates given \(position 6000 /,
  ],
  ["2,000 coordinates", `car/route/v1/driving/${`${GOOD};`.repeat(400)}`, /^TooBig: /],
  ["a slash among the coordinates", "car/route/v1/driving/106.7,10.77;/106,10", /^InvalidQuery: .*position 12 /],
  ["NaN", "car/route/v1/driving/NaN,10.77;106.7,10.77", /found "NaN" \(position 0 /],
  ["1e400", "car/route/v1/driving/106.7,1e400;106.7,10.77", /^InvalidValue: latitude Infinity .*position 6 /],
  ["latitude first", "bike/route/v1/driving/10.77,106.7;10.78,106.7", /look swapped \(position 6 /],
  [
    "an unknown option",
    `car/route/v1/driving/${GOOD}?geometry=geojson`,
    /^InvalidQuery: the option "geometry" is unknown/,
  ],
  [
    "a bearing that is none",
    `car/table/v1/driving/${GOOD}?bearings=1,2;3`,
    /^InvalidValue: the option bearings is "3"/,
  ],
  ["an index out of range", `car/table/v1/driving/${GOOD}?sources=2`, /^InvalidValue: the option sources is "2"/],
] as const;
for (const [name, path, message] of bad) {
  test(`a route call with ${name} is a Bad Request that says where`, async () => {
    const reply = await server.ask(path);
    assert.equal(reply.status, 400);
    assert.equal(reply.body.title, "Bad Request");
    assert.ok(String(reply.body.message).startsWith(`${reply.body.code}: `));
    assert.match(String(reply.body.message), message);
  });
}

for (const path of ["car/isochrone/v1/driving/106.7,10.77", "car/route/v2/driving/1,2;3,4"]) {
  test(`there is nothing at /routing/${path}`, async () => {
    const reply = await server.ask(path);
    assert.equal(reply.status, 404);
    assert.equal(reply.body.code, "Not Found");
  });
}

test("a map that is still being loaded is 503 with the time to wait", async () => {
  const reply = await server.ask(`bike/table/v1/driving/${GOOD}`);
  assert.equal(reply.status, 503);
  assert.equal(reply.headers.get("retry-after"), "5");
});

test("a key is looked up again after five seconds, an unknown one every time", async () => {
  let nowMs = 0;
  const lookedUp: string[] = [];
  const own = await startRouteServer({
    clock: { now: () => new Date(nowMs) },
    findRouteKey: async (key) => {
      lookedUp.push(key);
      return key === KEY && nowMs < 5000 ? { id: "demo", rateLimitPerMinute: null } : undefined;
    },
  });
  after(() => own.close());
  const status = async (key: string) => (await own.ask("boat/route/v1/driving/x", { "api-key": key })).status;
  assert.deepEqual([await status(KEY), await status(KEY), await status("x"), await status("x")], [404, 404, 401, 401]);
  assert.deepEqual(lookedUp, [KEY, "x", "x"]);
  nowMs = 5000;
  assert.equal(await status(KEY), 401, "a key that was taken back ends within five seconds");
});

test("a partner's own limit of requests holds on the route call, in its words", async () => {
  const own = await startRouteServer({ findRouteKey: async () => ({ id: "demo", rateLimitPerMinute: 2 }) });
  after(() => own.close());
  const path = `car/route/v1/driving/${GOOD}`;
  assert.deepEqual([(await own.ask(path)).status, (await own.ask(path)).status], [503, 503]);
  const third = await own.ask(path);
  assert.equal(third.status, 429);
  assert.equal(third.body.code, "Too Many Requests");
  assert.equal(third.body.message, third.body.description);
});

test("a fault of ours is a 500 in plain words, without inner detail", async () => {
  const own = await startRouteServer({
    findRouteKey: async () => {
      throw new Error("secret detail");
    },
  });
  after(() => own.close());
  const reply = await own.ask(`car/route/v1/driving/${GOOD}`);
  assert.equal(reply.status, 500);
  assert.equal(reply.body.code, "Internal Server Error");
  assert.doesNotMatch(JSON.stringify(reply.body), /secret/);
});

test("with an OSRM server behind it, the call gives its answers and refuses in its own words", async () => {
  const osrm = await startOsrmStandIn();
  after(() => osrm.close());
  const remote = openRemoteRoads({ url: osrm.url, clock: { now: () => new Date(0) } });
  after(() => remote.close());
  const own = await startRouteServer({ remote });
  after(() => own.close());
  const path = `bike/route/v1/driving/${GOOD}`;
  const good = await own.ask(`${path}?steps=true`);
  assert.equal(good.status, 200);
  assert.equal(good.body.code, "Ok");
  assert.match(osrm.asked.at(-1)?.url ?? "", /^\/route\/v1\/bike\/106\.703200,.*steps=true/);

  osrm.next(json(400, NO_SEGMENT));
  const lost = await own.ask(path);
  assert.equal(lost.status, 400);
  assert.match(String(lost.body.message), /^NoSegment: .*coordinate 1 \(position 17 of the coordinates\)/);

  osrm.next(json(400, NO_ROUTE));
  const none = await own.ask(path);
  assert.equal(none.status, 400);
  assert.match(String(none.body.message), /^NoRoute: /);

  osrm.next(hangUp, hangUp);
  const away = await own.ask(`bike/table/v1/driving/${GOOD}`);
  assert.equal(away.status, 503);
  assert.equal(away.body.code, "Service Unavailable");
  assert.match(String(away.body.message), /^The routing server is away: /);
  assert.equal(away.headers.get("retry-after"), "5");
});
