// The line from where a driver is to where they go next, by the roads of the loaded map.

import { Type } from "typebox";
import { field } from "../../contract/fields.ts";
import { isLatLng, type LatLng } from "../../domain/geo.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import { profileOf } from "../../domain/roads.ts";
import type { Services } from "../../operations/services.ts";
import { driverOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";

const place = Type.String({
  pattern: "^-?\\d{1,3}(\\.\\d{1,20})?,-?\\d{1,3}(\\.\\d{1,20})?$",
  examples: ["10.7769,106.7009"],
});

const call = callsOf<Pick<Services, "roads" | "clock">>("Driver");

export const wayCalls = [
  call.plain({
    id: "getWay",
    at: "GET /driver/v1/way",
    summary: "The way from one place to another, for the driver's vehicle",
    description: "Places as `lat,lng`. 404 NOT_FOUND when no road leads there, or the roads do not answer.",
    query: Type.Object({ from: place, to: place }),
    answer: Type.Object({
      polyline: field.text("Encoded, five decimals."),
      distance: field.number("m"),
      duration: field.number("s"),
    }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND"],
    run: async (request, deps) => {
      const ends = [placeOf(request.query.from), placeOf(request.query.to)];
      if (!ends.every(isLatLng)) return refuse("INVALID_DATA", "from or to is not on the earth.");
      const way = await deps.roads.route(profileOf(driverOf(request).vehicle), ends, deps.clock.now());
      if (isRefusal(way)) return refuse("NOT_FOUND", "No way is known from there to there.");
      const { polyline, distanceMeters, durationSeconds } = way;
      return { polyline, distance: Math.round(distanceMeters), duration: Math.round(durationSeconds) };
    },
  }),
];

function placeOf(text: string): LatLng {
  const [lat, lng] = text.split(",").map(Number);
  return { lat: lat ?? Number.NaN, lng: lng ?? Number.NaN };
}
