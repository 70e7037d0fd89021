// Clients written for OSRM, as they are published: osrm-rest-client, and the router of leaflet-routing-machine on Leaflet itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { runInNewContext } from "node:vm";
import type { LatLng } from "../../src/domain/geo.ts";
import { drawMap } from "../fixtures/roads/drawn-map.ts";
import { drawnEngines } from "./drawn-engines.ts";
import type { Route, Waypoint } from "./osrm-shapes.ts";
import { KEY, startRouteServer } from "./route-server.ts";

const town = drawMap(
  `
    a---b---c---d
    |   |       |
    e---f---g---h
  `,
  { gridMeters: 100, ways: { abcd: { name: "Đường Bắc" }, efgh: { name: "Đường Nam" } } },
);
const server = await startRouteServer({ engine: drawnEngines(town) });
after(() => server.close());
const require = createRequire(import.meta.url);

type Asked = { readonly coordinates: readonly (readonly [number, number])[]; readonly [option: string]: unknown };
type Answered = {
  readonly code: string;
  readonly routes: readonly Route[];
  readonly trips: readonly Route[];
  readonly matchings: readonly Route[];
  readonly waypoints: readonly Waypoint[];
  readonly durations: readonly (readonly number[])[];
};
type RestClient = Readonly<
  Record<"route" | "table" | "nearest" | "trip" | "match", (asked: Asked) => Promise<Answered>>
>;
const { OSRM } = require("osrm-rest-client") as { readonly OSRM: (options: object) => RestClient };
const client = OSRM({ osrm: `${server.url}/routing/bike`, defaultProfile: "driving" });
const at = (...letters: readonly string[]) =>
  letters.map((letter) => [town.at(letter).lng, town.at(letter).lat] as const);

test("osrm-rest-client gets routes, tables, nearest roads, trips and matches", async () => {
  const asked = (...letters: readonly string[]) => ({ coordinates: at(...letters), api_key: KEY });
  const { code, routes } = await client.route({ ...asked("a", "h"), steps: true, alternatives: 2, annotations: true });
  assert.equal(code, "Ok");
  assert.ok(routes[0]!.distance > 500 && routes[0]!.legs[0]!.steps.length > 1);
  const { durations } = await client.table({ ...asked("a", "d", "h"), sources: [0], destinations: [1, 2] });
  assert.deepEqual([durations.length, durations[0]!.length], [1, 2]);
  assert.equal((await client.nearest({ ...asked("b"), number: 2 })).waypoints.length, 2);
  assert.equal((await client.trip({ ...asked("a", "h", "d"), roundtrip: true })).trips[0]!.legs.length, 3);
  const { matchings } = await client.match({ ...asked("a", "b", "f"), timestamps: [0, 30, 60] });
  assert.equal(matchings[0]!.legs.length, 2);
});

// What Leaflet looks at while it is loaded without a page: whatever is asked of it, there is something there.
function nothingInParticular(): unknown {
  const nothing: unknown = new Proxy(() => undefined, {
    get: (_target, key) => (key === Symbol.toPrimitive ? () => "" : nothing),
    set: () => true,
    has: () => false,
    apply: () => nothing,
    construct: () => nothing as object,
  });
  return nothing;
}

// As a browser's, as far as a router needs it.
class BrowserRequest {
  readonly withCredentials = false;
  status = 0;
  responseText = "";
  onload: () => void = () => undefined;
  onerror: (fault: unknown) => void = () => undefined;
  #url = "";
  open(_method: string, url: string): void {
    this.#url = url;
  }
  send(): void {
    fetch(this.#url)
      .then(async (response) => {
        this.status = response.status;
        this.responseText = await response.text();
        this.onload();
      })
      .catch((fault: unknown) => this.onerror(fault));
  }
}

type RoutedLine = {
  readonly name: string;
  readonly coordinates: readonly LatLng[];
  readonly summary: { readonly totalDistance: number; readonly totalTime: number };
  readonly instructions: readonly { readonly type: string; readonly road: string; readonly text: string }[];
};
type Leaflet = {
  readonly latLng: (lat: number, lng: number) => LatLng;
  readonly Routing: {
    readonly waypoint: (place: LatLng) => object;
    readonly osrmv1: (options: object) => {
      readonly route: (
        waypoints: readonly object[],
        done: (fault: unknown, routes: readonly RoutedLine[]) => void,
      ) => void;
    };
  };
};

function loadLeaflet(): Leaflet {
  const page = {
    document: nothingInParticular(),
    navigator: { userAgent: "node", platform: "node" },
    location: { protocol: "http:", hostname: "elsewhere", port: "" },
    XMLHttpRequest: BrowserRequest,
    addEventListener: () => undefined,
    devicePixelRatio: 1,
    setTimeout,
    clearTimeout,
    console,
  };
  const context = { ...page, window: page };
  for (const file of ["leaflet/dist/leaflet-src.js", "leaflet-routing-machine/dist/leaflet-routing-machine.js"]) {
    runInNewContext(readFileSync(require.resolve(file), "utf8"), context);
    // In a page the window's names are everybody's.
    Object.assign(context, page);
  }
  return (page as unknown as { readonly L: Leaflet }).L;
}

test("leaflet-routing-machine finds ways, tells them, and gives hints back", async () => {
  const leaflet = loadLeaflet();
  const router = leaflet.Routing.osrmv1({
    serviceUrl: `${server.url}/routing/bike/route/v1`,
    profile: "driving",
    requestParameters: { api_key: KEY },
  });
  const ask = () =>
    new Promise<readonly RoutedLine[]>((resolve, reject) => {
      const stops = ["a", "h"].map((letter) =>
        leaflet.Routing.waypoint(leaflet.latLng(town.at(letter).lat, town.at(letter).lng)),
      );
      router.route(stops, (fault, routes) => (fault ? reject(fault) : resolve(routes)));
    });
  const [line] = await ask();
  assert.ok(line!.summary.totalDistance > 500 && line!.summary.totalTime > 30);
  assert.ok(line!.coordinates.length > 2);
  assert.ok(line!.instructions.some(({ text }) => /turn|left|right/i.test(text)));
  assert.equal(line!.instructions.at(-1)!.type, "DestinationReached");
  // The second time it sends the hints of the first.
  assert.equal((await ask())[0]!.summary.totalDistance, line!.summary.totalDistance);
});
