// The server's time on this phone: what happens in a tunnel is told with it afterwards, whatever the phone's own clock shows.
import { keep, readKept } from "./kept.ts";

const KEPT = "giao.drive.clock-behind";

// How many seconds the phone's clock is behind the server's; kept, because a browser may start in a tunnel.
let behind: number | undefined;

export function noteServerTime(seconds: number): void {
  behind = seconds - Date.now() / 1000;
  keep(KEPT, behind);
}

export function serverSeconds(phoneMs: number): number {
  const kept = behind ?? readKept(KEPT);
  return phoneMs / 1000 + (typeof kept === "number" ? kept : 0);
}
