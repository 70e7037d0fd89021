// What a stranger runs is read by those who will read it: systemd, haproxy and nginx by themselves, Kubernetes' by its own schemas, and each names
// settings and secrets that there are.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { parse, parseAllDocuments } from "yaml";
import { RECEIVER_TLS } from "../harness/certificates.ts";
import { HAPROXY_MISSING } from "../harness/haproxy.ts";
import { NGINX, NGINX_MISSING, nginxConfig } from "../harness/nginx.ts";

const DEPLOY = join(import.meta.dirname, "../../deploy");
const dir = mkdtempSync(join(tmpdir(), "giao-deploy-"));
after(() => rmSync(dir, { recursive: true }));
const textOf = (path: string): string => readFileSync(join(DEPLOY, path), "utf8");
const settings = readFileSync(join(DEPLOY, "../docs/settings.md"), "utf8");

function accepts(program: string, ...words: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

function areSettings(names: Iterable<string>): void {
  for (const name of names) {
    if (/^(NODE_ENV|NODE_OPTIONS|HOST|MALLOC_\w+)$/.test(name)) continue;
    const plain = name.replace(/_FILE$/, "");
    assert.ok(settings.includes(`\`${plain}\``) || settings.includes(`\`${plain},`), `${name} is no setting`);
  }
}

const systemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
test("systemd reads the units", { skip: systemd ? false : "systemd-analyze is not installed" }, () => {
  const { status, stderr } = spawnSync(
    "systemd-analyze",
    ["verify", "--man=no", ...globSync(join(DEPLOY, "systemd/*"))],
    { encoding: "utf8" },
  );
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /giao/);
  const unit = textOf("systemd/giao@.service");
  assert.match(unit, /^KillMode=mixed$/m);
  assert.match(unit, /^ExecStart=\/usr\/bin\/env node bin\/giao\.js serve$/m);
  areSettings([...unit.matchAll(/(\b[A-Z_]{3,})=(?=\S)/g)].map(([, name]) => name!));
});

test("haproxy reads its files, TLS included", { skip: HAPROXY_MISSING }, () => {
  const pem = join(dir, "giao.pem");
  writeFileSync(pem, `${RECEIVER_TLS.key}\n${RECEIVER_TLS.cert}\n`);
  const file = join(dir, "haproxy.cfg");
  writeFileSync(file, textOf("haproxy/haproxy.cfg").replace("/etc/haproxy/giao.pem", pem));
  accepts("haproxy", "-c", "-f", file);
  accepts("haproxy", "-c", "-f", join(DEPLOY, "haproxy/postgres.cfg"));
});

test("nginx reads its file", { skip: NGINX_MISSING }, () => {
  accepts(NGINX, "-t", "-e", "stderr", "-p", dir, "-c", nginxConfig(dir, { port: 0, upstreams: ["127.0.0.1:1"] }));
});

type Manifest = { readonly apiVersion: string; readonly kind: string; readonly spec: Json; readonly metadata: Json };
// Whatever a file says.
type Json = ReturnType<typeof JSON.parse>;

test("Kubernetes knows every field of the manifests", async () => {
  const manifests = parseAllDocuments(textOf("kubernetes/giao.yaml")).map((one) => one.toJS() as Manifest);
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  for (const manifest of manifests) {
    const models = (await import(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`)) as Json;
    new models[manifest.kind](manifest).validate();
    if (manifest.kind === "Namespace") continue;
    assert.equal(manifest.metadata.namespace, "giao", manifest.kind);
  }
  for (const wanted of ["Job giao-migrate", "Deployment giao-api", "Deployment giao-worker"])
    assert.ok(names.includes(wanted), wanted);
  const pods = manifests.filter(({ kind }) => ["Job", "Deployment"].includes(kind));
  for (const { spec, metadata } of pods) {
    const pod = spec.template.spec;
    const [container] = pod.containers;
    assert.equal(pod.securityContext.runAsNonRoot, true);
    assert.equal(container.securityContext.readOnlyRootFilesystem, true);
    areSettings(container.env.map(({ name }: Json) => name));
    const mounted = container.volumeMounts.map(({ name }: Json) => name).sort();
    assert.deepEqual(mounted, pod.volumes.map(({ name }: Json) => name).sort());
    if (metadata.name === "giao-migrate") continue;
    assert.deepEqual(spec.selector.matchLabels, spec.template.metadata.labels);
    assert.equal(container.readinessProbe.httpGet.path, "/readyz");
    assert.equal(container.livenessProbe.httpGet.path, "/healthz");
    assert.ok(names.includes(`PodDisruptionBudget ${metadata.name}`));
  }
  areSettings(
    Object.keys(manifests.find(({ kind }) => kind === "ConfigMap") as Json).filter((key) => /^[A-Z]/.test(key)),
  );
});

test("compose names services, secrets, files and settings that there are", () => {
  const compose = parse(textOf("compose.yaml"), { merge: true }) as Json;
  const services = Object.keys(compose.services);
  for (const wanted of ["giao-a", "giao-b", "worker-a", "worker-b", "postgres", "standby", "redis", "haproxy"])
    assert.ok(services.includes(wanted), wanted);
  const made = textOf("make-secrets");
  for (const [name, { file }] of Object.entries<Json>(compose.secrets)) {
    assert.equal(file, `./secrets/${name}`);
    assert.ok(new RegExp(`\\b${name}\\b`).test(made), `deploy/make-secrets does not make ${name}`);
  }
  for (const [name, service] of Object.entries<Json>(compose.services)) {
    for (const other of Object.keys(service.depends_on ?? {}))
      assert.ok(services.includes(Array.isArray(service.depends_on) ? service.depends_on[Number(other)] : other), name);
    for (const secret of service.secrets ?? []) assert.ok(compose.secrets[secret], `${name}: ${secret}`);
    for (const [source] of (service.volumes ?? []).map((volume: string) => volume.split(":"))) {
      if (!source.startsWith("./")) assert.ok(compose.volumes[source], `${name}: ${source}`);
      else if (!source.startsWith("./secrets/")) assert.ok(existsSync(join(DEPLOY, source)), `${name}: ${source}`);
    }
    if (service.image !== "giao") continue;
    areSettings(Object.keys(service.environment));
    assert.equal(service.read_only, true);
    assert.equal(service.stop_grace_period, "20s");
  }
  const scraped = parse(textOf("prometheus/prometheus.yml")) as Json;
  const targets = scraped.scrape_configs[0].static_configs[0].targets.map((target: string) => target.split(":")[0]);
  assert.deepEqual(
    targets,
    services.filter((name) => compose.services[name].image === "giao" && name !== "migrate"),
  );
  for (const [, server] of textOf("haproxy/haproxy.cfg").matchAll(/server \w+ ([\w-]+):3000/g))
    assert.ok(services.includes(server!), server);
});

test("scripts that are run can be", () => {
  for (const script of ["try-ha", "make-secrets"]) assert.ok(statSync(join(DEPLOY, script)).mode & 0o111, script);
  for (const script of ["try-ha", "make-secrets", "compose/allow-standby.sh", "compose/follow-primary.sh"])
    accepts("sh", "-n", join(DEPLOY, script));
});
