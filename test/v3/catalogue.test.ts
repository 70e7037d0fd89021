import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { startGiao } from "../harness/giao.ts";

const giao = await startGiao();
const other = await giao.call("POST", "/operator/v1/partners", {
  operator: true,
  body: { id: "other", name: "Other" },
});
await giao.register("84977000001", other.body.api_key);
const token = await giao.signIn();
const stranger = await giao.signIn("84977000001", other.body.api_key);
const services = (query: string, bearer = token) => giao.call("GET", `/v3/services?${query}`, { token: bearer });
const ids = (answer: { body: { _id: string }[] }) => answer.body.map((service) => service._id);

describe("city listings", () => {
  test("v3 needs a token and lists the seeded cities without level", async () => {
    assertRefused(await giao.call("GET", "/v3/cities?country_id=VN"), 401, "NOT_AUTHORIZED");
    const answer = await giao.call("GET", "/v3/cities?country_id=VN", { token });
    assertOk(answer);
    assert.deepEqual(ids(answer), ["SGN", "HAN", "DAD", "HPH", "VCA", "CXR", "HUI", "BMV"]);
    assert.deepEqual(answer.body[0], {
      _id: "SGN",
      name: "Ho Chi Minh City",
      name_vi_vn: "Hồ Chí Minh",
      country_id: "VN",
      time_zone: "Asia/Ho_Chi_Minh",
    });
  });

  test("v1 needs no token and carries level", async () => {
    const answer = await giao.call("GET", "/v1/order/cities?country_id=VN");
    assertOk(answer);
    assert.ok(answer.body.every((city: { level: unknown }) => typeof city.level === "number"));
  });

  for (const [path, call] of [
    ["/v3/cities", { token }],
    ["/v1/order/cities", {}],
  ] as const) {
    test(`${path}: an unknown country is an empty list, a missing one is refused`, async () => {
      assert.deepEqual((await giao.call("GET", `${path}?country_id=TH`, call)).body, []);
      assertRefused(await giao.call("GET", path, call), 400, "MISSING_REQUIRED_INFO");
      assertRefused(await giao.call("GET", `${path}?country_id=`, call), 400, "MISSING_REQUIRED_INFO");
    });
  }
});

