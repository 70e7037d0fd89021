// A real nginx on deploy/nginx/giao.conf, with other addresses.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { RECEIVER_TLS } from "./certificates.ts";
import { freePort, isListening } from "./free-port.ts";
import { until } from "./until.ts";

export const NGINX = "/usr/sbin/nginx";
export const NGINX_MISSING =
  spawnSync(NGINX, ["-v"]).status === 0 ? false : "nginx is not installed (apt-get install nginx-light)";
const CONF = join(import.meta.dirname, "../../deploy/nginx/giao.conf");

type Addresses = { readonly port: number; readonly upstreams: readonly string[] };

// Writes what stands around the file on a Debian machine; answers with its path.
export function nginxConfig(dir: string, { port, upstreams }: Addresses): string {
  writeFileSync(join(dir, "giao.crt"), RECEIVER_TLS.cert);
  writeFileSync(join(dir, "giao.key"), RECEIVER_TLS.key);
  const servers = upstreams.map((address) => `    server ${address} max_fails=1 fail_timeout=1s;\n`).join("");
  const site = readFileSync(CONF, "utf8")
    .replace(/( {4}server [\d.:]+ .*\n)+/, servers)
    .replace(/server \{\n {4}listen 80;[\s\S]*?\n\}\n/, "")
    .replace("listen 443", `listen 127.0.0.1:${port === 0 ? 443 : port}`)
    .replaceAll("/etc/nginx/", `${dir}/`);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((one) => `${one}_temp_path ${dir}/${one};`);
  const file = join(dir, "nginx.conf");
  writeFileSync(
    file,
    `pid ${dir}/nginx.pid;\ndaemon off;\nevents {}\nhttp {\n${paths.join("\n")}\naccess_log off;\n${site}}\n`,
  );
  return file;
}

// Ended with the test file.
export async function startNginx(upstreams: readonly string[]): Promise<{ readonly port: number }> {
  const dir = mkdtempSync(join(tmpdir(), "giao-nginx-"));
  const port = await freePort();
  const words = ["-e", "stderr", "-p", dir, "-c", nginxConfig(dir, { port, upstreams })];
  const child = spawn(NGINX, words, { stdio: ["ignore", "inherit", "inherit"] });
  const ended = once(child, "exit");
  after(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(dir, { recursive: true });
  });
  await until("nginx listens", () => {
    if (child.exitCode !== null) throw new Error("nginx ended");
    return isListening(port);
  });
  return { port };
}
