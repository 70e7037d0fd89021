// Where everything of one embedded PostgreSQL lies, and how its address is written.
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export type Layout = {
  readonly dataDir: string;
  readonly home: string;
  // PostgreSQL's own folder, complete from the moment it has this name.
  readonly cluster: string;
  readonly clusterInTheMaking: string;
  readonly password: string;
  readonly lock: string;
  readonly socket: string;
};

export type Owner = { readonly uid: number; readonly gid: number };

export const USER = "giao";
export const DATABASE = "giao";
// A socket file is named after a port, though nothing listens on one.
export const SOCKET_PORT = "5432";
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;
// A limit of the kernel's: sun_path is 108 bytes with its closing zero.
const SOCKET_PATH_BYTES_MAX = 107;

export function layoutOf(dataDir: string): Layout {
  const folder = resolve(dataDir);
  const home = join(folder, "postgres");
  return {
    dataDir: folder,
    home,
    cluster: join(home, "cluster"),
    clusterInTheMaking: join(home, "cluster.new"),
    password: join(home, "password"),
    lock: join(home, "lock"),
    socket: join(home, "socket"),
  };
}

// Beside the data when the path is short enough; otherwise a link stands there, to a folder that only this user can enter.
export function makeSocketFolder({ socket }: Layout, owner: Owner | undefined): string {
  if (fits(socket)) {
    makeFolder(socket, owner);
    return socket;
  }
  const temporary = join(tmpdir(), "giao-");
  const folder = mkdtempSync(fits(`${temporary}XXXXXX`) ? temporary : "/tmp/giao-");
  if (owner) chownSync(folder, owner.uid, owner.gid);
  symlinkSync(folder, socket);
  return folder;
}

// Only what the link leads to goes; a folder beside the data stays for the next start.
export function removeTemporarySocketFolder({ socket }: Layout): void {
  if (!lstatSync(socket, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const folder = readlinkSync(socket);
  if (existsSync(folder)) {
    for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) rmSync(join(folder, name), { force: true });
    rmdirSync(folder);
  }
  rmSync(socket);
}

export function makeFolder(folder: string, owner: Owner | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX;
}

// libpq, psql and pg all read a percent-encoded folder in the host's place.
export function urlOf(socketFolder: string, password: string, database = DATABASE): string {
  return `postgres://${USER}:${password}@${encodeURIComponent(socketFolder)}/${database}`;
}
