// Reads JSON bodies as leniently as D2 says (no Content-Type needed, null means absent, -0 is 0) and as strictly as safety
// asks: valid UTF-8, bounded size and depth, whole characters, no __proto__ keys.
import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { refuse } from "../../domain/refusal.ts";
import { RefusedRequest } from "./refused-request.ts";

export const BODY_BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 40;

export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw badJson("The body is not valid UTF-8.");
  const text = body.toString("utf8");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw badJson("The body is not valid JSON.");
  }
  if (!isNode(parsed)) return withoutSign(parsed);
  tidy(parsed, 1);
  // Valid UTF-8 has whole characters, so that half of one can only come escaped.
  if (text.includes("\\u")) mendHalves(parsed);
  return parsed;
}

// A null counts as absent; inside an array it stays, because dropping it would shift the others.
function tidy(node: object, depth: number): void {
  if (depth > DEPTH_MAX) throw badJson(`The body is nested deeper than ${DEPTH_MAX} levels.`);
  if (Array.isArray(node)) {
    for (const [at, item] of node.entries()) {
      if (isNode(item)) tidy(item, depth + 1);
      else node[at] = withoutSign(item);
    }
    return;
  }
  const fields = node as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    if (key === "__proto__") throw badJson("The body has a key named __proto__.");
    const value = fields[key];
    if (value === null) delete fields[key];
    else if (isNode(value)) tidy(value, depth + 1);
    else fields[key] = withoutSign(value);
  }
}

// No amount is a negative nothing, and no rule inside has to think of one: 1 / -0, Object.is and a sign printed by somebody
// else's formatter tell it from 0.
function withoutSign(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

// An emoji that a length limit cut in two ends in half a character. The database's JSON cannot read it, and would then fail every
// list and link that such a text is in.
function mendHalves(node: object): void {
  const fields = node as Record<string, unknown>;
  for (const [key, value] of Object.entries(fields)) {
    if (!key.isWellFormed()) throw badJson("The body has a key with half a character in it.");
    if (typeof value === "string") fields[key] = value.toWellFormed();
    else if (isNode(value)) mendHalves(value);
  }
}

function isNode(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function badJson(why: string): RefusedRequest {
  return new RefusedRequest(refuse("BAD_REQUEST", why));
}
