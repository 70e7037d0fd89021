// Which pages of other servers may call us from a browser (D23): at the partner's doors and nowhere else, never with cookies. A preflight
// shows no credential, so that it is answered for an origin that any partner has named; the answer itself may be read only by pages of
// the partner that was called for. In the sandbox every page may.
//
// The header that our own pages send beside their cookie (web-session.ts) is not among those a foreign page may send.
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { App } from "../base/app-type.ts";
import { partnerIdOf } from "../base/callers.ts";
import { answerAt } from "../calls/register-calls.ts";

// The partners that have named an origin.
type FindOrigin = (origin: string) => Promise<readonly string[] | undefined>;
export type CrossOrigin = { readonly mayAnyPage: boolean; readonly findOrigin: FindOrigin };

const DOORS = ["/v3", "/v1", "/v2", "/routing"] as const;
const DOOR = new RegExp(`^(${DOORS.join("|")})(/|\\?|$)`);
const SENT = "authorization, api-key, content-type, idempotency-key, x-request-id";
const READ =
  "x-request-id, idempotent-replayed, retry-after, x-next, ratelimit-limit, ratelimit-remaining, ratelimit-reset";
// As long as browsers keep it at most.
const MAX_AGE_SECONDS = 7_200;

// Of a refusal before anything is known of the caller: it is nobody's, so that any page may read that it should come back.
export function headersForAnyPage({ headers, url = "" }: IncomingMessage): Readonly<Record<string, string>> {
  if (headers.origin === undefined || !DOOR.test(url)) return {};
  return { vary: "origin", "access-control-allow-origin": "*", "access-control-expose-headers": READ };
}

// Before the calls are registered, which it then holds for.
export function answerOtherOrigins(app: App, { mayAnyPage, findOrigin }: CrossOrigin): void {
  // undefined: the page may not read the answer.
  async function allowed(request: FastifyRequest, origin: string): Promise<string | undefined> {
    if (mayAnyPage) return "*";
    const partners = await findOrigin(origin);
    const caller = partnerIdOf(request);
    return partners && (caller === undefined || partners.includes(caller)) ? origin : undefined;
  }

  app.addHook("onSend", (request, reply, payload, done) => {
    const { origin } = request.headers;
    if (origin === undefined || !DOOR.test(request.url)) return done(null, payload);
    const send = (allow: string | undefined): void => {
      reply.header("vary", "origin");
      if (allow) reply.headers({ "access-control-allow-origin": allow, "access-control-expose-headers": READ });
      done(null, payload);
    };
    // What was asked for is done by now, and its answer leaves in any case.
    allowed(request, origin).then(send, (error: unknown) => {
      request.log.warn({ err: error }, "an answer left without saying which pages may read it");
      send(undefined);
    });
  });

  for (const door of DOORS) {
    answerAt(app, `OPTIONS ${door}/*`, async (request, reply) => {
      const { origin } = request.headers;
      if (origin !== undefined && (await allowed(request, origin)) !== undefined) {
        reply.headers({
          "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
          "access-control-allow-headers": SENT,
          "access-control-max-age": MAX_AGE_SECONDS,
        });
      }
      return reply.code(204).send();
    });
  }
}