describe("GET /v3/services", () => {
  test("lists a city's services with the fields of 2.11 and their special requests", async () => {
    const answer = await services("city_id=SGN");
    assertOk(answer);
    assert.deepEqual(ids(answer), [
      "SGN-BIKE",
      "SGN-ECO",
      "SGN-2H",
      "SGN-SAMEDAY",
      "SGN-TRUCK-500",
      "SGN-TRUCK-1000",
      "SGN-VAN-500",
      "VNM-PARTNER-DEMO",
    ]);
    const bike = answer.body[0];
    assert.equal(bike.distance_fee, "(25000 if x <= 4 else 25000 + (x - 4) * 5500)");
    assert.equal(bike.cod, 10_000_000);
    assert.equal(bike.commission_type, "PERCENTAGE");
    assert.equal(bike.commission_value, 21.2);
    assert.equal(bike.vat_rate, 0.08);
    assert.equal(bike.stop_fee, 5500);
    assert.equal(bike.max_stop_points, 5);
    assert.equal(bike.max_distance, 100_000);
    assert.equal(bike.timeout, 600);
    const tip = bike.requests.find((request: { _id: string }) => request._id === "SGN-BIKE-TIP");
    assert.equal(tip.price, 5000);
    assert.equal(tip.max_input, 5);
    assert.equal(tip.group_id, "TIP");
    assert.equal(tip.enable, true);
    assert.deepEqual(tip.device_types, []);
    assert.ok(bike.requests.some((request: { _id: string }) => request._id === "SGN-BIKE-ROUND-TRIP"));
  });

  test("finds the city of a coordinate", async () => {
    assert.equal(ids(await services("lat=10.7769&lng=106.7009"))[0], "SGN-BIKE");
    assert.equal(ids(await services("lat=21.0285&lng=105.8542"))[0], "HAN-BIKE");
  });

  test("filters by delivery type", async () => {
    assert.deepEqual(ids(await services("city_id=SGN&delivery_type=TRUCK")), [
      "SGN-TRUCK-500",
      "SGN-TRUCK-1000",
      "SGN-VAN-500",
    ]);
    assert.ok(ids(await services("city_id=SGN&delivery_type=INSTANT")).includes("SGN-2H"));
  });

  test("city_id wins over a coordinate", async () => {
    assert.equal(ids(await services("city_id=HAN&lat=10.7769&lng=106.7009"))[0], "HAN-BIKE");
  });

  const faults: readonly (readonly [string, string, number, string])[] = [
    ["an unknown delivery type in an unknown city", "city_id=QQQ&delivery_type=BOAT", 406, "INVALID_DELIVERY_TYPE"],
    ["a delivery type in lower case", "city_id=SGN&delivery_type=truck", 406, "INVALID_DELIVERY_TYPE"],
    ["an unknown city", "city_id=QQQ", 404, "CITY_NOT_FOUND"],
    ["nothing to find a city by", "", 404, "CITY_NOT_FOUND"],
    ["half a coordinate", "lat=10.77", 404, "CITY_NOT_FOUND"],
    ["a point at sea", "lat=10&lng=112", 404, "CITY_NOT_FOUND"],
    ["a coordinate that is none", "lat=abc&lng=106", 404, "CITY_NOT_FOUND"],
    ["lat and lng exchanged", "lat=106.7&lng=10.77", 404, "CITY_NOT_FOUND"],
    ["city_id twice", "city_id=SGN&city_id=HAN", 400, "BAD_REQUEST"],
  ];
  for (const [name, query, status, code] of faults) {
    test(`refuses ${name} with ${status} ${code}`, async () => assertRefused(await services(query), status, code));
  }

  test("no token is 401 before anything else", async () => {
    assertRefused(await giao.call("GET", "/v3/services?delivery_type=BOAT"), 401, "NOT_AUTHORIZED");
  });

  test("a partner-hosted service is seen by its partner alone", async () => {
    assert.ok(!ids(await services("city_id=SGN", stranger)).includes("VNM-PARTNER-DEMO"));
    assertRefused(
      await giao.call("GET", "/v3/services/VNM-PARTNER-DEMO", { token: stranger }),
      404,
      "SERVICE_NOT_FOUND",
    );
    assertOk(await giao.call("GET", "/v3/services/VNM-PARTNER-DEMO", { token }));
  });
});

describe("GET /v3/services/<service_id>", () => {
  test("is an array of one", async () => {
    const answer = await giao.call("GET", "/v3/services/SGN-BIKE", { token });
    assertOk(answer);
    assert.equal(answer.body.length, 1);
    assert.equal(answer.body[0]._id, "SGN-BIKE");
    assert.ok(answer.body[0].requests.length >= 7);
  });

  test("an unknown one is 404", async () => {
    assertRefused(await giao.call("GET", "/v3/services/SGN-BOAT", { token }), 404, "SERVICE_NOT_FOUND");
  });
});

