// Against real maps, where they are present: hidden house numbers must be found again, and streets of Hà Nội, whose map has no
// boundaries at all.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { Extract, Tags } from "../../extract/extract.ts";
import { readExtract } from "../../extract/read-extract.ts";
import { buildTables } from "../map-index/build-tables.ts";
import { MapIndex } from "../map-index/map-index.ts";
import { createPlaces } from "../places.ts";

const SAIGON = "../shared/data/map/hcmc-2018.osm.pbf";
const HANOI = "../shared/data/map/hanoi-center.osm.pbf";

function missing(file: string): string | false {
  if (existsSync(file)) return false;
  const line = `SKIPPED: ${file} is not here, places were not tried on a real map`;
  process.stderr.write(`${line}\n`);
  return line;
}

async function read(file: string): Promise<Extract> {
  const extract = await readExtract([file]);
  if (isRefusal(extract)) assert.fail(extract.why);
  return extract;
}

type Hidden = { readonly number: string; readonly street: string; readonly point: LatLng };

// Every fourth house loses its number. The order of a map's nodes is that of their making, so neighbours stay.
function hideHouses(extract: Extract): { readonly rest: Extract; readonly hidden: readonly Hidden[] } {
  const hidden: Hidden[] = [];
  const tags = new Map<number, Tags>(extract.nodes.tags);
  let count = 0;
  for (const [at, each] of extract.nodes.tags) {
    const { "addr:housenumber": number, "addr:street": street, ...others } = each;
    if (!number || !street || street.length < 3 || street.includes(",") || !/^\d/.test(number)) continue;
    count += 1;
    if (count % 4 !== 0) continue;
    tags.set(at, others);
    hidden.push({ number, street, point: { lat: extract.nodes.lats[at]!, lng: extract.nodes.lngs[at]! } });
  }
  return { rest: { ...extract, nodes: { ...extract.nodes, tags } }, hidden };
}

test("house numbers of a real map, hidden, are found again within 200 m in most cases", {
  skip: missing(SAIGON),
}, async (t) => {
  const { rest, hidden } = hideHouses(await read(SAIGON));
  const map = new MapIndex(buildTables(rest), "saigon");
  const places = createPlaces({ map });
  const away: Record<string, number[]> = {};
  let asked = 0;
  for (const { number, street, point } of hidden) {
    const ward = map.areasAt(point).find((area) => map.areaLevel(area) === "ward");
    const district = ward === undefined ? -1 : map.areaParent(ward);
    if (ward === undefined || district < 0) continue;
    const address = `${number} ${street}, ${map.areaName(ward)}, ${map.areaName(district)}, Thành phố Hồ Chí Minh`;
    // What mappers wrote is not always an address: phone numbers, remarks, abbreviations.
    if (places.judge(address)) continue;
    asked += 1;
    const answer = await places.locate(address);
    if (!isRefusal(answer)) away[answer.by] = [...(away[answer.by] ?? []), metersBetween(answer.point, point)];
  }
  const share = (distances: readonly number[]) => distances.filter((meters) => meters <= 200).length / distances.length;
  const all = Object.values(away).flat();
  for (const [by, distances] of Object.entries(away)) {
    const middle = distances.toSorted((a, b) => a - b)[distances.length >> 1]!;
    t.diagnostic(
      `${by}: ${distances.length} houses, half within ${middle.toFixed(0)} m, ${percent(share(distances))} within 200 m`,
    );
  }
  t.diagnostic(`of ${asked} hidden houses ${percent((share(all) * all.length) / asked)} were found within 200 m`);
  assert.ok(asked > 400);
  assert.ok(share(all) > 0.75, `only ${percent(share(all))}`);
  assert.ok(share(away.interpolated ?? []) > 0.8);
});

test("a map without boundaries finds a street near the ward that was named", { skip: missing(HANOI) }, async () => {
  const places = createPlaces({ map: new MapIndex(buildTables(await read(HANOI)), "hanoi") });
  const rows = [
    ["12 Hàng Bạc, Phường Hàng Bạc, Quận Hoàn Kiếm, Hà Nội", { lat: 21.0339, lng: 105.8527 }],
    ["12 Hàng Bạc, Phường Hoàn Kiếm, Hà Nội", { lat: 21.0339, lng: 105.8527 }],
    ["57 Huỳnh Thúc Kháng, Phường Láng Hạ, Quận Đống Đa, Hà Nội", { lat: 21.0178, lng: 105.811 }],
    ["30 Phan Chu Trinh, Phường Cửa Nam, Hà Nội", { lat: 21.0213, lng: 105.8553 }],
    ["12 Pho Hue, Hai Ba Trung Ward, Hanoi", { lat: 21.0135, lng: 105.8513 }],
  ] as const;
  for (const [address, near] of rows) {
    const answer = await places.locate(address);
    if (isRefusal(answer)) assert.fail(`${address}: ${answer.why}`);
    const meters = Math.round(metersBetween(answer.point, near));
    assert.ok(answer.by === "street" || answer.by === "interpolated", `${address}: ${answer.by}`);
    assert.ok(meters < 900, `${address}: ${meters} m, ${JSON.stringify(answer)}`);
  }
});

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
