// A browser signs in and out, and is known again by its cookie: a partner's account with the partner's key, or a person of the
// operator's with the operator's. The session stands beside the account's token and leaves it alone (D7 counts token pairs only).
import { secondsAfter } from "../../domain/accounts/token-life.ts";
import {
  isSeenAgain,
  isSessionOver,
  parseOperatorName,
  WEB_SESSION_LIMITS,
  type WebSessionKind,
} from "../../domain/accounts/web-session.ts";
import { type Operator, ownerByKey } from "../../domain/operators/operator.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { hashSecret, isOneOf } from "../../ports/secrets.ts";
import { lockApiKey } from "../../store/accounts/partners.ts";
import {
  insertWebSession,
  markSeen,
  removeWebSession,
  type SessionOf,
  type WebSession,
} from "../../store/accounts/web-sessions.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { findSigningAccount, refuseKey, type TokenRefusal, type TokenRequest } from "../accounts/issue-token.ts";
import type { Services } from "../services.ts";

export type WebSessionDeps = Pick<Services, "db" | "clock" | "random"> & {
  readonly operatorKeys: readonly [string, ...string[]];
  readonly findWebSession: (idHash: string) => Promise<WebSession | undefined>;
};

// `id` is what the cookie holds: shown once, kept hashed.
export type OpenedSession = { readonly id: string; readonly expiresAt: Date };

// The refusals and their order are the token call's (D21).
export async function openPortalSession(
  deps: WebSessionDeps,
  request: TokenRequest,
): Promised<OpenedSession, TokenRefusal> {
  const signing = await findSigningAccount(deps, request);
  if (isRefusal(signing)) return signing;
  const { account, keyHash } = signing;
  return inTransaction(deps.db, async (tx) => {
    // Held, so that whoever ends the key from now on also ends this session.
    const key = await lockApiKey(tx, keyHash);
    const now = deps.clock.now();
    if (!key || (key.endsAt !== null && key.endsAt <= now)) return refuseKey();
    return openIn(tx, deps, now, {
      kind: "portal",
      phone: account.phone,
      operatorName: null,
      endsBy: key.endsAt,
      keyHash,
    });
  });
}

export function openMemberSession(
  deps: WebSessionDeps,
  { id, phone }: { readonly id: string; readonly phone: string },
  from: Browser,
): Promise<OpenedSession> {
  return open(deps, { kind: "portal", phone, operatorName: null, endsBy: null, memberId: id, ...from });
}

export type NamedByKey = { readonly operatorName: string };

// Who of the operator's people wants in, or why nobody may.
export function judgeOperator(
  deps: Pick<WebSessionDeps, "operatorKeys">,
  given: { readonly operatorKey: string | undefined; readonly name: string | undefined },
): NamedByKey | Refusal<"NOT_AUTHORIZED" | "MISSING_REQUIRED_INFO"> {
  if (!isOneOf(given.operatorKey ?? "", deps.operatorKeys)) {
    return refuse("NOT_AUTHORIZED", "operator_key is missing or wrong.");
  }
  const operatorName = parseOperatorName(given.name);
  if (operatorName === undefined) return refuse("MISSING_REQUIRED_INFO", "name must have 1 to 80 characters.", "name");
  // Typed into the wrong box it would be shown beside everything that is done from then on.
  if (deps.operatorKeys.some((key) => operatorName.includes(key)))
    return refuse("MISSING_REQUIRED_INFO", "name must not be the key.", "name");
  return { operatorName };
}

export function openConsoleSession(deps: WebSessionDeps, { operatorName }: NamedByKey): Promise<OpenedSession> {
  return open(deps, { kind: "console", phone: null, operatorName, endsBy: null });
}

// Where somebody signs in from, as they will know it again.
export type Browser = { readonly address: string; readonly browser: string };

// Whoever signs in here has just proved who they are; where else they did, it may be long ago.
export function openPersonSession(
  deps: WebSessionDeps,
  { id, name }: { readonly id: string; readonly name: string },
  from: Browser,
  provedAt: Date | null = deps.clock.now(),
): Promise<OpenedSession> {
  const operator = { operatorId: id, operatorName: name, ...(provedAt ? { provedAt } : {}), ...from };
  return open(deps, { kind: "console", phone: null, endsBy: null, ...operator });
}

