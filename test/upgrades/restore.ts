// A release's database, as its program left it, in an empty one of today.
import { realClock } from "../../src/ports/clock.ts";
import { administer } from "../harness/server.ts";
import type { UpgradeRecord } from "./record.ts";
import { readDump } from "./releases.ts";

// Through one connection of ours. Receivers are found where `receiver` is now, and the sandbox's clock says that `secondsLater` have
// passed since the dump: what was valid then is valid now, however old the dump is.
export async function restore(
  url: string,
  release: UpgradeRecord,
  receiver: string,
  { secondsLater = 1 }: { readonly secondsLater?: number } = {},
): Promise<void> {
  const text = readDump(release).replaceAll(release.receiver, receiver);
  await administer(url, (client) => client.query(text));
  const offsetMs = Date.parse(release.madeAt) + secondsLater * 1000 - realClock.now().getTime();
  await administer(url, (client) =>
    client.query("update program_state set amount = $1 where name = 'clock_offset_ms'", [offsetMs]),
  );
}
