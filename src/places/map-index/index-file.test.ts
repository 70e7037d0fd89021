import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { drawTown, spotOnEarth } from "../../../test/fixtures/little-town.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { loadPlacesIndex, PLACES_FILE, writePlacesIndex } from "./index-file.ts";
import type { MapIndex } from "./map-index.ts";

const dir = mkdtempSync(join(tmpdir(), "giao-places-"));
after(() => rmSync(dir, { recursive: true }));

const TOWN = drawTown({
  areas: [
    { name: "Quận 1", level: 6, box: [0, 0, 2000, 1000] },
    { name: "Phường Bến Thành", level: 8, box: [0, 0, 1000, 1000] },
    { name: "Phường Bến Nghé", level: 8, box: [1000, 0, 2000, 1000] },
    { name: "Khu Dân cư Mới", level: 10, box: [100, 100, 300, 300] },
  ],
  streets: [
    {
      name: "Lê Lợi",
      line: [
        [0, 500],
        [2000, 500],
      ],
      tags: { alt_name: "Bonard" },
    },
    {
      name: "Hẻm 12/3 Lê Lợi",
      line: [
        [200, 500],
        [200, 600],
      ],
    },
    {
      name: "a",
      line: [
        [0, 0],
        [10, 10],
      ],
    },
    {
      name: "Pasteur",
      line: [
        [1500, 0],
        [1500, 1000],
      ],
      tags: { highway: "primary" },
    },
  ],
  houses: [
    { number: "12A", street: "Đường Lê Lợi", at: [200, 510] },
    { number: "99", street: "Lê Lợi", at: [200, 2400] },
    { number: "7", street: "a", at: [5, 5] },
    { number: "1", street: "Phố Lạ, Phường 9", at: [50, 50] },
  ],
});

function load(): MapIndex {
  const index = loadPlacesIndex(dir);
  if (isRefusal(index)) assert.fail(index.why);
  return index;
}

test("an index written and loaded tells areas, streets, alleys and doors", () => {
  const written = writePlacesIndex(TOWN, dir);
  const index = load();
  assert.equal(index.hash, written.hash);
  // The estate without a type word is no ward; the street "a" and the house far from its street are junk.
  assert.deepEqual(index.counts, { areas: 3, streets: 4, doors: 2, alleys: 1 });
  const here = index.areasAt(spotOnEarth([200, 500]));
  assert.deepEqual(here.map((area) => index.areaName(area)).sort(), ["Phường Bến Thành", "Quận 1"]);
  const ward = here.find((area) => index.areaLevel(area) === "ward")!;
  assert.equal(index.areaName(index.areaParent(ward)), "Quận 1");
  assert.deepEqual(index.areasAt(spotOnEarth([-5, 500])), []);
  const street = index.findStreet("leloi");
  assert.equal(street?.name, "Lê Lợi");
  assert.ok(street.points.length > 2000 / 40, "points at most 40 m apart");
  assert.deepEqual(
    street.doors.map((door) => door.parts),
    [["12A"]],
  );
  assert.deepEqual(
    street.alleys.map((alley) => alley.parts),
    [["12", "3"]],
  );
  assert.ok(index.findStreet("bonard"), "a second name");
  assert.equal(index.findStreet("a"), undefined);
});

test("the same map always gives the same bytes", () => {
  writePlacesIndex(TOWN, dir);
  const once = readFileSync(join(dir, PLACES_FILE));
  writePlacesIndex(TOWN, dir);
  assert.deepEqual(readFileSync(join(dir, PLACES_FILE)), once);
});

test("a boundary that is cut at the edge of the map is left out", () => {
  const cut = { ...TOWN, ways: TOWN.ways.slice(0, -1) };
  writePlacesIndex(cut, dir);
  assert.equal(load().counts.areas, 3, "the estate was the last one");
  writePlacesIndex({ ...TOWN, ways: TOWN.ways.filter((way) => way.id !== TOWN.relations[0]!.members[1]!.ref) }, dir);
  assert.equal(load().counts.areas, 2);
});

test("an index of a map without names or numbers is empty and works", () => {
  writePlacesIndex(drawTown({}), dir);
  const index = load();
  assert.deepEqual(index.counts, { areas: 0, streets: 0, doors: 0, alleys: 0 });
  assert.deepEqual(index.areasAt(spotOnEarth([0, 0])), []);
});

test("an index that is missing, of another version or damaged is refused in words", () => {
  const refusal = (bytes: Buffer | undefined) => {
    rmSync(join(dir, PLACES_FILE), { force: true });
    if (bytes) writeFileSync(join(dir, PLACES_FILE), bytes);
    const index = loadPlacesIndex(dir);
    assert.ok(isRefusal(index));
    return index.refused;
  };
  writePlacesIndex(TOWN, dir);
  const good = readFileSync(join(dir, PLACES_FILE));
  assert.equal(refusal(undefined), "INDEX_MISSING");
  assert.equal(refusal(Buffer.from("")), "INDEX_DAMAGED");
  assert.equal(refusal(Buffer.from("hello\n")), "INDEX_DAMAGED");
  assert.equal(refusal(good.subarray(0, 60)), "INDEX_DAMAGED");
  assert.equal(refusal(good.subarray(0, good.length - 40)), "INDEX_DAMAGED");
  assert.equal(refusal(Buffer.from('{"format":"giao places","version":1}\n')), "INDEX_DAMAGED");
  assert.equal(
    refusal(Buffer.from('{"format":"giao places","version":1,"nameBytes":0,"lengths":null}\n')),
    "INDEX_DAMAGED",
  );
  assert.equal(refusal(Buffer.concat([good.subarray(0, -9), Buffer.from([77]), good.subarray(-8)])), "INDEX_DAMAGED");
  assert.equal(
    refusal(Buffer.from(good.toString("latin1").replace(/"version":\d+/, '"version":9'), "latin1")),
    "INDEX_OTHER_VERSION",
  );
});
