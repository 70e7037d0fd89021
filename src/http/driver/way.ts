// The line from where a driver is to where he goes next, by the roads of the loaded map.
import { Type } from "typebox";
import { isLatLng, type LatLng } from "../../domain/geo.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { Roads } from "../../domain/roads.ts";
import type { Clock } from "../../ports/clock.ts";
import { responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { driverOf } from "./driver-callers.ts";

export type WayDoor = { readonly roads: Roads; readonly clock: Clock };

const place = Type.String({
  pattern: "^-?\\d{1,3}(\\.\\d{1,12})?,-?\\d{1,3}(\\.\\d{1,12})?$",
  examples: ["10.7769,106.7009"],
});

export function registerWayCall(app: App, deps: WayDoor): void {
  app.get(
    "/driver/v1/way",
    {
      attachValidation: true,
      schema: {
        tags: ["Driver"],
        operationId: "getWay",
        summary: "The way from one place to another, for the driver's vehicle",
        description: "Places as `lat,lng`. 404 NOT_FOUND when no road leads there, or the roads do not answer.",
        querystring: Type.Object({ from: place, to: place }),
        response: responses(
          Type.Object({
            polyline: Type.String({ description: "Encoded, five decimals." }),
            distance: Type.Number({ description: "m" }),
            duration: Type.Number({ description: "s" }),
          }),
        ),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const ends = [placeOf(request.query.from), placeOf(request.query.to)];
      if (!ends.every(isLatLng)) return sendRefusal(reply, refuse("INVALID_DATA", "from or to is not on the earth."));
      const way = await deps.roads.route(driverOf(request).vehicle === "BIKE" ? "bike" : "car", ends, deps.clock.now());
      if (isRefusal(way)) return sendRefusal(reply, refuse("NOT_FOUND", "No way is known from there to there."));
      const { polyline, distanceMeters, durationSeconds } = way;
      return reply.send({ polyline, distance: Math.round(distanceMeters), duration: Math.round(durationSeconds) });
    },
  );
}

function placeOf(text: string): LatLng {
  const [lat, lng] = text.split(",").map(Number);
  return { lat: lat ?? Number.NaN, lng: lng ?? Number.NaN };
}
