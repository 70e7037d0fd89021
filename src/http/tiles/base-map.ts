// The base map for pages: what it shows, the style it is drawn in, and the tiles, fetched by byte ranges from one file.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import { type Refusal, refuse, refuseForNow } from "../../domain/refusal.ts";
import type { BaseMap } from "../../tiles/open-base-map.ts";
import { THEMES } from "../../tiles/style/palette.ts";
import { styleDocument } from "../../tiles/style/style.ts";
import { sendRefusal, sendSerialised } from "../base/answer.ts";
import { callsOf } from "../calls/call.ts";
import { readRange } from "./byte-range.ts";

type BaseMapDoor = {
  readonly baseMaps:
    | {
        readonly current: () => BaseMap | undefined;
        readonly find: (version: string) => BaseMap | undefined;
        readonly isComing: () => boolean;
      }
    | undefined;
  readonly publicUrl: string;
};

// Drawing the demo takes a second or two.
const RETRY_AFTER_SECONDS = 2;
// Larger answers are sent as they are read.
const BUFFERED_BYTES_MAX = 1024 * 1024;
const FOREVER = "public, max-age=31536000, immutable";

const MapBody = Type.Object({
  version: field.text("Of the contents: a new map has a new one."),
  label: field.text("What the map was made from."),
  demo: field.flag("Generated streets, not a real map."),
  attribution: field.text("To be shown with the map."),
  bounds: Type.Array(Type.Number(), { description: "West, south, east, north." }),
  center: Type.Object({ lat: Type.Number(), lng: Type.Number(), zoom: Type.Integer() }),
  min_zoom: Type.Integer(),
  max_zoom: Type.Integer(),
  tiles: field.text("Where the PMTiles archive is, from this server's root."),
  bytes: Type.Integer(),
});

const call = callsOf<BaseMapDoor>("Base map");

export const baseMapCalls = [
  call.plain({
    id: "getBaseMap",
    at: "GET /tiles/map.json",
    summary: "What the base map shows",
    description: "503 with Retry-After while the demo's base map is being drawn, seconds after a first start.",
    answer: MapBody,
    refusals: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
    run: (request, { baseMaps }, { reply }) => {
      const map = baseMaps?.current();
      return map ? sendFresh(request, reply, JSON.stringify(encodeMap(map))) : noMap(baseMaps);
    },
  }),
  call.plain({
    id: "getMapStyle",
    at: "GET /tiles/style/:theme.json",
    summary: "The style of the base map, for MapLibre",
    description: "It names no glyphs and no sprite: names are drawn from the reader's own fonts.",
    params: Type.Object({ theme: field.text("light or dark", { examples: ["light"] }) }),
    query: Type.Object({
      language: maybe(field.text("Of the sources' names: en (the usual) or vi.")),
    }),
    refusals: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
    run: (request, { baseMaps, publicUrl }, { reply }) => {
      const { theme: named } = request.params;
      const theme = THEMES.find((name) => name === named);
      const map = baseMaps?.current();
      if (!theme) return refuse("NOT_FOUND", `There is no style "${named}".`);
      if (!map) return noMap(baseMaps);
      const attribution = attributionOf(map, request.query.language === "vi" ? "vi" : "en");
      return sendFresh(request, reply, JSON.stringify(styleDocument(theme, publicUrl + tilesPath(map), attribution)));
    },
  }),
  call.plain({
    id: "getBaseMapTiles",
    at: "GET /tiles/:version/base.pmtiles",
    summary: "The tiles: one PMTiles archive, read by byte ranges",
    description: "A version never changes, so any answer may be kept forever.",
    refusals: ["NOT_FOUND", "RANGE_NOT_SATISFIABLE"],
    run: (request, { baseMaps }, { reply }) => {
      const map = baseMaps?.find(request.params.version);
      return map
        ? sendTiles(request, reply, map)
        : refuse("NOT_FOUND", "There is no base map of this version any more.");
    },
  }),
];

function noMap(baseMaps: BaseMapDoor["baseMaps"]): Refusal<"NOT_FOUND" | "SERVICE_UNAVAILABLE"> {
  if (!baseMaps?.isComing()) return refuse("NOT_FOUND", "This server has no base map.");
  const why = "The base map is being drawn; try again in a moment.";
  return refuseForNow("SERVICE_UNAVAILABLE", why, RETRY_AFTER_SECONDS);
}

function tilesPath({ version }: BaseMap): string {
  return `/tiles/${version}/base.pmtiles`;
}

const DEMO_STREETS = { en: "Demo streets, not a real map", vi: "Đường phố mẫu, không phải bản đồ thật" };
const REAL_STREETS = { en: "© OpenStreetMap contributors", vi: "© Cộng đồng OpenStreetMap" };
type Language = keyof typeof DEMO_STREETS;

function attributionOf({ demo }: BaseMap, language: Language): string {
  return (demo ? DEMO_STREETS : REAL_STREETS)[language];
}

function encodeMap(map: BaseMap) {
  return {
    version: map.version,
    label: map.label,
    demo: map.demo,
    attribution: attributionOf(map, "en"),
    bounds: map.bounds,
    center: map.center,
    min_zoom: map.zoomMin,
    max_zoom: map.zoomMax,
    tiles: tilesPath(map),
    bytes: map.bytes,
  };
}

// Asked for at every page and seldom changed: the browser keeps it and asks whether it still holds.
function sendFresh(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = `"${createHash("sha256").update(json).digest("hex").slice(0, 16)}"`;
  reply.header("etag", etag).header("cache-control", "no-cache");
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  return sendSerialised(reply, json);
}

async function sendTiles(request: FastifyRequest, reply: FastifyReply, map: BaseMap): Promise<FastifyReply> {
  const etag = `"${map.hash.slice(0, 16)}"`;
  reply.header("etag", etag).header("accept-ranges", "bytes").header("cache-control", FOREVER);
  if (request.headers["if-none-match"] === etag) return reply.code(304).send();
  // A range of what the reader has, or else the whole of what there is now.
  const isSame = (request.headers["if-range"] ?? etag) === etag;
  const asked = isSame ? readRange(request.headers.range, map.bytes) : "whole";
  if (asked === "unsatisfiable") {
    reply.header("content-range", `bytes */${map.bytes}`);
    return sendRefusal(reply, refuse("RANGE_NOT_SATISFIABLE", `The base map has ${map.bytes} bytes.`));
  }
  const { from, to } = asked === "whole" ? { from: 0, to: map.bytes - 1 } : asked;
  if (asked !== "whole") reply.code(206).header("content-range", `bytes ${from}-${to}/${map.bytes}`);
  const bytes = to - from + 1;
  reply.type("application/vnd.pmtiles").header("content-length", bytes);
  // Of an empty body that is no stream Fastify would say that it has no bytes.
  if (request.method === "HEAD") return reply.send(Readable.from([]));
  return reply.send(bytes <= BUFFERED_BYTES_MAX ? await map.read(from, to) : map.stream(from, to));
}
