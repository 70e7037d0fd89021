import { LiveCity } from "../../contract/live-city.ts";
import { refuse, refuseForNow } from "../../domain/refusal.ts";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { openEventStream } from "../base/event-stream.ts";
import { type AnyAsked, callsOf } from "../calls/call.ts";
import { type LiveCityDeps, type LiveStreams, readLiveCity } from "./live-streams.ts";

export type LiveDoor = LiveCityDeps & {
  readonly catalogue: CatalogueKeeper;
  readonly isOperatorStill: (request: AnyAsked) => Promise<boolean>;
  readonly liveStreams: LiveStreams;
};

const RETRY_AFTER_SECONDS = 30;

const call = callsOf<LiveDoor>("Operator");

function refuseUnknown({ catalogue }: LiveDoor, id: string) {
  return catalogue.current().cities.has(id) ? undefined : refuse("CITY_NOT_FOUND", `There is no city ${id}.`);
}

export const liveCalls = [
  call.plain({
    id: "seeLiveCity",
    at: "GET /operator/v1/cities/:id/live",
    summary: "Drivers and open orders of a city at this moment",
    answer: LiveCity,
    refusals: ["CITY_NOT_FOUND"],
    run: async ({ params: { id } }, deps) => refuseUnknown(deps, id) ?? (await readLiveCity(deps, id)),
  }),
  call.plain({
    id: "followLiveCity",
    at: "GET /operator/v1/cities/:id/live/stream",
    summary: "The same as a stream: `city` at once and after every change",
    refusals: ["CITY_NOT_FOUND", "SERVICE_UNAVAILABLE"],
    run: (request, deps, { reply }) => {
      const { id } = request.params;
      const refusal = refuseUnknown(deps, id);
      if (refusal) return refusal;
      if (deps.liveStreams.isFull())
        return refuseForNow(
          "SERVICE_UNAVAILABLE",
          "Too many live maps are open; ask for the city instead.",
          RETRY_AFTER_SECONDS,
        );
      const stream = openEventStream(reply, request.id, () => deps.liveStreams.leave(stream));
      deps.liveStreams.follow(id, stream, () => deps.isOperatorStill(request));
      return reply;
    },
  }),
];
