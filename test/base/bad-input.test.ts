import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { DEMO } from "../../src/operations/seed.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const register = (raw: string | Uint8Array<ArrayBuffer>, headers = {}) =>
  giao.call("POST", "/v3/accounts", { raw, headers });
const good = { api_key: DEMO.apiKey, mobile: "84966000001", name: "n", address: "a" };

describe("what is no request", () => {
  const bodies: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[] = [
    ["malformed JSON", '{"api_key": '],
    ["two documents", "{}{}"],
    ["a NaN", '{"name": NaN}'],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ["a __proto__ key", '{"__proto__": {"admin": true}}'],
    ["a __proto__ key further in", '{"name": {"a": [{"__proto__": 1}]}}'],
    ["nesting deeper than any request of ours", `${"[".repeat(50)}${"]".repeat(50)}`],
    ["a hundred thousand brackets", "[".repeat(100_000)],
  ];
  for (const [name, raw] of bodies) {
    test(`${name} is 400 BAD_REQUEST`, async () => assertRefused(await register(raw), 400, "BAD_REQUEST"));
  }

  test("a body over 256 KiB is 413 in the shape of BAD_REQUEST", async () => {
    assertRefused(await register(JSON.stringify({ ...good, name: "a".repeat(300_000) })), 413, "BAD_REQUEST");
  });

  test("a body of 250 KiB is read", async () => {
    assertRefused(await register(JSON.stringify({ ...good, name: "a".repeat(250_000) })), 400, "INVALID_DATA");
  });

  for (const raw of ['"text"', "5", "true", "null", "[]"]) {
    test(`${raw} for an object is that call's 400`, async () =>
      assertRefused(await register(raw), 400, "INVALID_DATA"));
  }

  test("an unknown path is 404 NOT_FOUND, with any method", async () => {
    assertRefused(await giao.call("GET", "/v3/nothing"), 404, "NOT_FOUND");
    assertRefused(await giao.call("POST", "/v3/nothing", { raw: "{" }), 404, "NOT_FOUND");
    assertRefused(await giao.call("PATCH", "/v3/accounts/token"), 404, "NOT_FOUND");
  });

  test("a path with a broken escape is refused in the one shape", async () => {
    assertRefused(await giao.call("GET", "/v3/services/%zz"), 400, "BAD_REQUEST");
  });

  test("a zero character that a list or a look-up is asked for, or a reference holds, is 400 BAD_REQUEST", async () => {
    const token = await giao.signIn();
    for (const path of ["/v3/orders?service_id=%00", "/v3/orders/callback-logs?tracking_number=%00"]) {
      assertRefused(await giao.call("GET", path, { token }), 400, "BAD_REQUEST");
    }
    const operator = (method: string, path: string, body?: object) =>
      giao.call(method, `/operator/v1${path}`, { operator: true, ...(body ? { body } : {}) });
    for (const path of [
      "/orders?q=%00",
      "/drivers?q=%00",
      "/accounts?q=%00",
      "/audit?target=%00",
      "/partners?after=%00",
    ]) {
      assertRefused(await operator("GET", path), 400, "BAD_REQUEST");
    }
    const topUp = { amount: 1, wallet: "main", reference: "a\0b" };
    assertRefused(await operator("POST", "/accounts/84900000001/top-ups", topUp), 400, "BAD_REQUEST");
  });

  test("bytes that are no HTTP get a 400 and the connection closes", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(giao.url).port), "127.0.0.1", () => socket.end("rubbish\r\n\r\n"));
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("close", () => resolve(text));
      socket.on("error", reject);
    });
    assert.match(answer, /^HTTP\/1\.1 400/);
  });

  test("a refusal never echoes HTML as HTML", async () => {
    const answer = await giao.call("GET", "/v3/services/<img src=x onerror=alert(1)>", { token: await giao.signIn() });
    assertRefused(answer, 404, "SERVICE_NOT_FOUND");
    assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
  });
});

describe("leniency (D2)", () => {
  test("a body needs no Content-Type, and a wrong one does no harm", async () => {
    for (const type of ["", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8"]) {
      const answer = await giao.call("POST", "/v3/accounts/token", {
        raw: new TextEncoder().encode(JSON.stringify({ api_key: DEMO.apiKey, mobile: DEMO.phone })),
        headers: type === "" ? {} : { "content-type": type },
      });
      assertOk(answer);
    }
  });

  test("doubled slashes and a trailing one are read as one", async () => {
    const token = await giao.signIn();
    assertOk(await giao.call("GET", "//v3//cities/?country_id=VN", { token }));
  });

  test("unknown keys are ignored and null counts as absent", async () => {
    const body = { ...good, mobile: "84966000002", extra: { deep: [1] }, email: null };
    assertOk(await giao.call("POST", "/v3/accounts", { body }));
  });

  test("a DELETE may carry a JSON body, or say JSON and carry none", async () => {
    const token = await giao.signIn();
    const path = "/v3/accounts/childs/84966999999";
    assertRefused(await giao.call("DELETE", path, { token, body: { comment: "x" } }), 404, "NOT_FOUND");
    assertRefused(
      await giao.call("DELETE", path, { token, headers: { "content-type": "application/json" } }),
      404,
      "NOT_FOUND",
    );
  });
});

describe("request ids", () => {
  test("a good one is kept, a bad one replaced", async () => {
    const kept = await giao.call("GET", "/healthz", { headers: { "x-request-id": "my-id.1" } });
    assert.equal(kept.headers.get("x-request-id"), "my-id.1");
    const replaced = await giao.call("GET", "/healthz", { headers: { "x-request-id": "<script>" } });
    assert.match(replaced.headers.get("x-request-id") ?? "", /^[0-9a-f]{16}$/);
  });
});
