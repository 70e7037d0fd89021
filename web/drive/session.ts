// Who is signed in on this phone, kept across restarts of the browser: a driver types the pin once a month, not once a tunnel. And what
// the server knows the phone by, which outlives signing out: phones are shared, so one for each driver.
import { parsePhone } from "../../src/domain/phone.ts";
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

const DEVICES = "giao.drive.devices";
const DEVICES_MAX = 5;

function keptDevices(): readonly (readonly [mobile: string, device: string])[] {
  const kept = readKept(DEVICES);
  return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && one.length === 2) : [];
}

// However the number is spelled.
export function keptDevice(mobile: string): string | undefined {
  const phone = parsePhone(mobile);
  return keptDevices().find(([known]) => known === phone)?.[1];
}

export function keepDevice(mobile: string, device: string): void {
  const phone = parsePhone(mobile);
  const others = keptDevices().filter(([known]) => known !== phone);
  keep(DEVICES, [[phone, device], ...others].slice(0, DEVICES_MAX));
}
