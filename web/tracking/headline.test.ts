import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { headlineOf } from "./headline.ts";

const pickup: Tracking["stops"][number] = { index: 0, kind: "pickup", own: false, area: "", status: "", eta: null };
const door: Tracking["stops"][number] = { index: 1, kind: "delivery", own: true, area: "", status: "", eta: null };
const driver = (coarse: boolean): NonNullable<Tracking["driver"]> => ({
  first_name: "Minh",
  plate_number: "59A1-1",
  vehicle: "BIKE",
  position: { lat: 10.7, lng: 106.7, at: 0, coarse },
});
const state: Tracking = {
  order_id_short: "AB12",
  status: "IN PROCESS",
  sub_status: "",
  service_name: "",
  service_name_vi: "",
  mode: "live",
  time_zone: "Asia/Ho_Chi_Minh",
  created_at: 0,
  steps: [],
  stops: [pickup, door],
  map: { label: "", demo: true },
  updated_at: 0,
  server_time: 0,
};
const withDoor = (status: Tracking["stops"][number]["status"]) => ({ stops: [pickup, { ...door, status }] });

const CASES: readonly (readonly [string, Partial<Tracking>])[] = [
  ["scheduled", { status: "IDLE" }],
  ["searching", { status: "ASSIGNING" }],
  ["toPickup", { status: "ACCEPTED" }],
  ["toPickup", { status: "ACCEPTED", sub_status: "BOARDED" }],
  ["atPickup", { status: "ACCEPTED", sub_status: "ARRIVED" }],
  ["atPickup", { status: "CONFIRMING" }],
  ["atPickup", { status: "PAYING" }],
  ["onTheWay", {}],
  ["onTheWay", { driver: driver(false) }],
  ["otherStopsFirst", { driver: driver(true) }],
  ["otherStopsFirst", { driver: driver(true), sub_status: "COMPLETING" }],
  ["almostThere", { driver: driver(false), sub_status: "COMPLETING" }],
  // The driver goes on to others; for this door it is over.
  ["delivered", withDoor("COMPLETED")],
  ["failed", withDoor("FAILED")],
  ["returning", { ...withDoor("FAILED"), status: "COMPLETED", sub_status: "IN_RETURN" }],
  ["returned", { ...withDoor("FAILED"), status: "COMPLETED", sub_status: "RETURNED" }],
  ["again", { ...withDoor(""), status: "COMPLETED", sub_status: "IN_REDELIVERY" }],
  // The second attempt is at another door.
  ["failed", { ...withDoor("FAILED"), status: "COMPLETED", sub_status: "IN_REDELIVERY" }],
  // Another door's goods go back; this one was delivered.
  ["delivered", { ...withDoor("COMPLETED"), status: "COMPLETED", sub_status: "IN_RETURN" }],
  ["underWay", { stops: [pickup, { ...door, own: false }, { ...door, own: false, index: 2 }] }],
  ["delivered", { status: "COMPLETED", stops: [pickup, { ...door, own: false, status: "COMPLETED" }] }],
  ["cancelled", { ...withDoor(""), status: "CANCELLED" }],
];

for (const [headline, more] of CASES) {
  test(`${headline} is what a recipient reads of ${JSON.stringify(more)}`, () => {
    assert.equal(headlineOf({ ...state, ...more }), headline);
  });
}
