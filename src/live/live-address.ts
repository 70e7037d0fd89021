// LIVE_URL read: one server, sentinels that know the first of several, or some nodes of a cluster.
//   redis://[user:password@]host[:port][/database]                    rediss:// over TLS
//   redis+sentinel://[user:password@]host:port,host:port/name[/database]
//   redis+cluster://[user:password@]host:port,host:port
export type LiveAddress = {
  readonly kind: "single" | "sentinel" | "cluster";
  readonly isTls: boolean;
  // Who signed its certificate, where that is none of those that everybody trusts.
  readonly ca?: string;
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly master: string;
  readonly database: number;
};

const SHAPE = /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^/@]+)((?:\/[^/]*){0,2})$/;
const PORT = 6379;
const SENTINEL_PORT = 26379;

export function readLiveAddress(text: string): LiveAddress | undefined {
  const [, tls, several, credentials, listed = "", path = ""] = SHAPE.exec(text) ?? [];
  const kind = (several ?? "single") as LiveAddress["kind"];
  const hosts = listed.split(",").map((one) => readHost(one, kind === "sentinel" ? SENTINEL_PORT : PORT));
  const names = path.split("/").filter((part) => part !== "");
  const master = kind === "sentinel" ? (names.shift() ?? "") : "";
  const database = Number(names.shift() ?? 0);
  const isFit =
    listed !== "" &&
    names.length === 0 &&
    hosts.every((host) => host !== undefined) &&
    (kind !== "single" || hosts.length === 1) &&
    (kind !== "sentinel" || master !== "") &&
    Number.isInteger(database) &&
    database >= 0 &&
    (kind !== "cluster" || database === 0);
  const [username, ...rest] = (credentials ?? "").split(":").map(decoded);
  if (!isFit || username === undefined || rest.includes(undefined)) return undefined;
  return {
    kind,
    isTls: tls === "s",
    hosts: hosts as LiveAddress["hosts"],
    username: username || undefined,
    password: rest.length > 0 ? rest.join(":") : undefined,
    master,
    database,
  };
}

// Undefined where a % does not stand for a character.
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readHost(text: string, usualPort: number): LiveAddress["hosts"][number] | undefined {
  const [, v6, name, port] = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = v6 ?? name;
  const number = Number(port ?? usualPort);
  return host !== undefined && number > 0 && number < 65_536 ? { host, port: number } : undefined;
}

// Without credentials, for people.
export function nameOfAddress({ hosts }: LiveAddress): string {
  return hosts.map(({ host, port }) => `${host}:${port}`).join(",");
}