describe("the operator's catalogue", () => {
  const put = (path: string, body: unknown) => giao.call("PUT", `/operator/v1/${path}`, { operator: true, body });

  test("a changed tariff is a new version and every replica shows it", async () => {
    const replica = await giao.replica();
    const saved = await put("services/DAD-BIKE", { distance_fee: "30000 + x * 5000", stop_fee: 6000 });
    assertOk(saved);
    assert.equal(saved.body.tariff_version, 2);
    assert.equal(saved.body.cod, 10_000_000, "what was not sent stays");
    for (let tries = 0; ; tries++) {
      const [seen] = (await replica.call("GET", "/v3/services/DAD-BIKE", { token })).body;
      if (seen.tariff_version === 2 && seen.stop_fee === 6000) break;
      assert.ok(tries < 200, "the other replica never heard of it");
    }
    const [row] = await giao.house.db<{ versions: number }>`
      select count(*)::int as versions from service_versions where service_id = 'DAD-BIKE'`;
    assert.equal(row?.versions, 2);
  });

  const badServices: readonly (readonly [string, string, unknown, RegExp])[] = [
    ["a tariff that does not parse", "SGN-ECO", { distance_fee: "(18000 if x <= 4 els 1)" }, /character 18/],
    ["a tariff that calls a function", "SGN-ECO", { distance_fee: "__import__('os')" }, /distance_fee/],
    ["a tariff that goes below zero", "SGN-ECO", { distance_fee: "10000 - x * 1000" }, /distance_fee/],
    ["a VAT rate above one", "SGN-ECO", { vat_rate: 8 }, /vat_rate/],
    ["hours that are none", "SGN-ECO", { service_hours: [{ from: "25:00", to: "26:00" }] }, /service_hours/],
    ["a zone that is no polygon", "SGN-ECO", { pickup_area: { type: "Point", coordinates: [1, 2] } }, /pickup_area/],
    ["a fee of the wrong type", "SGN-ECO", { stop_fee: "5000" }, /stop_fee/],
    ["a service of a city that is not there", "ZZZ-BIKE", { distance_fee: "1000" }, /ZZZ/],
    ["a new service without a tariff", "SGN-NEW", {}, /distance_fee/],
  ];
  for (const [name, id, body, words] of badServices) {
    test(`refuses ${name} and changes nothing`, async () => {
      const before = await giao.call("GET", "/v3/services/SGN-ECO", { token });
      const answer = await put(`services/${id}`, body);
      assertRefused(answer, 400, "INVALID_DATA");
      assert.match(answer.body.description, words);
      assert.deepEqual((await giao.call("GET", "/v3/services/SGN-ECO", { token })).body, before.body);
    });
  }

  test("a disabled service does not exist for partners, and comes back", async () => {
    assertOk(await put("services/HPH-ECO", { enable: false }));
    assertRefused(await giao.call("GET", "/v3/services/HPH-ECO", { token }), 404, "SERVICE_NOT_FOUND");
    assert.ok(!ids(await services("city_id=HPH")).includes("HPH-ECO"));
    assertOk(await put("services/HPH-ECO", { enable: true }));
    assert.ok(ids(await services("city_id=HPH")).includes("HPH-ECO"));
  });

  test("a new city with a service can be opened", async () => {
    const outline = {
      type: "Polygon",
      coordinates: [
        [
          [106.5, 20.2],
          [106.7, 20.2],
          [106.7, 20.4],
          [106.5, 20.4],
          [106.5, 20.2],
        ],
      ],
    };
    assertOk(await put("cities/THB", { country_id: "VN", name: "Thai Binh", name_vi_vn: "Thái Bình", outline }));
    assertOk(await put("services/THB-BIKE", { distance_fee: "20000 + x * 4000" }));
    assert.deepEqual(ids(await services("lat=20.3&lng=106.6&delivery_type=INSTANT")).slice(0, 1), ["THB-BIKE"]);
    assertRefused(await put("cities/T", { name: "T", outline }), 400, "INVALID_DATA");
    assertRefused(await put("cities/TTT", { name: "T" }), 400, "INVALID_DATA");
  });

  test("two operators changing different figures of one service at once lose neither", async () => {
    const answers = await Promise.all([
      put("services/VCA-BIKE", { stop_fee: 7000 }),
      put("services/VCA-BIKE", { cod: 777_000 }),
    ]);
    for (const answer of answers) assertOk(answer);
    const [seen] = (await giao.call("GET", "/v3/services/VCA-BIKE", { token })).body;
    assert.equal(seen.stop_fee, 7000);
    assert.equal(seen.cod, 777_000);
    assert.equal(seen.tariff_version, 3);
  });

  test("the operator's calls need the operator's key", async () => {
    for (const [method, path] of [
      ["PUT", "/operator/v1/services/SGN-BIKE"],
      ["GET", "/operator/v1/partners"],
      ["GET", "/operator/v1/sms"],
    ] as const) {
      assertRefused(
        await giao.call(method, path, { token, ...(method === "PUT" ? { body: {} } : {}) }),
        401,
        "NOT_AUTHORIZED",
      );
    }
  });
});
