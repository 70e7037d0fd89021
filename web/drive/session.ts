// Who is signed in on this phone, kept across restarts of the browser: a driver types his pin once a month, not once a tunnel.

export type Session = { readonly token: string; readonly mobile: string };

const KEPT = "giao.drive.session";

export function keptSession(): Session | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return isSession(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isSession(kept: unknown): kept is Session {
  return typeof kept === "object" && kept !== null && "token" in kept && "mobile" in kept;
}

// Undefined forgets. Where storage is shut, the session lasts as long as the page.
export function keepSession(session: Session | undefined): void {
  try {
    if (session) localStorage.setItem(KEPT, JSON.stringify(session));
    else localStorage.removeItem(KEPT);
  } catch {
    document.documentElement.dataset.storage = "shut";
  }
}
