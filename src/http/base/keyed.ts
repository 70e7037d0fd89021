// Idempotency-Key at the door (D17): the bytes of the first answer are kept and sent again.
import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { canonicalJson } from "../../domain/canonical-json.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { answerOnce, type Keep } from "../../operations/answer-once.ts";
import type { Services } from "../../operations/services.ts";
import type { Database } from "../../store/db.ts";
import type { KeyedCall } from "../../store/orders/idempotency.ts";
import { areReplicasUpgraded } from "../../store/secrets/replicas.ts";
import { answer, askToRetry, errorBody, sendRefusal } from "./answer.ts";
import { callerOf } from "./callers.ts";
import { type RefusalCode, statusOf } from "./statuses.ts";

const KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const JSON_TYPE = "application/json; charset=utf-8";

export const KEY_HEADER = {
  type: "object",
  properties: {
    "idempotency-key": {
      type: "string",
      description:
        "Repeats with the same key and body get the first answer again for 24 hours. The order of the body's keys does not matter.",
    },
  },
} as const;

export type KeyedDeps = Pick<Services, "db" | "clock">;

export async function answerKeyed<Result, Code extends RefusalCode>(
  deps: KeyedDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  encode: (result: Result) => Record<string, unknown>,
  work: (keep?: Keep<Result | Refusal<Code>>) => Promised<Result, Code>,
  // Whose key it is: an account's by default.
  holder: (request: FastifyRequest) => string = (given) => callerOf(given).phone,
): Promise<FastifyReply> {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return answer(reply, await work(), encode);
  if (typeof key !== "string" || !KEY.test(key)) {
    return sendRefusal(reply, refuse("BAD_REQUEST", "Idempotency-Key must be 1 to 255 printable ASCII characters."));
  }
  const render = (result: Result | Refusal<Code>) =>
    isRefusal(result)
      ? { status: statusOf(result.refused), body: JSON.stringify(errorBody(result)) }
      : { status: 200, body: String(reply.serializeInput(encode(result), "200")) };
  const keep = { call: { phone: holder(request), key, ...(await fingerprintsOf(deps.db, request)) }, render };
  const once = await answerOnce(deps, keep, work);
  if (isRefusal(once)) return sendRefusal(reply, once);
  if ("replayed" in once) reply.header("idempotent-replayed", "true");
  const { status, body } = "replayed" in once ? once.replayed : render(once.fresh);
  askToRetry(reply, status);
  // Already serialised: Fastify must not judge it by the schema again.
  return reply.code(status).type(JSON_TYPE).serializer(String).send(body);
}

// A body whose keys come in another order is the same body. Programs from before schema 19 took the keys as they came: what they
// kept is found, and while one of them is at work it finds what is kept here.
async function fingerprintsOf(
  db: Database,
  request: FastifyRequest,
): Promise<Pick<KeyedCall, "fingerprint" | "sameFingerprints">> {
  const body = request.body ?? null;
  const fingerprintOf = (text: string) => hash("sha256", `${request.method} ${request.url}\n${text}`, "buffer");
  const [canonical, asItCame] = [fingerprintOf(canonicalJson(body)), fingerprintOf(JSON.stringify(body))];
  return {
    fingerprint: (await areReplicasUpgraded(db)) ? canonical : asItCame,
    sameFingerprints: [canonical, asItCame],
  };
}
