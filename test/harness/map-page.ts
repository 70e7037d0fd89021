// A page of the server's own origin with nothing on it but a map, drawn by the pages' own code (web/parts/map/map-style.ts) and
// MapLibre as it is installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { transformWithOxc } from "vite";
import { pageHeaders } from "../../src/http/pages/page-policy.ts";

export type MapView = {
  readonly theme: "light" | "dark";
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
  readonly width?: number;
  readonly height?: number;
  readonly pixelRatio?: number;
};

const MODULES = "node_modules";
const NONCE = "map-page";
const IMPORTS = {
  "maplibre-gl": "/map-page/maplibre-gl/dist/maplibre-gl.mjs",
  pmtiles: "/map-page/pmtiles/dist/esm/index.js",
  fflate: "/map-page/fflate/esm/browser.js",
};
const SCRIPT = `
import { Map, setWorkerUrl } from "maplibre-gl";
import { mapStyle } from "/map-page/map-style.js";
setWorkerUrl("/map-page/maplibre-gl/dist/maplibre-gl-worker.mjs");
const asked = new URLSearchParams(location.search);
const number = (name) => Number(asked.get(name));
const map = new Map({
  container: "map",
  style: await mapStyle(asked.get("theme"), location.origin),
  center: [number("lng"), number("lat")],
  zoom: number("zoom"),
  fadeDuration: 0,
  attributionControl: { compact: false },
});
map.on("error", (event) => console.error(String(event.error)));
map.once("idle", () => { document.body.dataset.drawn = "yes"; });
window.map = map;
// Names that were given a place on the screen.
window.namesShown = () =>
  map.queryRenderedFeatures().flatMap(({ layer, properties }) => (layer.type === "symbol" ? properties.name : []));
// How many pixels of a picture are darker than the halo and the ground around letters.
window.inkIn = async (picture) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let ink = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] < 560) ink += 1;
  return ink;
};
`;
const HTML = `<!doctype html><html lang="vi"><head><meta charset="utf-8"><title>a map</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/map-page/maplibre-gl/dist/maplibre-gl.css">
<style nonce="${NONCE}">body { margin: 0 } #map { position: absolute; inset: 0 }</style>
<script type="importmap" nonce="${NONCE}">${JSON.stringify({ imports: IMPORTS })}</script></head>
<body><div id="map"></div><script type="module" src="/map-page/page.js"></script></body></html>`;

// Resolves when everything in view is drawn.
export async function openMapPage(
  browser: Browser,
  root: string,
  view: MapView,
  watch?: (page: Page) => void,
): Promise<Page> {
  const viewport = { width: view.width ?? 900, height: view.height ?? 640 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: view.pixelRatio ?? 1 });
  watch?.(page);
  await page.route(`${root}/map-page/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice("/map-page/".length);
    const found = await fileFor(path);
    await (found ? route.fulfill(found) : route.fulfill({ status: 404, body: path }));
  });
  const { theme, lat, lng, zoom } = view;
  await page.goto(`${root}/map-page/?${new URLSearchParams({ theme, lat: `${lat}`, lng: `${lng}`, zoom: `${zoom}` })}`);
  await page.locator("body[data-drawn]").waitFor({ state: "attached", timeout: 60_000 });
  return page;
}

async function fileFor(path: string) {
  const script = (body: string) => ({ contentType: "text/javascript", body });
  if (path === "") {
    // The pages' own policy, with a nonce for the import map, which they do not need.
    const headers = pageHeaders(NONCE);
    const policy = headers["content-security-policy"]?.replace(
      "script-src 'self'",
      `script-src 'self' 'nonce-${NONCE}'`,
    );
    return { contentType: "text/html", body: HTML, headers: { ...headers, "content-security-policy": policy ?? "" } };
  }
  if (path === "page.js") return script(SCRIPT);
  if (path === "map-style.js") {
    const source = "web/parts/map/map-style.ts";
    return script((await transformWithOxc(readFileSync(source, "utf8"), source)).code);
  }
  const file = join(MODULES, path);
  if (!existsSync(file)) return undefined;
  return path.endsWith(".css")
    ? { contentType: "text/css", body: readFileSync(file, "utf8") }
    : script(readFileSync(file, "utf8"));
}
