import assert from "node:assert/strict";
import { test } from "node:test";
import { CITY_SEEDS } from "../../domain/catalogue/seed/city-outlines.ts";
import { SERVICE_SEEDS } from "../../domain/catalogue/seed/services.ts";
import { metersBetween } from "../../domain/geo.ts";
import { POSTS } from "./robot-fleet.ts";

// Of auto assign.
const REACH_METERS = 3_000;

test("every seeded service has a robot that reaches the centre of its city", () => {
  for (const service of SERVICE_SEEDS) {
    const { center } = CITY_SEEDS.find(({ id }) => id === service.cityId)!;
    const near = POSTS.some(
      ({ cityId, vehicle, home }) =>
        cityId === service.cityId && vehicle === service.vehicle && metersBetween(home, center) <= REACH_METERS,
    );
    assert.ok(near, `${service.id} has none`);
  }
});
