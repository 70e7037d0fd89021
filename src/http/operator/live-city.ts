import { LiveCity } from "../../contract/live-city.ts";
import { refuse, refuseForNow } from "../../domain/refusal.ts";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { openEventStream } from "../base/event-stream.ts";
import { type AnyAsked, callsOf } from "../calls/call.ts";
import { type LiveBoardDeps, openLiveBoard } from "./live-board.ts";
import type { LiveStreams } from "./live-streams.ts";

export type LiveDoor = LiveBoardDeps & {
  readonly catalogue: CatalogueKeeper;
  readonly isOperatorStill: (request: AnyAsked) => Promise<boolean>;
  readonly liveStreams: LiveStreams;
};

const RETRY_AFTER_SECONDS = 30;
// A large city is told in a megabyte or two at first, which a slow line takes a while to read.
const UNREAD_BYTES_MAX = 8 * 1024 * 1024;

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
    run: async ({ params: { id } }, deps) => {
      const refusal = refuseUnknown(deps, id);
      if (refusal) return refusal;
      const board = openLiveBoard(deps, id);
      await board.look();
      return board.city();
    },
  }),
  call.plain({
    id: "followLiveCity",
    at: "GET /operator/v1/cities/:id/live/stream",
    summary: "The same as a stream: `city` at first, then `changes`",
    description:
      "Of `changes`, `drivers` and `orders` take the place of those that were told, `gone` (numbers of drivers) and `closed` (order ids) take away, and `moves` are " +
      "four whole numbers a driver: their `n`, how far north and east of before in 1/100,000 of a degree, and the heading in tens of degrees, -1 for none.",
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
      const stream = openEventStream(reply, request.id, () => deps.liveStreams.leave(stream), UNREAD_BYTES_MAX);
      deps.liveStreams.follow(id, stream, () => deps.isOperatorStill(request));
      return reply;
    },
  }),
];
