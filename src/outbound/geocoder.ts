// Asks a Nominatim-shaped geocoder at GEOCODER_URL for one address. The operator chose the server, so no address guard stands
// before it; its answers are bounded in time and size all the same, and a server that is away is left alone for a while.
import { Agent, request } from "undici";
import { isLatLng } from "../domain/geo.ts";
import type { Geocode, GeocodeHit } from "../domain/places.ts";
import { type Promised, type Refusal, refuse } from "../domain/refusal.ts";
import type { Clock } from "../ports/clock.ts";
import { openCircuitBreaker } from "../ports/flow/circuit-breaker.ts";
import { NewestMap } from "../ports/flow/newest-map.ts";

const TIMEOUT_MS = 3_000;
const ANSWER_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 8;
// More than this many waiting is a queue that no order should stand in.
const WAITING_MAX = 64;
const LEFT_ALONE = { failuresMax: 5, restMs: 30_000 };
// An estimate and the order after it must price the same point.
const KEPT_MAX = 2_000;
const MATCHED_LENGTH_MAX = 300;

type Deps = { readonly url: URL; readonly clock: Clock; readonly timeoutMs?: number };
export type Geocoder = { readonly geocode: Geocode; readonly close: () => Promise<void> };

export function openGeocoder(deps: Deps): Geocoder {
  const agent = new Agent({ connections: CONNECTIONS_MAX, allowH2: false });
  const kept = new NewestMap<string, GeocodeHit>(KEPT_MAX);
  const circuit = openCircuitBreaker(LEFT_ALONE, deps.clock);
  let waiting = 0;

  async function geocode(address: string): Promised<GeocodeHit | undefined, "GEOCODER_AWAY"> {
    const known = kept.get(address);
    if (known) return known;
    if (waiting >= WAITING_MAX) return away("too many addresses are waiting for it");
    if (!circuit.mayTry()) return away("it did not answer lately");
    waiting += 1;
    try {
      const hit = readHit(await fetchAnswer(searchUrl(deps.url, address), agent, deps.timeoutMs ?? TIMEOUT_MS));
      circuit.succeeded();
      if (hit) kept.set(address, hit);
      return hit;
    } catch (fault) {
      circuit.failed();
      return away(fault instanceof Error ? fault.message : String(fault));
    } finally {
      waiting -= 1;
    }
  }

  return { geocode, close: () => agent.destroy() };
}

function away(why: string): Refusal<"GEOCODER_AWAY"> {
  return refuse("GEOCODER_AWAY", `The outside geocoder gave no answer: ${why.slice(0, 200)}.`);
}

function searchUrl(base: URL, address: string): URL {
  const url = new URL(base);
  if (!url.pathname.endsWith("/search")) url.pathname = `${url.pathname.replace(/\/$/, "")}/search`;
  url.searchParams.set("q", address);
  url.searchParams.set("format", "jsonv2");
  url.searchParams.set("limit", "1");
  url.searchParams.set("countrycodes", "vn");
  return url;
}

async function fetchAnswer(url: URL, dispatcher: Agent, timeoutMs: number): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { accept: "application/json", "accept-language": "vi", "user-agent": "giao-places/1" };
  const { statusCode, body } = await request(url, { dispatcher, signal, headers });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop closes the stream, and with it the connection of a server that will not stop.
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`its answer is longer than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  if (statusCode !== 200) throw new Error(`it answered ${statusCode}`);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

// The first place of the list; undefined when the list is empty.
function readHit(answer: unknown): GeocodeHit | undefined {
  if (!Array.isArray(answer)) throw new Error("its answer is no list of places");
  const [place] = answer;
  if (place === undefined) return undefined;
  const point = { lat: Number.parseFloat(place?.lat), lng: Number.parseFloat(place?.lon) };
  if (!isLatLng(point)) throw new Error("its answer has no coordinates");
  const matched = typeof place.display_name === "string" ? place.display_name.slice(0, MATCHED_LENGTH_MAX) : "";
  return { point, matched };
}
