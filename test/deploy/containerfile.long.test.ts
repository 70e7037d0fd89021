// The image that deploy/Containerfile describes is built and started: as its user, on a root that is read only, by its own command, watched by its own
// health check. There is no registry here, so that this machine's Node and its shell stand for the image that it is made from.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { freePort } from "../harness/free-port.ts";
import { findPostgres, POSTGRES_MISSING, startCluster } from "../harness/postgres-pair.ts";
import { until } from "../harness/until.ts";

const ROOT = join(import.meta.dirname, "../..");
const canBuild = process.getuid?.() === 0 && spawnSync("buildah", ["--version"]).status === 0;
const skip = !canBuild
  ? "buildah is not installed, or this is not root (apt-get install buildah)"
  : findPostgres() === undefined && POSTGRES_MISSING;
const START_SECONDS_MAX = 300;

type Image = { readonly config: { readonly Cmd: string[]; readonly User: string; readonly Env: string[] } };

test("the image is built, small, and starts as it says", { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "giao-image-"));
  const storage = ["--root", join(folder, "store"), "--runroot", join(folder, "run")];
  after(() => {
    // Also what is mounted of it.
    spawnSync("buildah", [...storage, "rm", "--all"]);
    rmSync(folder, { recursive: true, force: true });
  });
  const buildah = (...words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync("buildah", [...storage, ...words], {
      cwd: ROOT,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
    assert.equal(status, 0, `buildah ${words[0]}: ${stdout}${stderr}`);
    return stdout.trim();
  };
  makeBase(join(folder, "base"));
  buildah("build", "--isolation", "chroot", "-t", "localhost/node:24-bookworm-slim", join(folder, "base"));
  const how = ["--isolation", "chroot", "--format", "docker", "--pull-never"];
  buildah("build", ...how, "-f", "deploy/Containerfile", "-t", "giao", ".");

  const container = buildah("from", "--pull-never", "giao");
  const root = buildah("mount", container);
  const { Docker } = JSON.parse(buildah("inspect", container)) as { Docker: Image };
  const { Cmd, User, Env } = Docker.config;
  assert.equal(User, "1000:1000");
  const [, , , health] = healthCheck();
  const size = execFileSync("du", ["-sm", join(root, "giao")], { encoding: "utf8" }).split("\t")[0];
  t.diagnostic(`/giao takes ${size} MB`);

  const cluster = await startCluster();
  after(async () => {
    await cluster.stop();
    rmSync(cluster.folder, { recursive: true, force: true });
  });
  const port = await freePort();
  const env = [...Env, `PORT=${port}`, "HOST=127.0.0.1", `DATABASE_URL=${cluster.url}`, "ROBOTS=off"];
  // What a container's runtime does: the image's files read only, /data and /tmp apart, a process of the image's user.
  const script = `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && mount -t tmpfs -o uid=1000,gid=1000 giao "$1/data" &&
    mount -t tmpfs giao "$1/tmp" && mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && shift &&
    exec chroot --userspec="$1" "$2" env -C /giao -i "\${@:3}"`;
  const inImage = (words: readonly string[]): [string, string[]] => [
    "unshare",
    ["--mount", "bash", "-c", script, "sh", root, User, root, ...env, ...words],
  ];
  const program = spawn(...inImage(Cmd), { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(program, "exit");
  after(async () => {
    if (program.exitCode === null) program.kill("SIGKILL");
    await ended;
  });
  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status;
  await until(
    "the image's program is ready",
    async () => {
      assert.equal(program.exitCode, null, output);
      return (await readiness()) === 200;
    },
    { secondsMax: START_SECONDS_MAX, everyMs: 200 },
  );
  assert.equal(spawnSync(...inImage(health)).status, 0, "the image's own health check");
  const page = await fetch(`http://127.0.0.1:${port}/portal`);
  assert.equal(page.status, 200, "the pages were built");
  assert.match(readFileSync(`/proc/${program.pid}/status`, "utf8"), /^Uid:\s+1000\s/m);
  program.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null], output);
  assert.notEqual(spawnSync(...inImage(health)).status, 0, "a program that is gone is not healthy");
});

// As the file says it: buildah keeps it in another place of the image with each version.
function healthCheck(): [string, string, string, string[]] {
  const text = readFileSync(join(ROOT, "deploy/Containerfile"), "utf8");
  const [all, interval, timeout, words] = /^HEALTHCHECK (\S+) (\S+) \S+ CMD (\[.*\])$/m.exec(text) ?? [];
  assert.ok(all && interval && timeout && words);
  return [all, interval, timeout, JSON.parse(words) as string[]];
}

// Node 24 with npm and a shell, from this machine, with the libraries they need.
function makeBase(folder: string): void {
  const npm = join(dirname(execFileSync("which", ["npm"], { encoding: "utf8" }).trim()), "../lib/node_modules/npm");
  const programs = ["sh", "env", "rm", "mkdir", "chown", "bash", "uname"].map((name) => `/usr/bin/${name}`);
  for (const dir of ["usr/bin", "usr/lib", "usr/local/lib/node_modules", "etc", "tmp", "proc", "dev", "root"])
    mkdirSync(join(folder, dir), { recursive: true });
  for (const dir of ["bin", "lib", "lib64"]) {
    mkdirSync(join(folder, "usr", dir), { recursive: true });
    symlinkSync(`usr/${dir}`, join(folder, dir));
  }
  const copy = (path: string, to = path): void => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    if (statSync(path).isDirectory()) cpSync(path, join(folder, to), { recursive: true, dereference: true });
    else copyFileSync(path, join(folder, to));
  };
  for (const program of programs) copy(program);
  copy(process.execPath, "/usr/bin/node");
  copy(npm, "/usr/local/lib/node_modules/npm");
  symlinkSync("../local/lib/node_modules/npm/bin/npm-cli.js", join(folder, "usr/bin/npm"));
  for (const library of new Set([...programs, process.execPath].flatMap(librariesOf))) copy(library);
  const packages = execFileSync("dpkg", ["-L", "libc6", "libgcc-s1", "libstdc++6"], { encoding: "utf8" });
  for (const [path] of packages.matchAll(/^\/.*-linux-gnu\/[^/]+\.so[.\d]*$/gm)) copy(path);
  // Whom this machine's npm trusts to be the registry, where that is another than usual.
  const extra = process.env.NODE_EXTRA_CA_CERTS;
  if (extra) copy(extra, "/etc/extra.pem");
  const trust = extra ? "ENV NODE_EXTRA_CA_CERTS=/etc/extra.pem\n" : "";
  writeFileSync(join(folder, "Containerfile"), `FROM scratch\nCOPY . /\n${trust}`);
  for (const file of ["passwd", "group", "nsswitch.conf", "ssl/certs"]) copy(`/etc/${file}`);
}

function librariesOf(program: string): readonly string[] {
  const told = execFileSync("ldd", [program], { encoding: "utf8" });
  return [...told.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path!);
}
