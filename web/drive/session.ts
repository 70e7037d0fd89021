// Who is signed in on this phone, kept across restarts of the browser: a driver types his pin once a month, not once a tunnel.
import { keep, readKept } from "./kept.ts";

export type Session = { readonly token: string; readonly mobile: string };

const KEPT = "giao.drive.session";

export function keptSession(): Session | undefined {
  const kept = readKept(KEPT);
  return isSession(kept) ? kept : undefined;
}

function isSession(kept: unknown): kept is Session {
  return typeof kept === "object" && kept !== null && "token" in kept && "mobile" in kept;
}

export function keepSession(session: Session | undefined): void {
  keep(KEPT, session);
}
