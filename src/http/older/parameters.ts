// What a call of the older forms brings, wherever it brings it: the query, a form, JSON, or all of them together. Clients of these forms
// post an empty body with everything in the address, send JSON with a GET, and write lists as JSON text.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../../domain/refusal.ts";
import { BODY_BYTES_MAX, parseJsonBody } from "../base/json-body.ts";
import { RefusedRequest } from "../base/refused-request.ts";

export type Parameters = Readonly<Record<string, unknown>>;

const KEYS_MAX = 2_000;

// Inside the doors of the older forms only: everybody else sends JSON.
export function acceptOlderBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX }, (_request, body, done) => {
    try {
      done(null, readBody(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

const parameters = new WeakMap<FastifyRequest, Parameters>();

export function parametersOf(request: FastifyRequest): Parameters {
  const known = parameters.get(request);
  if (known) return known;
  const body = typeof request.body === "object" && request.body !== null ? request.body : {};
  const merged = { ...nested(Object.entries(request.query as object)), ...body };
  parameters.set(request, merged);
  return merged;
}

// Fastify leaves the body of a GET alone; one known client sends its JSON that way.
export async function readBodyOfGet(request: FastifyRequest): Promise<void> {
  if (request.method !== "GET" || !(Number(request.headers["content-length"]) > 0)) return;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.raw) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX)
      throw new RefusedRequest(refuse("BODY_TOO_LARGE", `The body is larger than ${BODY_BYTES_MAX / 1024} KiB.`));
    chunks.push(chunk);
  }
  request.body = readBody(Buffer.concat(chunks));
}

// JSON begins with a brace; everything else that is not empty is a form.
function readBody(body: Buffer): unknown {
  const first = body.toString("latin1", 0, 64).trimStart()[0];
  if (first === undefined) return {};
  if (first === "{" || first === "[") return parseJsonBody(body);
  return nested([...new URLSearchParams(body.toString("utf8"))]);
}

// `items[0][_id]=1&items[0][num]=2`, as some libraries write a list into a form; `requests[]=…` grows one.
function nested(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  if (pairs.length > KEYS_MAX) throw new RefusedRequest(refuse("BAD_REQUEST", "There are too many parameters."));
  const top: Record<string, unknown> = {};
  for (const [key, value] of pairs) {
    const [name = "", ...path] = key.replaceAll("]", "").split("[");
    if (name === "" || [name, ...path].includes("__proto__")) continue;
    place(top, [name, ...path], value);
  }
  return top;
}

function place(owner: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  const at = key === "" ? String(Object.keys(owner).length) : key;
  const next = rest[0];
  if (next === undefined) {
    owner[at] = value;
    return;
  }
  const isList = next === "" || /^\d{1,3}$/.test(next);
  const known = owner[at];
  const inner = typeof known === "object" && known !== null ? known : isList ? [] : {};
  owner[at] = inner;
  place(inner as Record<string, unknown>, rest, value);
}
