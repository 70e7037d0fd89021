import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { BODY_DICTIONARY } from "./body-dictionary.ts";
import { packBody, unpackBody } from "./packed-body.ts";

const bodies = fc.oneof(
  fc.json({ stringUnit: "binary" }),
  fc.string({ unit: "binary" }),
  // As events are: much of the dictionary, and something of their own.
  fc
    .tuple(fc.nat(BODY_DICTIONARY.length), fc.string({ unit: "grapheme", maxLength: 3_000 }))
    .map(([from, own]) => `{${BODY_DICTIONARY.slice(from)}${own}}`),
);

test("a packed body is the same to the byte when it is read", () => {
  fc.assert(fc.property(bodies, (body) => assert.equal(unpackBody(packBody(body)), body)));
});

test("a body of an event that was delivered after a gap ends otherwise", () => {
  const body = '{"event_id":"evt_26AAAAAA_3","remarks":"a, b, }"}';
  assert.equal(
    unpackBody(`${packBody(body)},"after_gap":true}`),
    '{"event_id":"evt_26AAAAAA_3","remarks":"a, b, }","after_gap":true}',
  );
});

test("what lies there as it is, is read as it is", () => {
  fc.assert(fc.property(fc.json(), (body) => assert.equal(unpackBody(body), body)));
});

test("the dictionary is the one that rows were packed with", () => {
  // Another one needs a number of its own, and this one stays: nothing else reads what was written with it.
  assert.equal(hash("sha256", BODY_DICTIONARY), "608d18117e01be4dc0cccc9bea7e60e03870123a4e5d05b03ae956e520b23967");
  assert.equal(unpackBody("~AUM0rxzBwMAQV7MKpTUMAA=="), '{"_id":"26AAAAAA01","status":"ASSIGNING","event_seq":1}');
});

test("a form that a later program writes is no body", () => {
  assert.throws(() => unpackBody(`~${Buffer.of(9, 3, 0).toString("base64")}`), /form 9/);
});
