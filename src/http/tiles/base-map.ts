// The base map for pages: what it shows, the style it is drawn in, and the tiles, fetched by byte ranges from one file.
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { refuse } from "../../domain/refusal.ts";
import type { BaseMap } from "../../tiles/open-base-map.ts";
import { THEMES, type Theme } from "../../tiles/style/palette.ts";
import { styleDocument } from "../../tiles/style/style.ts";
import { responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app-type.ts";
import { readRange } from "./byte-range.ts";

export type BaseMapDoor = {
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
const TILES = "/tiles/:version/base.pmtiles";
const FOREVER = "public, max-age=31536000, immutable";

const MapBody = Type.Object({
  version: Type.String({ description: "Of the contents: a new map has a new one." }),
  label: Type.String({ description: "What the map was made from." }),
  demo: Type.Boolean({ description: "Generated streets, not a real map." }),
  attribution: Type.String({ description: "To be shown with the map." }),
  bounds: Type.Array(Type.Number(), { description: "West, south, east, north." }),
  center: Type.Object({ lat: Type.Number(), lng: Type.Number(), zoom: Type.Integer() }),
  min_zoom: Type.Integer(),
  max_zoom: Type.Integer(),
  tiles: Type.String({ description: "Where the PMTiles archive is, from this server's root." }),
  bytes: Type.Integer(),
});

export function registerBaseMapCalls(app: App, { baseMaps, publicUrl }: BaseMapDoor): void {
  app.get(
    "/tiles/map.json",
    {
      schema: {
        tags: ["Base map"],
        operationId: "getBaseMap",
        summary: "What the base map shows",
        description: "503 with Retry-After while the demo's base map is being drawn, seconds after a first start.",
        response: responses(MapBody),
      },
    },
    async (request, reply) => {
      const map = baseMaps?.current();
      return map ? sendFresh(request, reply, JSON.stringify(encodeMap(map))) : sendNone(reply);
    },
  );

  app.get(
    "/tiles/style/:theme.json",
    {
      schema: {
        tags: ["Base map"],
        operationId: "getMapStyle",
        summary: "The style of the base map, for MapLibre",
        description: "It names no glyphs and no sprite: names are drawn from the reader's own fonts.",
        params: Type.Object({ theme: Type.String({ examples: ["light"], description: "light or dark" }) }),
        querystring: Type.Object({
          language: Type.Optional(Type.String({ description: "Of the sources' names: en (the usual) or vi." })),
        }),
      },
    },
    async (request, reply) => {
      const theme = THEMES.find((name) => name === request.params.theme);
      const map = baseMaps?.current();
      if (!theme) return sendRefusal(reply, refuse("NOT_FOUND", `There is no style "${request.params.theme}".`));
      const language = request.query.language === "vi" ? "vi" : "en";
      return map ? sendFresh(request, reply, styleOf(map, theme, language)) : sendNone(reply);
    },
  );

  const params = Type.Object({ version: Type.String() });
  const answerTiles = (request: FastifyRequest<{ Params: { version: string } }>, reply: FastifyReply) => {
    const map = baseMaps?.find(request.params.version);
    if (map) return sendTiles(request, reply, map);
    return sendRefusal(reply, refuse("NOT_FOUND", "There is no base map of this version any more."));
  };
  app.get(
    TILES,
    {
      // The server's own would read what it does not send.
      exposeHeadRoute: false,
      schema: {
        tags: ["Base map"],
        operationId: "getBaseMapTiles",
        summary: "The tiles: one PMTiles archive, read by byte ranges",
        description: "A version never changes, so any answer may be kept forever.",
        params,
      },
    },
    answerTiles,
  );
  app.head(TILES, { schema: { hide: true, params } }, answerTiles);

  function styleOf(map: BaseMap, theme: Theme, language: Language): string {
    return JSON.stringify(styleDocument(theme, publicUrl + tilesPath(map), attributionOf(map, language)));
  }

  function sendNone(reply: FastifyReply): FastifyReply {
    if (!baseMaps?.isComing()) return sendRefusal(reply, refuse("NOT_FOUND", "This server has no base map."));
    reply.header("retry-after", RETRY_AFTER_SECONDS);
    return sendRefusal(reply, refuse("SERVICE_UNAVAILABLE", "The base map is being drawn; try again in a moment."));
  }
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
  return reply.type("application/json; charset=utf-8").send(json);
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
  if (request.method === "HEAD") return reply.send();
  return reply.send(bytes <= BUFFERED_BYTES_MAX ? await map.read(from, to) : map.stream(from, to));
}
