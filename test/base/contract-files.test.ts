// The contract for programs of other people: compressed, complete, and as good as sending it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { VIETNAMESE } from "../../src/http/documents/vietnamese.ts";
import { DEMO } from "../../src/operations/seed.ts";
import type { Json } from "../harness/giao.ts";
import { startOrderTests } from "../harness/orders.ts";

const giao = await startOrderTests();
const { body: contract } = await giao.call("GET", "/openapi.json");
const CALLS: readonly { readonly name: string; readonly operation: Json }[] = Object.entries<Json>(
  contract.paths,
).flatMap(([path, operations]) =>
  Object.entries<Json>(operations).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

// What travels, as it travels.
async function bytesOf(path: string, encoding: string, headers: Record<string, string> = {}) {
  const { request } = await import("node:http");
  return new Promise<{ readonly headers: Json; readonly bytes: Buffer }>((resolve, reject) => {
    const asked = request(giao.url + path, { headers: { "accept-encoding": encoding, ...headers } }, async (answer) =>
      resolve({ headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) }),
    );
    asked.on("error", reject).end();
  });
}

for (const path of [
  "/openapi.json",
  "/docs",
  "/docs/start.js",
  "/docs/reference.js",
  "/docs/postman.json",
  "/llms.txt",
]) {
  test(`${path} is sent small to whoever can unpack it, and is the same to everybody`, async () => {
    const plain = await bytesOf(path, "identity");
    assert.equal(plain.headers["content-encoding"], undefined);
    for (const [encoding, unpack] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const { headers, bytes } = await bytesOf(path, encoding);
      assert.equal(headers["content-encoding"], encoding);
      assert.match(headers.vary, /accept-encoding/);
      assert.ok(bytes.length < plain.bytes.length / 2, `${bytes.length} of ${plain.bytes.length}`);
      assert.ok(unpack(bytes).equals(plain.bytes));
    }
  });
}

test("the operator's compressed description is not everyone's", async () => {
  const key = { "x-operator-key": "sandbox-operator-key" };
  const read = async (headers: Record<string, string>) => {
    const { headers: told, bytes } = await bytesOf("/openapi.json", "br", headers);
    assert.equal(told["cache-control"], "no-store");
    return JSON.parse(brotliDecompressSync(bytes).toString("utf8")).paths;
  };
  for (const headers of [{}, key, {}, key]) {
    assert.equal(
      "/operator/v1/partners" in (await read(headers as Record<string, string>)),
      "x-operator-key" in headers,
    );
  }
});

type Item = { readonly name: string; readonly request: Json; readonly event?: Json };
const { body: collection } = await giao.call("GET", "/docs/postman.json");
const items: readonly Item[] = collection.item.flatMap((folder: Json) => folder.item);
const nameOf = ({ request }: Item) => `${request.method} /${request.url.path.join("/").replace(/:(\w+)/g, "{$1}")}`;

test("the collection is of Postman's format 2.1 and holds every documented call once, with its credential", () => {
  assert.match(collection.info.schema, /\/v2\.1\.0\/collection\.json$/);
  assert.deepEqual(items.map(nameOf).sort(), CALLS.map(({ name }) => name).sort());
  const variables = new Set(collection.variable.map(({ key }: Json) => key));
  for (const [, name] of JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)) assert.ok(variables.has(name), name);
  for (const item of items) {
    const { operation } = CALLS.find(({ name }) => name === nameOf(item))!;
    const { url, auth, body, header } = item.request;
    assert.ok(item.name.length > 0 && url.raw.startsWith("{{root}}/"), nameOf(item));
    const inPath = [...nameOf(item).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    assert.deepEqual(url.variable.map(({ key }: Json) => key).sort(), inPath.sort());
    assert.equal(
      auth.type === "noauth",
      !/token|partner|driver|route/.test(JSON.stringify(operation.security)),
      nameOf(item),
    );
    assert.equal(body === undefined, operation.requestBody === undefined, nameOf(item));
    if (body) assert.equal(typeof JSON.parse(body.raw), "object", nameOf(item));
    for (const one of operation.parameters ?? []) {
      const there = [...url.query, ...url.variable, ...header].some(({ key }: Json) => key === one.name);
      assert.ok(there, `${nameOf(item)} lacks ${one.name}`);
    }
  }
});

test("sent as it is, the collection signs in, prices and orders", async () => {
  const variables = new Map<string, string>(collection.variable.map(({ key, value }: Json) => [key, value]));
  variables.set("root", giao.url);
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? "");
  const send = async (operation: string) => {
    const item = items.find((one) => nameOf(one) === operation)!;
    const { method, url, auth, body, header } = item.request;
    const bearer = auth.type === "bearer" ? { authorization: `Bearer ${fill(auth.bearer[0].value)}` } : {};
    const kept = Object.fromEntries(
      header.filter(({ disabled }: Json) => !disabled).map(({ key, value }: Json) => [key, fill(value)]),
    );
    const answer = await fetch(fill(url.raw), { method, headers: { ...kept, ...bearer }, body: fill(body.raw) });
    const read: Json = await answer.json();
    assert.equal(answer.status, 200, JSON.stringify(read));
    // As Postman runs it.
    const pm = {
      response: { code: answer.status, json: () => read },
      collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
    };
    for (const { script } of item.event ?? []) new Function("pm", script.exec.join("\n"))(pm);
    return read;
  };
  await send("POST /v3/accounts/token");
  assert.ok(variables.get("token"));
  assert.ok((await send("POST /v3/orders/estimates"))[0].data.total_fee > 0);
  assert.equal((await send("POST /v3/orders")).order.user_id, DEMO.phone);
});

test("llms.txt is as llmstxt.org has it and names every documented call with a link", async () => {
  const { body, headers } = await giao.call("GET", "/llms.txt");
  assert.match(headers.get("content-type") ?? "", /^text\/plain/);
  assert.match(body, /^# .+\n\n> .+\n/);
  for (const line of body.split("\n## ").slice(1)) assert.match(line, /^[^\n]+\n\n/);
  const named = [...body.matchAll(/^- \[([A-Z]+ \/\S+)\]\((\S+)\): \S/gm)].map(([, name]) => name);
  assert.deepEqual(named.toSorted(), CALLS.map(({ name }) => name).sort());
  for (const [, link] of body.matchAll(/\]\(http:\/\/giao\.test(\/[^)#]*)/g)) {
    assert.equal((await giao.call("GET", link)).status, 200, link);
  }
});

test("what heads every call and every group is said in Vietnamese too", async () => {
  const { body } = await giao.call("GET", "/openapi.json?lang=vi");
  const english = [
    contract.info.title,
    contract.info.description,
    ...contract.tags.flatMap(({ name, description }: Json) => [name, description]),
    ...CALLS.map(({ operation }) => operation.summary),
  ];
  // A line in src/http/documents/vietnamese.ts for each.
  assert.deepEqual(
    english.filter((text) => VIETNAMESE[text] === undefined),
    [],
  );
  assert.equal(body.info.title, "API đối tác Giao");
  assert.equal(body.paths["/v3/orders"].post.summary, "Tạo đơn hàng");
  assert.equal(body.tags[0]["x-displayName"], "Tài khoản");
  assert.deepEqual(Object.keys(body.paths), Object.keys(contract.paths));
});
