import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { FIRST_WORDS } from "../../src/domain/page-words.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const HTML = { accept: "text/html,application/xhtml+xml" };

async function open(path: string): Promise<Response> {
  return fetch(giao.url + path, { headers: HTML });
}

function policyOf(response: Response): Map<string, string> {
  const directives = (response.headers.get("content-security-policy") ?? "").split("; ");
  return new Map(directives.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]));
}

test("a page may load from this server alone and holds no script of its own", async () => {
  const response = await open("/");
  const html = await response.text();
  const policy = policyOf(response);
  assert.equal(policy.get("default-src"), "'none'");
  assert.equal(policy.get("script-src"), "'self'");
  assert.equal(policy.get("worker-src"), "'self'");
  assert.equal(policy.get("connect-src"), "'self'");
  assert.equal(policy.get("img-src"), "'self' data: blob:");
  assert.equal(policy.get("frame-ancestors"), "'none'");
  assert.doesNotMatch([...policy.values()].join(" "), /unsafe|\*|https?:/);
  assert.equal(response.headers.get("referrer-policy"), "no-referrer");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  for (const [, attributes = "", inside] of html.matchAll(/<script([^>]*)>([^<]*)</g)) {
    assert.match(attributes, /src="\/assets\//);
    assert.equal(inside, "");
  }
  assert.doesNotMatch(html, /https?:\/\//);
});

test("the pass for style elements is another one for every answer", async () => {
  const nonces = await Promise.all([open("/"), open("/")].map(async (page) => policyOf(await page).get("style-src")));
  assert.match(nonces[0] ?? "", /^'self' 'nonce-[0-9a-f]{32}'$/);
  assert.notEqual(nonces[0], nonces[1]);
});

test("a document is asked for every time, its files are kept for ever", async () => {
  const page = await open("/");
  assert.equal(page.headers.get("cache-control"), "no-cache");
  const [, script = ""] = /src="([^"]+)"/.exec(await page.text()) ?? [];
  const file = await fetch(giao.url + script, { headers: { "accept-encoding": "br" } });
  assert.equal(file.status, 200);
  assert.equal(file.headers.get("cache-control"), "public, max-age=31536000, immutable");
  assert.equal(file.headers.get("content-type"), "text/javascript; charset=utf-8");
  assert.equal(file.headers.get("vary"), "accept-encoding");
});

test("a file comes compressed to those who can read it, and says the same to those who cannot", async () => {
  const page = await (await open("/t/some-token")).text();
  const styles = Array.from(page.matchAll(/href="(\/assets\/[^"]+\.css)"/g), ([, path]) => path!);
  // Small ones come as they are: compressed they would save no packet.
  const sizes = await Promise.all(styles.map(async (path) => (await (await fetch(giao.url + path)).text()).length));
  const style = styles[sizes.indexOf(Math.max(...sizes))]!;
  const texts = await Promise.all(
    ["br", "gzip", "identity"].map(async (encoding) => {
      const response = await fetch(giao.url + style, { headers: { "accept-encoding": encoding } });
      assert.equal(response.headers.get("content-encoding") ?? "identity", encoding);
      return response.text();
    }),
  );
  assert.ok(texts[0]?.includes("--mantine"));
  assert.equal(texts[1], texts[0]);
  assert.equal(texts[2], texts[0]);
});

test("the page of a link that shows nothing holds nothing, whatever the link says", async () => {
  for (const token of ["abc_DEF-123", "a%22%3E%3Cscript%3E"]) {
    const html = await (await open(`/t/${token}`)).text();
    assert.match(html, /<div id="root"><\/div>/);
    assert.doesNotMatch(html, /giao-state|<script>|abc_DEF/);
  }
});

test("every page says what it is, in the reader's language, before any of its files has come", async () => {
  for (const [path, page] of [
    ["/", "welcome"],
    ["/portal/orders", "portal"],
    ["/console", "console"],
    ["/drive", "drive"],
    ["/t/no-such-link", "tracking"],
    ["/no/such/page", "missing"],
  ] as const) {
    for (const language of ["en", "vi"] as const) {
      const answer = await fetch(giao.url + path, { headers: { ...HTML, "accept-language": language } });
      const html = await answer.text();
      const { title, text } = FIRST_WORDS[page][language];
      assert.ok(html.includes(`<title>${title} · Giao</title>`), path);
      assert.ok(html.includes(`<meta name="description" content="${text}">`), path);
      assert.ok(html.includes(`<html lang="${language}">`), path);
      const said = html.indexOf(`<h1>${title}</h1><p>${text}</p>`);
      assert.ok(said > 0 && said < html.indexOf('rel="stylesheet"'), `${path} says nothing before its sheets`);
    }
  }
});

test("a person at a wrong address reads a page, a program reads the error", async () => {
  const person = await open("/no/such/page");
  assert.equal(person.status, 404);
  assert.match(person.headers.get("content-type") ?? "", /^text\/html/);
  const program = await giao.call("GET", "/no/such/page");
  assert.equal(program.status, 404);
  assert.equal(program.body.code, "NOT_FOUND");
  assert.equal((await giao.call("GET", "/assets/no-such-file.js")).body.code, "NOT_FOUND");
  assert.equal((await giao.call("GET", "/assets/../package.json")).status, 404);
  assert.equal((await giao.call("GET", "/assets/manifest.json")).status, 404);
});

test("a page's own rules come after those of its parts, and so have the last word", async () => {
  const sheets = [...(await (await open("/")).text()).matchAll(/rel="stylesheet" href="\/assets\/([^"]+)"/g)];
  assert.match(sheets.at(-1)?.[1] ?? "", /^welcome-/);
});

test("a page that was opened before an upgrade finds its files for a day, and is told that there is another build", async () => {
  const folder = await mkdtemp(join(tmpdir(), "giao-builds-"));
  after(() => rm(folder, { recursive: true, force: true }));
  const old = join(folder, "pages", "0123456789ab");
  await mkdir(old, { recursive: true });
  await writeFile(join(old, "orders-view-OLD.js"), "export const old = 1;");
  // The day counts from the first start of another build.
  const older = join(folder, "pages", "ba9876543210");
  await mkdir(older);
  await writeFile(join(older, "orders-view-OLDER.js"), "export const older = 1;");
  await writeFile(join(older, "replaced-at"), new Date(Date.now() - 86_400_000 - 60_000).toISOString());
  await writeFile(join(folder, "secret.js"), "not for anybody");
  const upgraded = await giao.replica({ env: { DATA_DIR: folder } });
  const file = await fetch(`${upgraded.url}/assets/orders-view-OLD.js`);
  assert.equal(file.status, 200);
  assert.equal(await file.text(), "export const old = 1;");
  assert.equal((await upgraded.call("GET", "/assets/orders-view-OLDER.js")).status, 404);
  assert.equal((await upgraded.call("GET", "/assets/..%2F..%2Fsecret.js")).status, 404);
  const [, build = ""] = /giao-build" content="([0-9a-f]{12})"/.exec(await (await open("/")).text()) ?? [];
  const told = await giao.call("GET", "/v3/cities?country_id=VN", { headers: { "x-giao-page": "1" } });
  assert.equal(told.headers.get("x-giao-build"), build);
  assert.equal((await giao.call("GET", "/v3/cities?country_id=VN")).headers.get("x-giao-build"), null);
  // This build has left its own copy for the next one.
  assert.ok((await readdir(join(folder, "pages", build))).some((name) => name.startsWith("portal-")));
  assert.deepEqual((await readdir(join(folder, "pages"))).sort(), ["0123456789ab", build].sort());
});
