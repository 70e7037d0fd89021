import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseJsonBody } from "./json-body.ts";

const parse = (text: string) => parseJsonBody(Buffer.from(text));

test("-0 is read as 0, however it is written and wherever it stands", () => {
  for (const zero of ["-0", "-0.0", "-0e5", "-0E-3", "-1e-400"]) {
    for (const [text, at] of [
      [zero, (body: unknown) => body],
      [`{"cod": ${zero}}`, (body: unknown) => (body as { cod: number }).cod],
      [`[1, ${zero}]`, (body: unknown) => (body as number[])[1]],
      [`{"path": [{}, {"cod": ${zero}}]}`, (body: unknown) => (body as { path: { cod: number }[] }).path[1]?.cod],
    ] as const) {
      assert.ok(Object.is(at(parse(text)), 0), text);
    }
  }
});

test("nothing else is touched but a null, which is absent; in a list it keeps its place", () => {
  assert.deepEqual(parse('{"a": null, "b": [null, 1], "c": {"d": null}}'), { b: [null, 1], c: {} });
  const json = fc.jsonValue({ noUnicodeString: false });
  const isPlain = (text: string) => !/null|-0|__proto__|\\u/.test(text);
  fc.assert(
    fc.property(json.map((value) => JSON.stringify(value)).filter(isPlain), (text) => {
      assert.equal(JSON.stringify(parse(text)), text);
    }),
  );
});
