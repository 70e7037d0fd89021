import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatAddress } from "../../../test/fixtures/format-address.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { Ward } from "../gazetteer/gazetteer.ts";
import { loadGazetteer } from "../gazetteer/load-gazetteer.ts";
import { fold } from "../text/fold.ts";
import { ADDRESS_LENGTH_MAX, type ParsedAddress, parseAddress } from "./parse-address.ts";

const gazetteer = loadGazetteer();
const STREETS = [
  "Lê Lợi",
  "Cách Mạng Tháng Tám",
  "Đường số 7",
  "3 Tháng 2",
  "Xô Viết Nghệ Tĩnh",
  "Bà Huyện Thanh Quan",
];

const houses = fc.oneof(
  fc.integer({ min: 1, max: 1999 }).map(String),
  fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99 })).map(([a, b]) => `${a}/${b}`),
  fc.tuple(fc.integer({ min: 1, max: 999 }), fc.constantFrom("A", "B", "C")).map(([a, b]) => `${a}${b}`),
);
const lines = fc.tuple(houses, fc.constantFrom(...STREETS)).map(([house, street]) => `${house} ${street}`);
const wards = fc.constantFrom(...gazetteer.wards);
const addresses = fc.tuple(lines, wards).map(([line, ward]) => ({ text: addressIn(line, ward), ward }));

function addressIn(line: string, ward: Ward): string {
  return [line, ward.name, ward.district?.name, ward.province.name].filter((part) => part !== undefined).join(", ");
}

function parse(text: string): ParsedAddress {
  const parsed = parseAddress(text, gazetteer);
  if (isRefusal(parsed)) assert.fail(`${text}: ${parsed.why}`);
  assert.ok("line" in parsed);
  return parsed;
}

test("every ward of the country, of today and of before 2025, is understood in an address", () => {
  fc.assert(
    fc.property(addresses, ({ text, ward }) => {
      const parsed = parse(text);
      assert.ok(parsed.ward.found.includes(ward), text);
      if (ward.district) assert.ok(parsed.district?.found.includes(ward.district), text);
      assert.equal(parsed.province.found, ward.province);
    }),
    { numRuns: 800 },
  );
});

test("an address written out and read again is the same address", () => {
  fc.assert(
    fc.property(addresses, ({ text }) => {
      const once = parse(text);
      const again = parse(formatAddress(once));
      assert.deepEqual(again.line, once.line);
      assert.equal(again.ward.found[0], once.ward.found[0]);
      assert.equal(again.district?.found[0], once.district?.found[0]);
      assert.equal(again.province.found, once.province.found);
    }),
    { numRuns: 200 },
  );
});

test("diacritics, case, Unicode form and blanks change nothing", () => {
  const spellings: readonly ((text: string) => string)[] = [
    fold,
    (text) => text.normalize("NFD"),
    (text) => text.toUpperCase(),
    (text) => ` ${text.replaceAll(" ", " \u00a0 ").replaceAll(",", " ,\n")} `,
    (text) => `${text.replaceAll(" ", "\u200b ")}, Việt Nam`,
  ];
  fc.assert(
    fc.property(addresses, fc.constantFrom(...spellings), ({ text, ward }, spell) => {
      const parsed = parse(spell(text));
      assert.ok(parsed.ward.found.includes(ward), spell(text));
      assert.equal(parsed.line.streetKey, parse(text).line.streetKey);
      assert.deepEqual(parsed.line.parts, parse(text).line.parts);
    }),
    { numRuns: 400 },
  );
});

test("every hostile text gets an answer, never an exception", () => {
  const hostile = [
    "",
    " ",
    ",",
    ",,,,,,,",
    "a".repeat(10_000),
    "1/".repeat(5_000),
    "- ".repeat(5_000),
    `12 Lê Lợi${" ".repeat(10_000)}, Phường 1`,
    "Phường ".repeat(42),
    `${"phường 1 ".repeat(33)}`,
    "(".repeat(299),
    "0 ".repeat(149),
    ", Quận 1".repeat(37),
    "\u0000\u0001\u001b[31m12 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh",
    "\u202e12 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh",
    "\ud800\udc00\ud800 12 Lê Lợi",
    "👨‍👩‍👧‍👦".repeat(20),
    "e\u0301".repeat(140),
    "\u0301".repeat(299),
    "胡志明市, 第一郡, 越南",
    "Москва, Россия, Тверская 1",
    "__proto__, constructor, toString, Hồ Chí Minh",
    "12 Lê Lợi, constructor, hasOwnProperty, Hồ Chí Minh",
  ];
  for (const text of hostile) parseAddress(text, gazetteer);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      parseAddress(text, gazetteer);
    }),
    { numRuns: 800 },
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(..."Phường,Quận,Lê,12,/,-,,, ,P.,+,1/2,Hồ Chí Minh,gần,0901".split(",")), {
        maxLength: 60,
      }),
      (pieces) => {
        parseAddress(pieces.join(" "), gazetteer);
      },
    ),
    { numRuns: 800 },
  );
});

test("control characters and texts beyond the limit are refused before anything else is read", () => {
  const why = (text: string) => {
    const parsed = parseAddress(text, gazetteer);
    return isRefusal(parsed) ? parsed.why : "";
  };
  assert.match(why(`12 Lê Lợi\u0007, Phường Bến Thành, Quận 1, Hồ Chí Minh`), /control characters/);
  assert.match(why(`12 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh\u202e`), /control characters/);
  assert.match(why("x".repeat(ADDRESS_LENGTH_MAX + 1)), /longer than 300/);
});