export function operatorOfSession(session: SessionOf["console"]): Operator {
  if (session.operatorId === null) return ownerByKey(session.operatorName);
  const { operatorId, operatorName, role, cities, provedAt } = session;
  return { by: "person", id: operatorId, name: operatorName, role, cities, provedAt };
}

// undefined: nobody is signed in by this cookie, or not any more.
export async function identifyWebSession<Kind extends WebSessionKind>(
  deps: WebSessionDeps,
  kind: Kind,
  id: string,
): Promise<SessionOf[Kind] | undefined> {
  const found = await findByHash(deps, kind, id);
  if (!found) return undefined;
  const { session, idHash } = found;
  const now = deps.clock.now();
  if (isSessionOver(session, now)) return undefined;
  if (session.kind === "portal" && (session.status !== "ACTIVATED" || session.isMemberDisabled)) return undefined;
  if (session.kind === "console" && session.operatorId !== null && session.isDisabled) return undefined;
  if (!isOfKind(session, kind)) return undefined;
  if (isSeenAgain(session, now)) await markSeen(deps.db, idHash, now);
  return session;
}

export async function endWebSession(deps: WebSessionDeps, kind: WebSessionKind, id: string): Promise<void> {
  for (const { idHash } of hashesOf(deps, kind, id)) await removeWebSession(deps.db, idHash);
}

async function findByHash(deps: WebSessionDeps, kind: WebSessionKind, id: string) {
  // Side by side: they share one statement.
  const found = await Promise.all(
    hashesOf(deps, kind, id).map(async ({ idHash, isPersons }) => {
      const session = await deps.findWebSession(idHash.toString("hex"));
      return session && isPersons === (session.kind === "console" && session.operatorId !== null)
        ? { session, idHash }
        : undefined;
    }),
  );
  return found.find((one) => one !== undefined);
}

type Opening = {
  readonly kind: WebSessionKind;
  readonly phone: string | null;
  readonly operatorName: string | null;
  readonly endsBy: Date | null;
  readonly operatorId?: string;
  readonly memberId?: string;
  readonly keyHash?: Buffer;
  readonly provedAt?: Date;
} & Partial<Browser>;

function open(deps: WebSessionDeps, who: Opening): Promise<OpenedSession> {
  return inTransaction(deps.db, (tx) => openIn(tx, deps, deps.clock.now(), who));
}

async function openIn(
  tx: Sql,
  deps: WebSessionDeps,
  seenAt: Date,
  { endsBy, ...who }: Opening,
): Promise<OpenedSession> {
  const id = deps.random.hex(32);
  const limits = WEB_SESSION_LIMITS[who.kind];
  const lifeEndsAt = secondsAfter(seenAt, limits.lifeSeconds);
  // A key that was rotated away opens no session that outlives it.
  const expiresAt = endsBy !== null && endsBy < lifeEndsAt ? endsBy : lifeEndsAt;
  const isPersons = who.operatorId !== undefined;
  const { idHash } = hashesOf(deps, who.kind, id).find((one) => one.isPersons === isPersons)!;
  const session = { ...who, idHash, seenAt, expiresAt };
  await insertWebSession(tx, session, limits.sessionsMax);
  return { id, expiresAt };
}

// A console's cookie is good as long as the key it was opened with is; a person's does not depend on it.
function hashesOf(deps: WebSessionDeps, kind: WebSessionKind, id: string) {
  const byKey = deps.operatorKeys.map((key) => ({ idHash: hashSecret(`${id} ${key}`), isPersons: false }));
  const alone = hashSecret(id);
  return kind === "portal" ? [{ idHash: alone, isPersons: false }] : [...byKey, { idHash: alone, isPersons: true }];
}

function isOfKind<Kind extends WebSessionKind>(session: WebSession, kind: Kind): session is SessionOf[Kind] {
  return session.kind === kind;
}
