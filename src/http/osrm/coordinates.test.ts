import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRefusal } from "../../domain/refusal.ts";
import { encodePolyline } from "../../roads/polyline.ts";
import { parseCoordinates } from "./coordinates.ts";

function pointsOf(text: string): readonly (readonly [number, number])[] {
  const parsed = parseCoordinates(text);
  assert.ok(!isRefusal(parsed), isRefusal(parsed) ? parsed.why : "");
  return parsed.points.map(({ lng, lat }) => [lng, lat] as const);
}

test("pairs of lng,lat are read with the place where each begins", () => {
  assert.deepEqual(parseCoordinates("106.7,10.77;-1.5,+2;.5,1e1"), {
    points: [
      { lng: 106.7, lat: 10.77 },
      { lng: -1.5, lat: 2 },
      { lng: 0.5, lat: 10 },
    ],
    positions: [0, 12, 20],
  });
});

test("a trailing .json changes nothing", () => {
  assert.deepEqual(pointsOf("106.7,10.77;106.8,10.8.json"), pointsOf("106.7,10.77;106.8,10.8"));
});

test("polylines of five and six decimals are coordinates too", () => {
  const line = Int32Array.from([106_703_200, 10_776_600, 106_698_000, 10_772_100]);
  const expected = [
    [106.7032, 10.7766],
    [106.698, 10.7721],
  ];
  assert.deepEqual(pointsOf(`polyline(${encodePolyline(line, 5)})`), expected);
  assert.deepEqual(pointsOf(`polyline6(${encodePolyline(line, 6)}).json`), expected);
});

test("whatever is written with six decimals is read back", () => {
  const coordinate = fc.tuple(fc.integer({ min: -180e6, max: 180e6 }), fc.integer({ min: -90e6, max: 90e6 }));
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 2, maxLength: 100 }), (pairs) => {
      const text = pairs.map(([lng, lat]) => `${(lng / 1e6).toFixed(6)},${(lat / 1e6).toFixed(6)}`).join(";");
      assert.deepEqual(
        pointsOf(text).map(([lng, lat]) => [Math.round(lng * 1e6) + 0, Math.round(lat * 1e6) + 0]),
        pairs.map(([lng, lat]) => [lng + 0, lat + 0]),
      );
    }),
  );
});

const many = Array.from({ length: 500 }, () => "106.7,10.7").join(";");
const faults = [
  ["nothing", "", "InvalidQuery: expected a longitude, found the end (position 0 of the coordinates)."],
  ["a word", "abc", 'InvalidQuery: expected a longitude, found "abc" (position 0 of the coordinates).'],
  [
    "one number",
    "106.7",
    "InvalidQuery: expected a comma and a latitude, found the end (position 5 of the coordinates).",
  ],
  [
    "one pair",
    "106.7,10.77",
    "InvalidOptions: at least 2 coordinates are needed, 1 given (position 11 of the coordinates).",
  ],
  [
    "a word as latitude",
    "106.7,x;1,2",
    'InvalidQuery: expected a latitude, found "x" (position 6 of the coordinates).',
  ],
  [
    "a semicolon at the end",
    "106.7,10.77;",
    "InvalidQuery: expected a longitude, found the end (position 12 of the coordinates).",
  ],
  [
    "a third number",
    "106.7,10.77,3;1,2",
    'InvalidQuery: expected a semicolon, found "," (position 11 of the coordinates).',
  ],
  ["a space", "106.7, 10.77;1,2", 'InvalidQuery: expected a latitude, found " 10.77" (position 6 of the coordinates).'],
  ["NaN", "106.7,10.77;NaN,10", 'InvalidQuery: expected a longitude, found "NaN" (position 12 of the coordinates).'],
  [
    "Infinity",
    "Infinity,10;1,2",
    'InvalidQuery: expected a longitude, found "Infinity" (position 0 of the coordinates).',
  ],
  [
    "1e400",
    "106.7,10.77;1e400,10",
    "InvalidValue: longitude Infinity is not between -180 and 180 (position 12 of the coordinates).",
  ],
  [
    "a latitude of 1e400",
    "1,1;106.7,1e400",
    "InvalidValue: latitude Infinity is not between -90 and 90 (position 10 of the coordinates).",
  ],
  [
    "a longitude of 181",
    "181,10;1,2",
    "InvalidValue: longitude 181 is not between -180 and 180 (position 0 of the coordinates).",
  ],
  [
    "latitude first",
    "106.7,10.77;10.77,106.7",
    "InvalidValue: latitude 106.7 is beyond 90: longitude comes first, these two look swapped (position 18 of the coordinates).",
  ],
  ["501 points", `${many};106.7,10.7`, "TooBig: more than 500 coordinates given (position 5500 of the coordinates)."],
  [
    "501 points, the last one bad",
    `${many};x`,
    "TooBig: more than 500 coordinates given (position 5500 of the coordinates).",
  ],
  [
    "a polyline of 501 points",
    `polyline(${"??".repeat(501)})`,
    "TooBig: more than 500 coordinates given (position 9 of the coordinates).",
  ],
  [
    "a polyline with a blank",
    "polyline(ab c)",
    'InvalidQuery: expected a character of a polyline, found " c" (position 11 of the coordinates).',
  ],
  [
    "an empty polyline",
    "polyline()",
    "InvalidOptions: at least 2 coordinates are needed, 0 given (position 10 of the coordinates).",
  ],
  [
    "a polyline that leaves the earth",
    `polyline(${encodePolyline(Int32Array.from([1, 1, 200_000_000, 1]), 5)})`,
    "InvalidValue: longitude 200 is not between -180 and 180 (position 9 of the coordinates).",
  ],
  [
    "flatbuffers",
    "1,2;3,4.flatbuffers",
    "InvalidOptions: flatbuffers are not offered, only json (position 7 of the coordinates).",
  ],
] as const;
for (const [name, text, why] of faults) {
  test(`coordinates with ${name} are refused with the place of the fault`, () => {
    const parsed = parseCoordinates(text);
    assert.ok(isRefusal(parsed));
    assert.equal(parsed.refused, "BAD_REQUEST");
    assert.equal(parsed.why, why);
  });
}

test("no text whatever is answered by anything but points or a refusal", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 80 }), fc.stringMatching(/^[-+.,;e0-9 NaN]{0,60}$/)), (text) => {
      const parsed = parseCoordinates(text);
      if (isRefusal(parsed)) return;
      assert.ok(parsed.points.every(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180));
    }),
  );
});
