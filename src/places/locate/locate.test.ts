import assert from "node:assert/strict";
import { test } from "node:test";
import { drawTown, spotOnEarth } from "../../../test/fixtures/little-town.ts";
import { type LatLng, metersBetween } from "../../domain/geo.ts";
import type { Geocode, Located, Places } from "../../domain/places.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { buildTables } from "../map-index/build-tables.ts";
import { MapIndex } from "../map-index/map-index.ts";
import { createPlaces } from "../places.ts";

// Lê Lợi runs west to east through two wards of Quận 1, and a street of the same name lies in Quận Gò Vấp, 6 km north.
const TOWN = drawTown({
  areas: [
    { name: "Quận 1", level: 6, box: [0, 0, 2000, 1000] },
    { name: "Phường Bến Thành", level: 8, box: [0, 0, 1000, 1000] },
    { name: "Phường Bến Nghé", level: 8, box: [1000, 0, 2000, 1000] },
    { name: "Quận Gò Vấp", level: 6, box: [0, 5500, 2000, 7000] },
    { name: "Phường 4", level: 8, box: [0, 5500, 2000, 7000] },
  ],
  streets: [
    {
      name: "Lê Lợi",
      line: [
        [0, 500],
        [2000, 500],
      ],
    },
    {
      name: "Hẻm 62 Lê Lợi",
      line: [
        [620, 500],
        [620, 620],
      ],
    },
    {
      name: "Lê Lợi",
      line: [
        [0, 6000],
        [2000, 6000],
      ],
    },
    {
      name: "Pasteur",
      line: [
        [1500, 0],
        [1500, 1000],
      ],
    },
    {
      name: "Đường số 7",
      line: [
        [100, 200],
        [300, 200],
      ],
    },
  ],
  houses: [
    { number: "10", street: "Lê Lợi", at: [100, 490] },
    { number: "50", street: "Lê Lợi", at: [500, 490] },
    { number: "51", street: "Lê Lợi", at: [510, 510] },
    { number: "90", street: "Lê Lợi", at: [900, 490] },
    { number: "150", street: "Lê Lợi", at: [1500, 490] },
    { number: "50", street: "Lê Lợi", at: [1000, 6010] },
  ],
});
const map = new MapIndex(buildTables(TOWN), "town");
const places = createPlaces({ map });
const blind = createPlaces();

async function located(by: Places, address: string): Promise<Located> {
  const answer = await by.locate(address);
  if (isRefusal(answer)) assert.fail(`${address}: ${answer.why}`);
  return answer;
}

function assertNear(point: LatLng, spot: readonly [number, number], metersMax: number): void {
  const meters = metersBetween(point, spotOnEarth(spot));
  assert.ok(meters <= metersMax, `${Math.round(meters)} m away`);
}

const IN_BEN_THANH = "Phường Bến Thành, Quận 1, Hồ Chí Minh";

test("locate: a known house number is the house", async () => {
  const answer = await located(places, `50 Lê Lợi, ${IN_BEN_THANH}`);
  assertNear(answer.point, [500, 490], 1);
  assert.equal(answer.by, "house");
  assert.ok(answer.confidence > 0.9);
  assert.equal(answer.matched, "50 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh");
});

test("locate: a number between two known ones is on the street between them", async () => {
  const answer = await located(places, `70 Lê Lợi, ${IN_BEN_THANH}`);
  assertNear(answer.point, [700, 500], 40);
  assert.equal(answer.by, "interpolated");
});

test("locate: a number in an alley is in the alley, in either way of writing", async () => {
  for (const line of ["62/5 Lê Lợi", "5 hẻm 62 Lê Lợi", "Số 5 Hẻm 62 Đường Lê Lợi"]) {
    const answer = await located(places, `${line}, ${IN_BEN_THANH}`);
    assertNear(answer.point, [620, 560], 30);
    assert.equal(answer.by, "interpolated");
  }
});

test("locate: the mouth of an alley tells where its number is", async () => {
  assertNear((await located(places, `62 Lê Lợi, ${IN_BEN_THANH}`)).point, [620, 500], 30);
});

test("locate: numbers run on from ward to ward, but the answer stays in the ward that was named", async () => {
  const answer = await located(places, "130 Lê Lợi, Phường Bến Nghé, Quận 1, Hồ Chí Minh");
  assertNear(answer.point, [1300, 500], 50);
});

test("locate: a street without numbers is the part of it in the ward", async () => {
  const answer = await located(places, "7 Pasteur, Phường Bến Nghé, Quận 1, Hồ Chí Minh");
  assertNear(answer.point, [1500, 500], 30);
  assert.equal(answer.by, "street");
  assertNear((await located(places, `4 Đường 07, ${IN_BEN_THANH}`)).point, [200, 200], 30);
});

test("locate: the same street in another district is another street", async () => {
  assertNear((await located(places, "50 Lê Lợi, Phường 4, Quận Gò Vấp, Hồ Chí Minh")).point, [1000, 6010], 1);
});

