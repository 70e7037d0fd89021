import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { metersBetween } from "../../domain/geo.ts";
import { decodePlusCode, readPlusCode, recoverPlusCode } from "./plus-code.ts";

// Reference values of the format's description.
const KNOWN = [
  ["7FG49Q00+", undefined],
  ["7FG49QCJ+2V", [20.370062, 2.782188]],
  ["7FG49QCJ+2VX", [20.3701125, 2.782234375]],
  ["8FVC2222+22", [47.0000625, 8.0000625]],
  ["4VCPPQGP+Q9", [-41.2730625, 174.7859375]],
  ["62G20000+", undefined],
  ["22220000+", undefined],
  ["8FWC2345+G6", [48.0063125, 8.0580625]],
] as const;

for (const [text, middle] of KNOWN) {
  test(`plus code ${text} ${middle ? `is at ${middle.join(", ")}` : "is too coarse for a door"}`, () => {
    const code = readPlusCode(text);
    if (!middle) return assert.equal(code, undefined);
    assert.ok(code);
    const point = decodePlusCode(code);
    assert.ok(Math.abs(point.lat - middle[0]) < 1e-5 && Math.abs(point.lng - middle[1]) < 1e-5, JSON.stringify(point));
  });
}

test("what is no code is none", () => {
  for (const text of [
    "",
    "+",
    "QMCX",
    "QMCX+",
    "QMCX+J",
    "7P28QMCX+A1",
    "7P28QMCXJV",
    "ABCD+12",
    "W2222222+22",
    "7P28QMCX+JVJVJVJV",
  ]) {
    assert.equal(readPlusCode(text), undefined, text);
  }
});

test("a short code is found again from any place near it", () => {
  const [lat, lng] = [
    fc.double({ min: 8.5, max: 23.3, noNaN: true }),
    fc.double({ min: 102.2, max: 109.4, noNaN: true }),
  ];
  const off = fc.double({ min: -0.45, max: 0.45, noNaN: true });
  const alphabet = "23456789CFGHJMPQRVWX";
  fc.assert(
    fc.property(lat, lng, off, off, fc.constantFrom(4, 6), (atLat, atLng, dLat, dLng, missing) => {
      // Encoded in whole cells of 1/8000 degree, so that no rounding is shared with what is tested.
      let [latCells, lngCells, digits] = [Math.floor((atLat + 90) * 8000), Math.floor((atLng + 180) * 8000), ""];
      for (let pair = 0; pair < 5; pair += 1) {
        digits = alphabet[latCells % 20]! + alphabet[lngCells % 20]! + digits;
        [latCells, lngCells] = [Math.floor(latCells / 20), Math.floor(lngCells / 20)];
      }
      const full = readPlusCode(`${digits.slice(0, 8)}+${digits.slice(8)}`);
      const short = readPlusCode(`${digits.slice(missing, 8)}+${digits.slice(8)}`.toLowerCase());
      assert.ok(full?.isFull && short && !short.isFull);
      const shrink = missing === 4 ? 1 : 0.05;
      const found = recoverPlusCode(short, { lat: atLat + dLat * shrink, lng: atLng + dLng * shrink });
      assert.ok(metersBetween(found, decodePlusCode(full)) < 1, `${short.text}`);
      assert.ok(metersBetween(found, { lat: atLat, lng: atLng }) < 15);
    }),
  );
});
