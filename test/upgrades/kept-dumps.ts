// The databases of earlier releases, as their programs left them, and how a test gets one.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { realClock } from "../../src/ports/clock.ts";
import { administer } from "../harness/server.ts";
import type { UpgradeRecord } from "./record.ts";

const FOLDER = import.meta.dirname;

// Oldest first.
export const RELEASES: readonly UpgradeRecord[] = globSync(`${FOLDER}/v*.sql.gz`)
  .map((path) => JSON.parse(unpacked(`${basename(path, ".sql.gz")}.json.gz`)) as UpgradeRecord)
  .sort((a, b) => a.schema - b.schema);

// Into an empty database, through one connection of ours. Receivers are found where `receiver` is now, and the sandbox's clock says
// that `secondsLater` have passed since the dump: what was valid then is valid now, however old the dump is.
export async function restore(
  url: string,
  release: UpgradeRecord,
  receiver: string,
  { secondsLater = 1 }: { readonly secondsLater?: number } = {},
): Promise<void> {
  const text = unpacked(`v${release.version}.sql.gz`).replaceAll(release.receiver, receiver);
  await administer(url, (client) => client.query(text));
  const offsetMs = Date.parse(release.madeAt) + secondsLater * 1000 - realClock.now().getTime();
  await administer(url, (client) =>
    client.query("update program_state set amount = $1 where name = 'clock_offset_ms'", [offsetMs]),
  );
}

function unpacked(name: string): string {
  return gunzipSync(readFileSync(`${FOLDER}/${name}`)).toString();
}
