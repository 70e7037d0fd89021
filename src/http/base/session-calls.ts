// Signing in and out with a browser, as the portal and the console have it in common. Every call must come from a page of ours:
// signing in sets a cookie, which nobody else may do either. That nobody is signed in is an answer, not a refusal: it is the
// first thing a page asks.

import type { FastifyRequest } from "fastify";
import { type TObject, Type } from "typebox";
import type { WebSessionKind } from "../../domain/accounts/web-session.ts";
import { isRefusal, type Refusal } from "../../domain/refusal.ts";
import { endWebSession, identifyWebSession, type OpenedSession } from "../../operations/web-sessions/web-session.ts";
import type { SessionOf } from "../../store/accounts/web-sessions.ts";
import { nullable } from "../wire/nullable.ts";
import { responses, sendRefusal } from "./answer.ts";
import type { App } from "./app.ts";
import type { RefusalCode } from "./statuses.ts";
import { cookieOf, giveCookie, takeCookie, type WebSessionDoor } from "./web-session.ts";

export type SessionDoor = WebSessionDoor & {
  readonly mode: "sandbox" | "production";
};

export type SessionCalls<Kind extends WebSessionKind> = {
  readonly kind: Kind;
  readonly tag: string;
  readonly body: TObject;
  readonly open: (request: FastifyRequest) => Promise<OpenedSession | Refusal<RefusalCode>>;
  readonly beforeEnd?: (request: FastifyRequest, session: SessionOf[Kind]) => Promise<void>;
  readonly record: TObject;
  readonly encode: (session: SessionOf[Kind]) => Readonly<Record<string, unknown>>;
};

export function registerSessionCalls<Kind extends WebSessionKind>(
  app: App,
  deps: SessionDoor,
  calls: SessionCalls<Kind>,
): void {
  const { kind } = calls;
  const path = `/${kind}/v1/session`;
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Session`;
  const documented = { tags: [calls.tag] };
  const response = responses(
    Type.Object({
      mode: Type.Union([Type.Literal("sandbox"), Type.Literal("production")]),
      session: nullable(calls.record),
    }),
  );
  const show = async (id: string | undefined) => {
    const session = id === undefined ? undefined : await identifyWebSession(deps, kind, id);
    return { mode: deps.mode, session: session ? calls.encode(session) : null };
  };

  app.post(
    path,
    {
      attachValidation: true,
      schema: { ...documented, operationId: `open${name}`, summary: "Sign a browser in", body: calls.body, response },
    },
    async (request, reply) => {
      const opened = await calls.open(request);
      if (isRefusal(opened)) return sendRefusal(reply, opened);
      giveCookie(deps, reply, kind, opened);
      return reply.send(await show(opened.id));
    },
  );

  app.get(
    path,
    {
      schema: { ...documented, operationId: `see${name}`, summary: "Who is signed in", response },
    },
    async (request, reply) => reply.send(await show(cookieOf(request, kind))),
  );

  app.delete(
    path,
    {
      schema: {
        ...documented,
        operationId: `end${name}`,
        summary: "Sign the browser out",
        response: responses(Type.Object({})),
      },
    },
    async (request, reply) => {
      const id = cookieOf(request, kind);
      const session = id === undefined ? undefined : await identifyWebSession(deps, kind, id);
      if (session) await calls.beforeEnd?.(request, session);
      if (id !== undefined) await endWebSession(deps, kind, id);
      takeCookie(deps, reply, kind);
      return reply.send({});
    },
  );
}
