import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalJson } from "./canonical-json.ts";

const canonical = (text: string): string => canonicalJson(JSON.parse(text));

const same: readonly (readonly [string, string, string])[] = [
  ["keys in another order", '{"a":1,"b":2}', '{"b":2,"a":1}'],
  ["keys in another order, deep inside", '{"a":[{"x":{"c":1,"d":2},"y":1}]}', '{"a":[{"y":1,"x":{"d":2,"c":1}}]}'],
  ["keys that look like numbers", '{"10":1,"9":2,"a":3}', '{"a":3,"9":2,"10":1}'],
  ["spaces and line breaks", '{ "a" : [ 1 , 2 ] }', '{"a":[1,2]}'],
  ["a number written otherwise", '{"a":[1.0,1e3,0.50,-0]}', '{"a":[1,1000,0.5,0]}'],
  ["a character written otherwise", '{"a":"\\u1ebf/"}', '{"a":"ế\\/"}'],
];
for (const [name, first, second] of same) {
  test(`${name}: the same`, () => assert.equal(canonical(first), canonical(second)));
}

const different: readonly (readonly [string, string, string])[] = [
  ["another order of an array", "[1,2]", "[2,1]"],
  ["a text and a number", '{"a":"1"}', '{"a":1}'],
  ["null in an array and nothing", "[null]", "[]"],
  ["an empty object and an empty array", "{}", "[]"],
  ["a text that looks like more keys", '{"a":"1,\\"b\\":2"}', '{"a":"1","b":2}'],
  ["another nesting", '{"a":{"b":1}}', '{"a":{},"b":1}'],
  ["letters in another case", '{"A":1}', '{"a":1}'],
  ["two numbers that are too large", "[1e400]", "[-1e400]"],
];
for (const [name, first, second] of different) {
  test(`${name}: not the same`, () => assert.notEqual(canonical(first), canonical(second)));
}

test("whatever the order of its keys, JSON has one canonical text, and it is that JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer(), (json, seed) => {
      assert.equal(canonicalJson(shuffled(json, seed)), canonicalJson(json));
      assert.equal(canonicalJson(JSON.parse(canonicalJson(json))), canonicalJson(json));
    }),
  );
});

function shuffled(json: unknown, seed: number): unknown {
  if (Array.isArray(json)) return json.map((item) => shuffled(item, seed));
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).map(([key, field]) => [key, shuffled(field, seed)] as const);
  const turn = Math.abs(seed) % Math.max(1, entries.length);
  return Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)].reverse());
}
