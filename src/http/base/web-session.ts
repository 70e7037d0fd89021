// A browser's cookie and the proof that a page of ours sent it. Cookies travel by themselves, so a request that leans on one must
// also carry a header that a foreign page cannot send without asking us first (a preflight, which never allows it: cross-origin.ts), and an
// Origin, where the browser names one, must be this server.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { WebSessionKind } from "../../domain/accounts/web-session.ts";
import { type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import {
  identifyWebSession,
  type OpenedSession,
  type WebSessionDeps,
} from "../../operations/web-sessions/web-session.ts";
import type { Trip } from "../../outbound/oidc-client.ts";
import type { SessionOf } from "../../store/accounts/web-sessions.ts";

export type WebSessionDoor = WebSessionDeps & {
  // Where browsers find this server; its cookies are Secure when it is https.
  readonly publicUrl: string;
};

const PAGE_HEADER = "x-giao-page";
// A page may say which it is: somebody signed in to both then acts as the one whose page they are on.
const PAGES = { portal: ["1", "portal"], console: ["1", "console"] } as const;
const COOKIES = { portal: "giao_portal", console: "giao_console" } as const;
const SESSION_ID = /^[0-9a-f]{64}$/;

export function cookieOf(request: FastifyRequest, kind: WebSessionKind): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  const prefix = `${COOKIES[kind]}=`;
  const found = header.split(";").find((pair) => pair.trimStart().startsWith(prefix));
  const id = found?.trim().slice(prefix.length);
  return id !== undefined && SESSION_ID.test(id) ? id : undefined;
}

// undefined: it comes from a page of ours.
export function refuseForeignPage(
  request: FastifyRequest,
  kind: WebSessionKind,
  publicUrl: string,
): Refusal<"NOT_AUTHORIZED"> | undefined {
  const page = request.headers[PAGE_HEADER];
  if (!PAGES[kind].some((name) => name === page)) {
    return refuse("NOT_AUTHORIZED", `A call that leans on a cookie needs the header ${PAGE_HEADER}: 1.`);
  }
  const { origin, host } = request.headers;
  if (origin === undefined || origin === new URL(publicUrl).origin) return undefined;
  // Also known by the name it was called by: the cookie was given under that name.
  if (URL.canParse(origin) && new URL(origin).host === host) return undefined;
  return refuse("NOT_AUTHORIZED", "This page is not one of this server's.");
}

// undefined: no cookie of this kind was sent.
export async function readWebSession<Kind extends WebSessionKind>(
  deps: WebSessionDoor,
  request: FastifyRequest,
  kind: Kind,
): Promised<SessionOf[Kind] | undefined, "NOT_AUTHORIZED"> {
  const id = cookieOf(request, kind);
  if (id === undefined) return undefined;
  const foreign = refuseForeignPage(request, kind, deps.publicUrl);
  if (foreign) return foreign;
  const session = await identifyWebSession(deps, kind, id);
  return session ?? refuse("NOT_AUTHORIZED", "The browser's session has ended.");
}

// What must be known again when somebody comes back from a provider: kept by their browser, for as long as a sign-in may take.
const TRIP_COOKIE = "giao_provider";
const TRIP_SECONDS = 600;
const TRIP = /(?:^|; *)giao_provider=([0-9a-f]{64})\.([0-9a-f]{64})\.([0-9a-f]{64})(?:;|$)/;

export function giveTrip(
  { publicUrl }: { readonly publicUrl: string },
  reply: FastifyReply,
  trip: Trip | undefined,
): void {
  const kept = trip ? [trip.state, trip.nonce, trip.verifier].join(".") : "";
  addCookie(publicUrl, reply, `${TRIP_COOKIE}=${kept}; Path=/console/v1; Max-Age=${trip ? TRIP_SECONDS : 0}`);
}

export function tripOf(request: FastifyRequest): Trip | undefined {
  const [, state, nonce, verifier] = TRIP.exec(request.headers.cookie ?? "") ?? [];
  return state && nonce && verifier ? { state, nonce, verifier } : undefined;
}

export function giveCookie(
  deps: WebSessionDoor,
  reply: FastifyReply,
  kind: WebSessionKind,
  opened: OpenedSession,
): void {
  const seconds = Math.ceil((opened.expiresAt.getTime() - deps.clock.now().getTime()) / 1000);
  setCookie(deps, reply, kind, opened.id, seconds);
}

export function takeCookie(deps: WebSessionDoor, reply: FastifyReply, kind: WebSessionKind): void {
  setCookie(deps, reply, kind, "", 0);
}

function setCookie(deps: WebSessionDoor, reply: FastifyReply, kind: WebSessionKind, id: string, seconds: number): void {
  addCookie(deps.publicUrl, reply, `${COOKIES[kind]}=${id}; Path=/; Max-Age=${seconds}`);
}

// Beside others that the same answer sets.
function addCookie(publicUrl: string, reply: FastifyReply, cookie: string): void {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  reply.header("set-cookie", `${cookie}; HttpOnly; SameSite=Strict${secure}`);
}
