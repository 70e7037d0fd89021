import assert from "node:assert/strict";
import { test } from "node:test";
import { secureRandom } from "./random.ts";

const ALPHABETS = ["01", "0123456789", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const DRAWN = 72_000;

for (const alphabet of ALPHABETS) {
  test(`every one of ${alphabet.length} characters is drawn as often as the others`, () => {
    const text = secureRandom.text(DRAWN, alphabet);
    assert.equal(text.length, DRAWN);
    const counts = Map.groupBy(text, (character) => character);
    const each = DRAWN / alphabet.length;
    for (const character of alphabet) {
      const count = counts.get(character)?.length ?? 0;
      // Seven times what chance moves it by.
      assert.ok(Math.abs(count - each) < 7 * Math.sqrt(each), `${character} was drawn ${count} times`);
    }
  });
}

test("texts and hex, drawn from one pool in turns, never repeat", () => {
  const drawn = Array.from({ length: 5_000 }, (_, at) =>
    at % 2 === 0 ? secureRandom.text(22, ALPHABETS[2]!) : secureRandom.hex(8),
  );
  assert.equal(new Set(drawn).size, drawn.length);
});

test("an alphabet that a byte cannot choose from is refused", () => {
  assert.throws(() => secureRandom.text(1, "x".repeat(257)), /so many characters/);
});
