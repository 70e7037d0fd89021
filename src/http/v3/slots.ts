// Slots of planned services.
import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import { SlotRecord } from "../../contract/slot.ts";
import { listSlots, type SlotDeps } from "../../operations/rolling-plan/list-slots.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const call = callsOf<SlotDeps>("Cities and services");

export const slotCalls = [
  call({
    id: "listSlots",
    at: "GET /v3/services/:service_id/slots",
    summary: "Slots of a planned service",
    description:
      "The next slots that can be chosen, with what is left of each. With the places of pickup and door the plan of the city is " +
      "asked whether they fit in. Empty for a service that is not planned.",
    query: Type.Object({
      lat: maybe(field.text("Of the pickup.", { examples: ["10.7769"] })),
      lng: maybe(Type.String({ examples: ["106.7009"] })),
      to_lat: maybe(field.text("Of the door.", { examples: ["10.7626"] })),
      to_lng: maybe(Type.String({ examples: ["106.6822"] })),
      date: maybe(field.text("The slots of this day alone.", { examples: ["2026-11-17"] })),
    }),
    answer: Type.Array(SlotRecord),
    refusals: ["SERVICE_NOT_FOUND", ["BAD_REQUEST", "a coordinate or the date"]],
    run: (request, deps) => {
      const { lat, lng, to_lat: toLat, to_lng: toLng, date } = request.query;
      const asked = { lat, lng, toLat, toLng, date };
      return listSlots(deps, callerOf(request).partnerId, request.params.service_id, asked);
    },
    encode: (slots) =>
      slots.map(({ from, to, left }) => ({
        slot: unixSeconds(from),
        deliver_from: unixSeconds(from),
        deliver_by: unixSeconds(to),
        free: left !== 0,
        left: left ?? null,
      })),
  }),
];
