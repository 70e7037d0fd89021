// What is handed over as bytes is what PostgreSQL then has.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  booleanArray,
  byteaArray,
  instantArray,
  int2Array,
  int4Array,
  int8Array,
  jsonArray,
  textArray,
} from "../../src/store/array-bytes.ts";
import { useDatabase } from "../harness/database.ts";

const { db } = await useDatabase();

test("texts and documents come as they were, missing ones as missing", async () => {
  const texts = ["", "a", 'say "hello" \\ {,}', "12 Lê Lợi, 🛵", null, "x".repeat(70_000)];
  const documents = ['{"b": 1,  "a": "Đường"}', "[]", '"\\u2713"'];
  const [row] = await db<{ texts: readonly string[]; documents: readonly string[]; none: readonly string[] }>`
    select ${textArray([...texts, undefined])}::text[] as texts, ${jsonArray(documents)}::json[]::text[] as documents,
      ${textArray([])}::text[] as none`;
  assert.deepEqual(row, { texts: [...texts, null], documents, none: [] });
});

test("half a character is replaced, as in any text", async () => {
  const half = "half \ud83d";
  const [row] = await db`select ${textArray([half])}::text[] as several, ${half}::text as one`;
  assert.deepEqual(row, { several: ["half \ufffd"], one: "half \ufffd" });
});

test("numbers come as they were, from the least to the greatest", async () => {
  const large = [0, -1, 1, -27_000, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  const [row] = await db`
    select ${int8Array([...large, null])}::bigint[]::text[] as large, ${int4Array([1, -(2 ** 31)])}::int[] as middle,
      ${int2Array([200, -1, null])}::smallint[] as small, ${booleanArray([true, false])}::boolean[] as decided`;
  assert.deepEqual(row, {
    large: [...large.map(String), null],
    middle: [1, -(2 ** 31)],
    small: [200, -1, null],
    decided: [true, false],
  });
});

test("instants come to the millisecond, before and after what PostgreSQL counts from", async () => {
  const instants = ["2026-11-18T13:54:56.042Z", "1999-12-31T23:59:59.999Z", "2126-01-01T00:00:00.000Z"];
  const given = instants.map((instant) => new Date(instant));
  const [row] = await db<{ instants: readonly Date[] }>`
    select ${instantArray([...given, null])}::timestamptz[] as instants`;
  assert.deepEqual(row?.instants, [...given, null]);
});

test("bytes come as they were", async () => {
  const given = [Buffer.from([0, 1, 255]), Buffer.alloc(0)];
  const [row] = await db<{ bytes: readonly Buffer[] }>`select ${byteaArray([...given, null])}::bytea[] as bytes`;
  assert.deepEqual(row?.bytes, [...given, null]);
});
