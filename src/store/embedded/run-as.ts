// PostgreSQL refuses to run as root. Decides who runs it instead, so that giao itself may be started by anybody, from anywhere.
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { Binaries } from "./binaries.ts";
import type { Layout, Owner } from "./layout.ts";
import { OTHER_WAY, unusable } from "./refusals.ts";

export type RunAs = {
  // Words before the command.
  readonly wrapper: readonly string[];
  // Another user to become; absent when this one will do.
  readonly ids?: Owner;
};

// In a namespace where root has the number of an ordinary user, PostgreSQL is content, files stay root's, a folder that only
// root may enter stays reachable, and no account is needed. Number 1 has a name on every Linux, which initdb insists on.
const NAMESPACE = ["unshare", "--user", "--map-user=1", "--map-group=1", "--"];
// The server gets a fast shutdown from the kernel when the program that started it is gone, whatever ended it.
const END_WITH_PARENT = ["setpriv", "--pdeathsig", "INT", "--"];
const ACCOUNTS = ["postgres", "nobody"];
const ROOT = 0;

export function chooseRunAs(
  binaries: Binaries,
  { dataDir, cluster }: Layout,
): RunAs | Refusal<"NO_USER_TO_RUN_AS" | "DATA_DIR_UNUSABLE"> {
  const where = `both DATA_DIR ${dataDir} and this program's folder`;
  const me = process.getuid?.() ?? ROOT;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const direct = worksHere(END_WITH_PARENT) ? END_WITH_PARENT : [];
  const namespace = [...NAMESPACE, ...direct];

  if (me !== ROOT) {
    if (owner && owner.uid !== me) return notOwner(dataDir, owner.uid);
    if (owner || hasName()) return { wrapper: direct };
    if (worksHere(NAMESPACE)) return { wrapper: namespace };
    return refuse(
      "NO_USER_TO_RUN_AS",
      `User id ${me} has no name in /etc/passwd, which PostgreSQL's initdb asks for: add it there, start giao as a user with a name, ${OTHER_WAY}.`,
    );
  }
  // Data of an ordinary user, started with sudo for once: the files must stay that user's.
  if (owner && owner.uid !== ROOT) {
    const ids = { uid: owner.uid, gid: owner.gid };
    return canReach(ids, binaries, dataDir)
      ? { wrapper: direct, ids }
      : noUser(`user id ${owner.uid}, whose data it is, cannot enter ${where}`);
  }
  if (worksHere(NAMESPACE)) return { wrapper: namespace };
  if (owner) return noUser(`the data in ${dataDir} is root's`);
  for (const name of ACCOUNTS) {
    const ids = findAccount(name);
    if (ids && canReach(ids, binaries, dataDir)) return { wrapper: direct, ids };
  }
  return noUser(`neither ${ACCOUNTS.join(" nor ")} can enter ${where}`);
}

// What initdb and the server are spawned with.
export function spawnOptions({ home }: Layout, { ids }: RunAs) {
  return {
    ...ids,
    cwd: home,
    // Nothing of ours: PGPORT, PGOPTIONS and locale variables would change the server.
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"],
    // A Ctrl-C in the terminal is for the program, which drains before it stops the database.
    detached: true,
  };
}

function worksHere(wrapper: readonly string[]): boolean {
  const [command = "", ...words] = [...wrapper, "true"];
  return spawnSync(command, words, { stdio: "ignore" }).status === 0;
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    // Node throws when the number is not in /etc/passwd.
    return false;
  }
}

function findAccount(name: string): Owner | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

// Asks the kernel rather than reading modes: access lists and mount options count too.
function canReach(ids: Owner, binaries: Binaries, dataDir: string): boolean {
  const options = { ...ids, cwd: "/", stdio: "ignore" } as const;
  return (
    spawnSync(binaries.postgres, ["--version"], options).status === 0 &&
    spawnSync("test", ["-x", dataDir], options).status === 0
  );
}

function notOwner(dataDir: string, uid: number): Refusal<"DATA_DIR_UNUSABLE"> {
  const { why } = unusable(dataDir, `belongs to user id ${uid}, who alone can start its database`);
  return refuse("DATA_DIR_UNUSABLE", why);
}

function noUser(obstacle: string): Refusal<"NO_USER_TO_RUN_AS"> {
  return refuse(
    "NO_USER_TO_RUN_AS",
    `PostgreSQL does not run as root, the kernel refuses it a user namespace, and ${obstacle}: ` +
      `start giao as an ordinary user, move both folders where everybody may enter, ${OTHER_WAY}.`,
  );
}
