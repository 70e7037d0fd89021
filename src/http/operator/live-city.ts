// The operator's live map of a city, once or as a stream.
import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { refuse } from "../../domain/refusal.ts";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import type { Database } from "../../store/db.ts";
import { responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { openEventStream } from "../base/event-stream.ts";
import { LiveCity } from "../wire/live-city.ts";
import { type LiveStreams, readLiveCity } from "./live-streams.ts";

export type LiveDoor = {
  readonly db: Database;
  readonly catalogue: CatalogueKeeper;
  readonly isOperatorStill: (request: FastifyRequest) => Promise<boolean>;
  readonly liveStreams: LiveStreams;
};

const RETRY_AFTER_SECONDS = 30;

export function registerLiveCalls(app: App, deps: LiveDoor): void {
  const documented = { tags: ["Operator"], params: Type.Object({ id: Type.String() }) };
  const unknown = (id: string) =>
    deps.catalogue.current().cities.has(id) ? undefined : refuse("CITY_NOT_FOUND", `There is no city ${id}.`);

  app.get(
    "/operator/v1/cities/:id/live",
    {
      schema: {
        ...documented,
        operationId: "seeLiveCity",
        summary: "Drivers and open orders of a city at this moment",
        response: responses(LiveCity),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const refusal = unknown(id);
      return refusal ? sendRefusal(reply, refusal) : reply.send(await readLiveCity(deps.db, id));
    },
  );

  app.get(
    "/operator/v1/cities/:id/live/stream",
    {
      schema: {
        ...documented,
        operationId: "followLiveCity",
        summary: "The same as a stream: `city` at once and after every change",
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const refusal = unknown(id);
      if (refusal) return sendRefusal(reply, refusal);
      if (deps.liveStreams.isFull()) {
        const full = refuse("SERVICE_UNAVAILABLE", "Too many live maps are open; ask for the city instead.");
        return sendRefusal(reply.header("retry-after", RETRY_AFTER_SECONDS), full);
      }
      const stream = openEventStream(reply, request.id, () => deps.liveStreams.leave(stream));
      deps.liveStreams.follow(id, stream, () => deps.isOperatorStill(request));
      return reply;
    },
  );
}