test("locate: a street that is not in the ward is looked for in the district, with less confidence", async () => {
  const right = await located(places, "7 Pasteur, Phường Bến Nghé, Quận 1, Hồ Chí Minh");
  const wrong = await located(places, `7 Pasteur, ${IN_BEN_THANH}`);
  assertNear(wrong.point, [1500, 500], 30);
  assert.ok(wrong.confidence < right.confidence);
});

test("locate: a street that is in neither is the ward, as far as is known", async () => {
  const answer = await located(places, `7 Đường Không Có, ${IN_BEN_THANH}`);
  assert.equal(answer.by, "ward");
  assertNear(answer.point, [500, 500], 5);
});

test("locate: the new form finds the ground of the wards that went into the new one", async () => {
  const answer = await located(places, "150 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh");
  assert.equal(answer.by, "house");
  assertNear(answer.point, [1500, 490], 1);
});

test("locate: one wrong letter in the ward is forgiven", async () => {
  const answer = await located(places, "50 Lê Lợi, Phường Bến Thàn, Quận 1, Hồ Chí Minh");
  assertNear(answer.point, [500, 490], 1);
  assert.ok(answer.confidence < 0.9);
});

test("locate: a map of today finds the streets of former wards in the ward they became", async () => {
  const today = drawTown({
    areas: [{ name: "Phường Sài Gòn", level: 6, box: [1000, 0, 3000, 1000] }],
    streets: [
      {
        name: "Lê Lợi",
        line: [
          [0, 500],
          [4000, 500],
        ],
      },
    ],
    houses: [{ number: "150", street: "Lê Lợi", at: [1500, 490] }],
  });
  const modern = createPlaces({ map: new MapIndex(buildTables(today), "today") });
  for (const units of ["Phường Bến Nghé, Quận 1, Hồ Chí Minh", "Phường Sài Gòn, Hồ Chí Minh"]) {
    assertNear((await located(modern, `150 Lê Lợi, ${units}`)).point, [1500, 490], 1);
    assertNear((await located(modern, `Lê Lợi, ${units}`)).point, [2000, 500], 50);
  }
});

test("locate without a map: ward, district and province as far as they are known, in both forms", async () => {
  const rows = [
    ["50 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh", "ward", { lat: 10.7721, lng: 106.6953 }, 1_500],
    ["50 Lê Lợi, Phường Bến Thành, Thành phố Hồ Chí Minh", "ward", { lat: 10.7721, lng: 106.6953 }, 1_500],
    ["12 Hàng Bạc, Phường Hàng Bạc, Quận Hoàn Kiếm, Hà Nội", "ward", { lat: 21.0343, lng: 105.8525 }, 1_500],
    ["12 Hàng Bạc, Phường Hoàn Kiếm, Hà Nội", "ward", { lat: 21.0343, lng: 105.8525 }, 1_500],
    ["36 Bạch Đằng, Phường Hải Châu 1, Quận Hải Châu, Đà Nẵng", "ward", { lat: 16.06, lng: 108.22 }, 4_000],
    ["12 Trần Phú, Phường Lộc Thọ, Thành phố Nha Trang, Khánh Hòa", "ward", { lat: 12.24, lng: 109.19 }, 4_000],
    ["8 Lê Duẩn, Phường Tân Thành, Buôn Ma Thuột, Đắk Lắk", "ward", { lat: 12.68, lng: 108.04 }, 6_000],
    ["5 Hạ Long, Phường 2, Thành phố Vũng Tàu, Bà Rịa - Vũng Tàu", "province", { lat: 10.5, lng: 107.2 }, 40_000],
  ] as const;
  for (const [address, by, near, metersMax] of rows) {
    const answer = await located(blind, address);
    assert.equal(answer.by, by, address);
    assert.ok(metersBetween(answer.point, near) < metersMax, `${address}: ${JSON.stringify(answer)}`);
  }
});

test("locate: the nearer the answer, the greater the confidence", async () => {
  const addresses = [
    `50 Lê Lợi, ${IN_BEN_THANH}`,
    `70 Lê Lợi, ${IN_BEN_THANH}`,
    `Lê Lợi, ${IN_BEN_THANH}`,
    `Đường Không Có, ${IN_BEN_THANH}`,
    "5 Hạ Long, Phường 2, Thành phố Vũng Tàu, Bà Rịa - Vũng Tàu",
  ];
  const answers = await Promise.all(addresses.map((address) => located(places, address)));
  const levels = answers.map((answer) => answer.by);
  assert.deepEqual(levels, ["house", "interpolated", "street", "ward", "province"]);
  const confidences = answers.map((answer) => answer.confidence);
  assert.deepEqual(
    confidences,
    confidences.toSorted((a, b) => b - a),
  );
});

