// How the base map looks: the server's style, with its tiles read by byte ranges from this server's archive. Without a base
// map, a plain ground in the page's colours; what a page draws on it is still there.
import { addProtocol, type StyleSpecification } from "maplibre-gl";
import { Protocol } from "pmtiles";

export type MapTheme = "light" | "dark";

// A first start is still drawing its demo map for a second or two.
const TRIES = 10;
const TRY_AGAIN_MS = 1_000;
const NOT_YET = 503;

addProtocol("pmtiles", new Protocol().tile);

export async function mapStyle(theme: MapTheme, origin: string, language = "en"): Promise<StyleSpecification> {
  for (let tries = 0; tries < TRIES; tries++) {
    const style = await fetchStyle(theme, origin, language);
    if (style !== "not yet") return style ?? plainGround(theme);
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
  }
  return plainGround(theme);
}

async function fetchStyle(
  theme: MapTheme,
  origin: string,
  language: string,
): Promise<StyleSpecification | "not yet" | undefined> {
  try {
    const response = await fetch(`${origin}/tiles/style/${theme}.json?language=${language}`);
    if (response.status === NOT_YET) return "not yet";
    return response.ok ? atOrigin((await response.json()) as StyleSpecification, origin) : undefined;
  } catch {
    // Off the network: the page says so elsewhere, and its markers need no streets.
    return undefined;
  }
}

// The style names the server's public address; the page may have been reached by another.
function atOrigin(style: StyleSpecification, origin: string): StyleSpecification {
  const sources = Object.entries(style.sources).map(([name, source]) => {
    if (source.type !== "vector" || !source.url) return [name, source] as const;
    const { pathname } = new URL(source.url.replace("pmtiles://", ""));
    return [name, { ...source, url: `pmtiles://${origin}${pathname}` }] as const;
  });
  return { ...style, sources: Object.fromEntries(sources) };
}

function plainGround(theme: MapTheme): StyleSpecification {
  const ground = theme === "dark" ? "#1a2025" : "#f3f1ec";
  return {
    version: 8,
    sources: {},
    layers: [{ id: "ground", type: "background", paint: { "background-color": ground } }],
  };
}
