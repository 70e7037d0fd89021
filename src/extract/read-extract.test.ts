import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { deflateSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { isRefusal } from "../domain/refusal.ts";
import type { Extract, Member } from "./extract.ts";
import { readExtract } from "./read-extract.ts";

const folder = mkdtempSync(join(tmpdir(), "giao-extract-"));
after(() => rmSync(folder, { recursive: true }));

// A writer of the format, only as large as these tests need.
const varint = (value: number | bigint): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
};
const zigzag = (value: number): Buffer => varint(value < 0 ? BigInt(-value) * 2n - 1n : BigInt(value) * 2n);
const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const bytes = (field: number, value: Buffer | string): Buffer => {
  const body = Buffer.from(value as string);
  return Buffer.concat([varint(field * 8 + 2), varint(body.length), body]);
};
const packed = (field: number, values: readonly number[], write: (value: number) => Buffer): Buffer =>
  bytes(field, Buffer.concat(values.map(write)));
const deltas = (values: readonly number[]): number[] => values.map((value, i) => value - (values[i - 1] ?? 0));

type Packing = "raw" | "zlib" | "zstd";
function blob(kind: string, message: Buffer, packing: Packing = "zlib"): Buffer {
  const packings = {
    raw: () => bytes(1, message),
    zlib: () => Buffer.concat([number(2, message.length), bytes(3, deflateSync(message))]),
    zstd: () => Buffer.concat([number(2, message.length), bytes(7, zstdCompressSync(message))]),
  };
  const body = packings[packing]();
  const header = Buffer.concat([bytes(1, kind), number(3, body.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, body]);
}

const fileHeader = blob("OSMHeader", Buffer.concat([bytes(4, "OsmSchema-V0.6"), bytes(4, "DenseNodes")]));

type Plain = {
  readonly nodes: readonly { id: number; lat: number; lng: number; tags: Record<string, string> }[];
  readonly ways: readonly { id: number; refs: number[]; tags: Record<string, string> }[];
  readonly relations: readonly { id: number; members: Member[]; tags: Record<string, string> }[];
};

function dataBlob(plain: Plain, version = 1, packing: Packing = "zlib"): Buffer {
  const strings = [""];
  const word = (text: string): number => {
    const at = strings.indexOf(text, 1);
    return at > 0 ? at : strings.push(text) - 1;
  };
  const info = bytes(4, number(1, version));
  const tagged = (tags: Record<string, string>): Buffer =>
    Buffer.concat([packed(2, Object.keys(tags).map(word), varint), packed(3, Object.values(tags).map(word), varint)]);
  const micro = (degrees: number): number => Math.round(degrees * 1e7);
  const dense = bytes(
    2,
    Buffer.concat([
      packed(1, deltas(plain.nodes.map((node) => node.id)), zigzag),
      bytes(
        5,
        packed(
          1,
          plain.nodes.map(() => version),
          varint,
        ),
      ),
      packed(8, deltas(plain.nodes.map((node) => micro(node.lat))), zigzag),
      packed(9, deltas(plain.nodes.map((node) => micro(node.lng))), zigzag),
      packed(
        10,
        plain.nodes.flatMap((node) => [...Object.entries(node.tags).flat().map(word), 0]),
        varint,
      ),
    ]),
  );
  const ways = plain.ways.map((way) =>
    bytes(3, Buffer.concat([number(1, way.id), tagged(way.tags), info, packed(8, deltas(way.refs), zigzag)])),
  );
  const relations = plain.relations.map(({ id, members, tags }) =>
    bytes(
      4,
      Buffer.concat([
        number(1, id),
        tagged(tags),
        info,
        packed(
          8,
          members.map((member) => word(member.role)),
          varint,
        ),
        packed(9, deltas(members.map((member) => member.ref)), zigzag),
        packed(
          10,
          members.map((member) => ["node", "way", "relation"].indexOf(member.kind)),
          varint,
        ),
      ]),
    ),
  );
  const groups = Buffer.concat([bytes(2, dense), bytes(2, Buffer.concat(ways)), bytes(2, Buffer.concat(relations))]);
  const table = bytes(1, Buffer.concat(strings.map((text) => bytes(1, text))));
  return blob("OSMData", Buffer.concat([groups, table]), packing);
}

let written = 0;
function fileOf(...parts: readonly Buffer[]): string {
  const file = join(folder, `${written++}.osm.pbf`);
  writeFileSync(file, Buffer.concat(parts));
  return file;
}

function plainOf(extract: Extract): Plain {
  const { ids, lats, lngs, tags } = extract.nodes;
  return {
    nodes: Array.from(ids, (id, i) => ({ id, lat: lats[i]!, lng: lngs[i]!, tags: tags.get(i) ?? {} })),
    ways: extract.ways as Plain["ways"],
    relations: extract.relations as Plain["relations"],
  };
}

const street: Plain = {
  nodes: [
    { id: 1, lat: 10.7769, lng: 106.7009, tags: { highway: "traffic_signals" } },
    { id: 2, lat: 10.7801, lng: 106.699, tags: {} },
  ],
  ways: [{ id: 7, refs: [1, 2], tags: { highway: "primary", name: "Đồng Khởi" } }],
  relations: [{ id: 9, members: [{ kind: "way", ref: 7, role: "from" }], tags: { type: "restriction" } }],
};

const id = fc.integer({ min: 1, max: 2 ** 40 });
const tags = fc.dictionary(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((key) => key !== "__proto__"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  { maxKeys: 4, noNullPrototype: true },
);
const plainly = <T>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(shape, { noNullPrototype: true });
const byId = (a: { id: number }, b: { id: number }): number => a.id - b.id;
const anyPlain = plainly({
  nodes: fc.uniqueArray(
    plainly({
      id,
      lat: fc.integer({ min: -900_000_000, max: 900_000_000 }).map((lat) => lat / 1e7),
      lng: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }).map((lng) => lng / 1e7),
      tags,
    }),
    { selector: (node) => node.id, maxLength: 12 },
  ),
  ways: fc.uniqueArray(plainly({ id, refs: fc.array(id, { maxLength: 5 }), tags }), {
    selector: (way) => way.id,
    maxLength: 5,
  }),
  relations: fc.uniqueArray(
    plainly({
      id,
      members: fc.array(
        plainly({
          kind: fc.constantFrom("node", "way", "relation"),
          ref: id,
          role: fc.string({ minLength: 1, maxLength: 5 }),
        }),
        { maxLength: 4 },
      ),
      tags,
    }),
    { selector: (relation) => relation.id, maxLength: 3 },
  ),
});