test("locate: plus codes, full and short, need no street", async () => {
  for (const address of [
    "7P28QMCX+JV",
    "QMCX+JV Quận 1, Hồ Chí Minh, Việt Nam",
    "qmcx+jv, Hồ Chí Minh",
    "QMCX+JV, Phường Bến Thành, Hồ Chí Minh",
  ]) {
    const answer = await located(blind, address);
    assert.equal(answer.by, "plus_code");
    assert.ok(metersBetween(answer.point, { lat: 10.77156, lng: 106.69969 }) < 10, address);
  }
});

test("locate: each refusal is its own", async () => {
  const rows = [
    ["12 Lê Lợi, Quận 1, Hồ Chí Minh", "ADDRESS_MALFORMED"],
    ["12 Lê Lợi, Phường Bến Thành, Quận 1, Tỉnh Không Có", "PROVINCE_UNKNOWN"],
    ["9F4MGC22+22", "PROVINCE_UNKNOWN"],
    ["QMCX+JV, Berlin", "PROVINCE_UNKNOWN"],
    ["12 Lê Lợi, Phường Trên Trời, Quận Dưới Đất, Hồ Chí Minh", "ADDRESS_MALFORMED"],
    ["12 Lê Lợi, Phường Trên Trời, Quận 1, Hồ Chí Minh", "ADDRESS_MALFORMED"],
    ["12 Lê Lợi, Phường Trên Trời, Hồ Chí Minh", "ADDRESS_MALFORMED"],
  ] as const;
  for (const [address, refused] of rows) {
    const answer = await blind.locate(address);
    assert.equal(isRefusal(answer) && answer.refused, refused, address);
  }
});

test("judge speaks of the format only", () => {
  assert.equal(blind.judge("12 Lê Lợi, Phường Bến Thành, Quận 1, Hồ Chí Minh"), undefined);
  assert.equal(blind.judge("12 Lê Lợi, Phường Bến Thành, Quận 1, Tỉnh Không Có"), undefined);
  assert.equal(blind.judge("12 Lê Lợi, Q1, Hồ Chí Minh")?.refused, "ADDRESS_MALFORMED");
});

test("the outside geocoder is asked last, and only when nothing nearer than a ward was found", async () => {
  const asked: string[] = [];
  const geocode: Geocode = async (address) => {
    asked.push(address);
    return { point: spotOnEarth([700, 700]), matched: "Chợ Bến Thành" };
  };
  const helped = createPlaces({ map, geocode });
  assert.equal((await located(helped, `50 Lê Lợi, ${IN_BEN_THANH}`)).by, "house");
  assert.deepEqual(asked, []);
  const address = `7 Đường Không Có, ${IN_BEN_THANH}`;
  const answer = await located(helped, address);
  assert.deepEqual(asked, [address]);
  assert.equal(answer.by, "geocoder");
  assert.equal(answer.matched, "Chợ Bến Thành");
});

test("a geocoder's hit far from the ward that was named is a hit on another address", async () => {
  const helped = createPlaces({
    map,
    geocode: async () => ({ point: { lat: 21.03, lng: 105.85 }, matched: "Hà Nội" }),
  });
  assert.equal((await located(helped, `7 Đường Không Có, ${IN_BEN_THANH}`)).by, "ward");
});

test("a geocoder that is away leaves what is known", async () => {
  const helped = createPlaces({ geocode: async () => refuse("GEOCODER_AWAY", "it sleeps") });
  assert.equal((await located(helped, `7 Đường Không Có, ${IN_BEN_THANH}`)).by, "ward");
});

test("areaOf: the map's boundaries where there are any, the nearest known ward elsewhere", () => {
  assert.deepEqual(places.areaOf(spotOnEarth([1500, 500])), {
    province: "Hồ Chí Minh",
    district: "Quận 1",
    ward: "Phường Bến Nghé",
  });
  const rows = [
    [{ lat: 10.7721, lng: 106.6983 }, "Phường Bến Thành, Quận 1, Hồ Chí Minh"],
    [{ lat: 21.0287, lng: 105.8524 }, "Phường Hoàn Kiếm, Quận Hoàn Kiếm, Hà Nội"],
    [{ lat: 16.0605, lng: 108.2175 }, "Quận Hải Châu, Đà Nẵng"],
    [{ lat: 10.3476, lng: 107.0763 }, "Hồ Chí Minh"],
    [{ lat: 10.9464, lng: 106.8244 }, "Đồng Nai"],
    [{ lat: 11.9404, lng: 108.4583 }, "Lâm Đồng"],
    [{ lat: 52.52, lng: 13.4 }, ""],
    [{ lat: 12, lng: 112 }, ""],
    [{ lat: 0, lng: 0 }, ""],
  ] as const;
  for (const [point, names] of rows) {
    const { ward, district, province } = blind.areaOf(point);
    assert.equal([ward, district, province].filter(Boolean).join(", "), names, JSON.stringify(point));
  }
});
