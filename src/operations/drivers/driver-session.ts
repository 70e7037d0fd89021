// A signed-in driver is known by the session's token, and signs out with it.
import type { DriverCaller } from "../../domain/drivers/driver.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import { hashSecret } from "../../ports/secrets.ts";
import type { Database } from "../../store/db.ts";
import { type DriverSession, removeSession } from "../../store/drivers/sessions.ts";

export async function signOutDriver({ db }: { readonly db: Database }, token: string): Promise<void> {
  await removeSession(db, hashSecret(token));
}

export type IdentifyDriverDeps = {
  readonly clock: Clock;
  readonly findDriverSession: (tokenHash: string) => Promise<DriverSession | undefined>;
};

export async function identifyDriver(
  deps: IdentifyDriverDeps,
  token: string | undefined,
): Promised<DriverCaller, "NOT_AUTHORIZED"> {
  if (token === undefined) return refuse("NOT_AUTHORIZED", "The header Authorization: Bearer <token> is missing.");
  const session = await deps.findDriverSession(hashSecret(token).toString("hex"));
  if (!session || session.expiresAt <= deps.clock.now()) {
    return refuse("NOT_AUTHORIZED", "The token is not a driver's, or its session has ended.");
  }
  if (session.status !== "ACTIVATED") return refuse("NOT_AUTHORIZED", "This driver is deactivated.");
  return session;
}