test("whatever is written to an extract is read back, sorted by id", async () => {
  await fc.assert(
    fc.asyncProperty(anyPlain, fc.constantFrom<Packing>("raw", "zlib", "zstd"), async (plain, packing) => {
      const extract = await readExtract([fileOf(fileHeader, dataBlob(plain, 1, packing))]);
      assert.ok(!isRefusal(extract));
      const read = plainOf(extract);
      assert.deepEqual(
        read.nodes,
        plain.nodes.toSorted(byId).map((node) => ({ ...node, lat: node.lat + 0, lng: node.lng + 0 })),
      );
      assert.deepEqual(read.ways, plain.ways.toSorted(byId));
      assert.deepEqual(read.relations, plain.relations.toSorted(byId));
    }),
    { numRuns: 60 },
  );
});

test("a file cut anywhere but between two blobs is refused as truncated, with the offset of the blob it breaks off in", async () => {
  const data = dataBlob(street);
  const whole = Buffer.concat([fileHeader, data]);
  for (let length = 1; length < whole.length; length++) {
    const answer = await readExtract([fileOf(whole.subarray(0, length))]);
    if (length === fileHeader.length) {
      assert.ok(!isRefusal(answer));
      continue;
    }
    assert.ok(isRefusal(answer), `cut at ${length}`);
    assert.equal(answer.refused, "FILE_TRUNCATED");
    assert.equal(answer.offsetBytes, length < fileHeader.length ? 0 : fileHeader.length);
  }
});

const broken: readonly (readonly [string, Buffer, number])[] = [
  ["an empty file", Buffer.alloc(0), 0],
  ["a picture", Buffer.from("\x89PNG\r\n\x1a\n and more of it", "latin1"), 0],
  ["data before the header", dataBlob(street), 0],
  ["a blob of an unknown kind", Buffer.concat([fileHeader, blob("OSMOther", Buffer.from("x"))]), fileHeader.length],
  ["a header that needs something else", blob("OSMHeader", bytes(4, "HistoricalInformation")), 0],
  ["a blob that does not inflate", Buffer.concat([fileHeader, damaged(dataBlob(street))]), fileHeader.length],
  ["nonsense that inflates", Buffer.concat([fileHeader, blob("OSMData", Buffer.alloc(64, 0xff))]), fileHeader.length],
];
for (const [name, content, offset] of broken) {
  test(`${name} is refused with its offset`, async () => {
    const answer = await readExtract([fileOf(content)]);
    assert.ok(isRefusal(answer));
    assert.equal(answer.refused, "FILE_NOT_OSM");
    assert.equal(answer.offsetBytes, offset);
    assert.match(answer.why, new RegExp(`byte ${offset}`));
  });
}

function damaged(intact: Buffer): Buffer {
  const copy = Buffer.from(intact);
  copy.fill(0xa5, copy.length - 40);
  return copy;
}

test("a file that is not there is refused by its name", async () => {
  const answer = await readExtract([join(folder, "nowhere.osm.pbf")]);
  assert.ok(isRefusal(answer));
  assert.equal(answer.refused, "FILE_UNREADABLE");
  assert.match(answer.why, /nowhere/);
});

test("two extracts that overlap are one map, and the newer version of an element is kept in either order", async () => {
  const moved: Plain = {
    nodes: [
      { id: 1, lat: 11, lng: 107, tags: {} },
      { id: 3, lat: 12, lng: 108, tags: {} },
    ],
    ways: [{ id: 7, refs: [1, 2, 3], tags: { highway: "secondary" } }],
    relations: [],
  };
  const older = fileOf(fileHeader, dataBlob(street, 1));
  const newer = fileOf(fileHeader, dataBlob(moved, 2));
  for (const files of [
    [older, newer],
    [newer, older],
  ]) {
    const extract = await readExtract(files);
    assert.ok(!isRefusal(extract));
    const plain = plainOf(extract);
    assert.deepEqual(
      plain.nodes.map((node) => [node.id, node.lat]),
      [
        [1, 11],
        [2, 10.7801],
        [3, 12],
      ],
    );
    assert.deepEqual(plain.ways, moved.ways);
    assert.deepEqual(plain.relations, street.relations);
  }
});

test("progress only grows and ends at the size of all files", async () => {
  const file = fileOf(fileHeader, dataBlob(street), dataBlob({ nodes: [], ways: [], relations: [] }));
  const seen: number[] = [];
  let total = 0;
  await readExtract([file, file], (done, of) => {
    seen.push(done);
    total = of;
  });
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
  assert.equal(seen.at(-1), total);
});
