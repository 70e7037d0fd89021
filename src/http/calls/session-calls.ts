// Signing in and out with a browser, as the portal and the console have it in common. Every call must come from a page of ours:
// signing in sets a cookie, which nobody else may do either. That nobody is signed in is an answer, not a refusal: it is the
// first thing a page asks.
import { type TObject, Type } from "typebox";
import { nullable } from "../../contract/fields.ts";
import type { WebSessionKind } from "../../domain/accounts/web-session.ts";
import { isRefusal, type Promised } from "../../domain/refusal.ts";
import { endWebSession, identifyWebSession, type OpenedSession } from "../../operations/web-sessions/web-session.ts";
import type { SessionOf } from "../../store/accounts/web-sessions.ts";
import type { RefusalCode } from "../base/statuses.ts";
import { cookieOf, giveCookie, takeCookie, type WebSessionDoor } from "../base/web-session.ts";
import { type AnyAsked, type Call, callsOf, type ListedRefusal } from "./call.ts";

export type SessionDoor = WebSessionDoor & {
  readonly mode: "sandbox" | "production";
};

export type SessionCalls<Kind extends WebSessionKind, Deps> = {
  readonly kind: Kind;
  readonly tag: string;
  readonly body: TObject;
  readonly refusals: readonly ListedRefusal[];
  readonly open: (request: AnyAsked, deps: Deps) => Promised<OpenedSession, RefusalCode>;
  readonly beforeEnd?: (request: AnyAsked, deps: Deps, session: SessionOf[Kind]) => Promise<void>;
  readonly record: TObject;
  readonly encode: (session: SessionOf[Kind]) => Readonly<Record<string, unknown>>;
};

export function sessionCalls<Kind extends WebSessionKind, Deps extends SessionDoor>(
  of: SessionCalls<Kind, Deps>,
): readonly Call<Deps>[] {
  const kind: WebSessionKind = of.kind;
  const path = `/${kind}/v1/session` as const;
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Session`;
  const call = callsOf<Deps>(of.tag);
  const answer = Type.Object({
    mode: Type.Union([Type.Literal("sandbox"), Type.Literal("production")]),
    session: nullable(of.record),
  });
  const show = async (deps: Deps, id: string | undefined) => {
    const session = id === undefined ? undefined : await identifyWebSession(deps, of.kind, id);
    return { mode: deps.mode, session: session ? of.encode(session) : null };
  };
  return [
    call.plain({
      id: `open${name}`,
      at: `POST ${path}`,
      summary: "Sign a browser in",
      body: of.body,
      answer,
      invalid: "left out",
      refusals: of.refusals,
      run: async (request, deps, { reply }) => {
        const opened = await of.open(request, deps);
        if (isRefusal(opened)) return opened;
        giveCookie(deps, reply, kind, opened);
        return show(deps, opened.id);
      },
    }),
    call.plain({
      id: `see${name}`,
      at: `GET ${path}`,
      summary: "Who is signed in",
      answer,
      run: (request, deps) => show(deps, cookieOf(request, kind)),
    }),
    call.plain({
      id: `end${name}`,
      at: `DELETE ${path}`,
      summary: "Sign the browser out",
      answer: Type.Object({}),
      run: async (request, deps, { reply }) => {
        const id = cookieOf(request, kind);
        const session = id === undefined ? undefined : await identifyWebSession(deps, of.kind, id);
        if (session) await of.beforeEnd?.(request, deps, session);
        if (id !== undefined) await endWebSession(deps, kind, id);
        takeCookie(deps, reply, kind);
        return {};
      },
    }),
  ];
}
