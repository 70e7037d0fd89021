// A stand-in for osrm-routed on a real socket: it answers in the shapes the OSRM v1 documentation gives, and misbehaves on
// demand. What it was asked, and on how many connections, can be read afterwards.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export type OsrmStandIn = {
  readonly url: string;
  readonly asked: readonly IncomingMessage[];
  readonly connections: () => number;
  // What the next requests get, one each; after that the usual answer.
  readonly next: (...answers: readonly Answer[]) => void;
  readonly close: () => Promise<void>;
};

export const json =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
export const hangUp: Answer = (_, request) => request.socket.destroy();
export const sayNothing: Answer = (response) => void response.socket?.on("close", () => response.destroy());

export const ROUTE = {
  code: "Ok",
  data_version: "2026-11-01T00:00:00Z",
  routes: [
    {
      geometry: "_wi`Aqq~iSlA_C",
      legs: [{ steps: [], summary: "", weight: 192.6, duration: 192.6, distance: 1886.9 }],
      weight_name: "routability",
      weight: 192.6,
      duration: 192.6,
      distance: 1886.9,
    },
  ],
  waypoints: [
    { hint: "PAMAgEVJAoAUAAAAIAAAAAcAAAA", distance: 4.2, name: "Đường Mây Cười", location: [106.7, 10.77] },
    { hint: "WIQBgL6mAoAEAAAABgAAAAAAAAA", distance: 0.4, name: "", location: [106.71, 10.78] },
  ],
};
export const NO_SEGMENT = { code: "NoSegment", message: "Could not find a matching segment for coordinate 1" };
export const NO_ROUTE = { code: "NoRoute", message: "Impossible route between points" };

// `table` answers in place of cells that name where they stand.
export async function startOsrmStandIn(table: (asked: URL) => object = tableOf): Promise<OsrmStandIn> {
  const asked: IncomingMessage[] = [];
  const script: Answer[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    asked.push(request);
    const answer = script.shift() ?? usual(request, table);
    answer(response, request);
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    connections: () => connections,
    next: (...answers) => void script.push(...answers),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function usual(request: IncomingMessage, table: (asked: URL) => object): Answer {
  const url = new URL(request.url ?? "/", "http://osrm");
  if (url.pathname.startsWith("/table/")) return json(200, table(url));
  return json(200, ROUTE);
}

// A cell names its source and target, so that one in the wrong place shows; a point leads nowhere from itself.
function tableOf(url: URL) {
  const indexes = (name: string) => (url.searchParams.get(name) ?? "").split(";").map(Number);
  const points = decodeURIComponent(url.pathname).split("/").at(-1)?.split(";") ?? [];
  const tag = (index: number) => Math.round(Number(points[index]?.split(",")[0]) * 1000) % 1000;
  const cells = (factor: number) =>
    indexes("sources").map((from) =>
      indexes("destinations").map((to) => (tag(from) === tag(to) ? null : factor * (1000 * tag(from) + tag(to)))),
    );
  return { code: "Ok", durations: cells(1), distances: cells(10), sources: [], destinations: [] };
}
