// What is sealed for one place opens there and nowhere else.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { keyIdOf, openVault, type Place, Unopenable } from "../../src/ports/vault.ts";

const place = { partnerId: "shop", field: "callback_endpoints.secret" } as const;
const vault = openVault(["key of the house", "the former key"]);
const [key = "", former = ""] = vault.keyIds;

test("whatever is sealed opens again, is never sealed the same way twice, and shows nothing of itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
      const sealed = vault.seal(key, place, text);
      assert.equal(vault.open(place, sealed), text);
      assert.notEqual(vault.seal(key, place, text), sealed);
      assert.match(sealed, /^sealed:[0-9a-f]{16}:[\w-]{38,}$/);
    }),
  );
});

test("a sealed text names its key; each key at hand opens its own, and the first is the one to seal with", () => {
  assert.deepEqual(vault.keyIds, [keyIdOf("key of the house"), keyIdOf("the former key")]);
  const sealed = vault.seal(former, place, "whsec_old");
  assert.ok(sealed.startsWith(`sealed:${former}:`));
  assert.equal(vault.open(place, sealed), "whsec_old");
  assert.throws(() => openVault(["key of the house"]).open(place, sealed), Unopenable);
  assert.throws(() => openVault(["key of the house"]).seal(former, place, "x"), /not at hand/);
});

test("a key's name tells nothing of the key that seals", () => {
  for (const id of vault.keyIds) assert.ok(!id.includes("key"));
  assert.notEqual(keyIdOf("a"), keyIdOf("b"));
});

test("what was never sealed is read as it is", () => {
  assert.equal(vault.open(place, "whsec_plain"), "whsec_plain");
});

const elsewhere: readonly Place[] = [
  { ...place, partnerId: "shop2" },
  { ...place, partnerId: "" },
  { ...place, field: "callback_endpoints.previous_secret" },
  { ...place, field: "partners.callback_secret" },
  { publicKey: place.partnerId, field: "push_keys.private_key" },
  { operatorId: place.partnerId, field: "operators.totp_secret" },
];
for (const other of elsewhere) {
  test(`moved to ${other.field} of "${JSON.stringify(other)}" it stays shut`, () => {
    assert.throws(() => vault.open(other, vault.seal(key, place, "whsec_a")), Unopenable);
  });
}

test("changed or cut anywhere it stays shut, and says nothing of what it holds", () => {
  const sealed = vault.seal(key, place, "whsec_a");
  for (let at = "sealed:".length; at < sealed.length; at++) {
    // The last character of base64 may carry bits that mean nothing.
    if (at === sealed.length - 1) continue;
    const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
    assert.throws(
      () => vault.open(place, changed),
      (error: unknown) => error instanceof Unopenable && !error.message.includes("whsec"),
    );
  }
  for (let length = "sealed:".length; length < sealed.length - 1; length++) {
    assert.throws(() => vault.open(place, sealed.slice(0, length)), Unopenable);
  }
});
