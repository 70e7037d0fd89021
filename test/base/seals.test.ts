// Seals that nobody else can make.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { openSeals } from "../../src/ports/seals.ts";

test("a seal opens what it sealed, and nothing that was changed, cut or sealed for another purpose or by others", () => {
  const seals = openSeals(["secret of the house"], "quote");
  const sealed = seals.seal("a~b~1");
  assert.equal(seals.open(sealed), "a~b~1");
  const others = [openSeals(["secret of the house"], "stop link"), openSeals(["another secret"], "quote")];
  for (const other of others) assert.equal(other.open(sealed), undefined);
  for (const broken of [sealed.replace("a~b", "a~c"), sealed.slice(0, -1), `${sealed}A`, "a~b~1.", "a~b~1", ".", ""]) {
    assert.equal(seals.open(broken), undefined, broken);
  }
});

test("a seal is the text and the first half of its HMAC, whatever the text", () => {
  const key = createHmac("sha256", "secret of the house").update("quote").digest();
  const seals = openSeals(["secret of the house"], "quote");
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const mac = createHmac("sha256", key).update(text).digest().subarray(0, 16).toString("base64url");
      assert.equal(seals.seal(text), `${text}.${mac}`);
    }),
  );
});

test("while a secret is replaced, what either sealed is opened, and the new one seals", () => {
  const [before, after] = [openSeals(["old"], "quote"), openSeals(["new", "old"], "quote")];
  assert.equal(after.open(before.seal("a~b")), "a~b");
  assert.equal(before.open(after.seal("a~b")), undefined);
});
