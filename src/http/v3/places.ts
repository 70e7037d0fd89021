// Places to whoever fills in an address: suggestions while they type, and what is at a coordinate they chose on a map.
import { Type } from "typebox";
import { SUGGEST_COST } from "../../domain/call-costs.ts";
import { openPlaceFinder, type PlacesDeps, reversePlace } from "../../operations/places/find-places.ts";
import { answer, responses } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf, isOperator } from "../base/callers.ts";
import { charge } from "../limits/rate-limits.ts";
import { encodeNearest, encodeSuggested, NearestRecord, SuggestedRecord } from "../wire/place.ts";

const Coordinate = (example: string) => Type.Optional(Type.String({ examples: [example] }));

export function registerPlaceCalls(app: App, deps: PlacesDeps): void {
  const finder = openPlaceFinder(deps);

  app.get(
    "/v3/places/suggest",
    {
      schema: {
        tags: ["Places"],
        operationId: "suggestPlaces",
        summary: "What an address that is being typed may mean",
        querystring: Type.Object({
          q: Type.Optional(Type.String({ description: "As typed so far.", examples: ["ben tha"] })),
          lat: Coordinate("10.7769"),
          lng: Coordinate("106.7009"),
          limit: Type.Optional(Type.String({ description: "1 to 20; 5 without it." })),
        }),
        response: responses(Type.Object({ places: Type.Array(SuggestedRecord) }, { title: "SuggestedPlaces" })),
      },
    },
    async (request, reply) => {
      const { q, lat, lng, limit } = request.query;
      const caller = isOperator(request) ? undefined : callerOf(request);
      return (
        charge(reply, SUGGEST_COST) ??
        answer(reply, await finder.suggest(caller, { text: q, lat, lng, limit }), (places) => ({
          places: places.map(encodeSuggested),
        }))
      );
    },
  );

  app.get(
    "/v3/places/reverse",
    {
      schema: {
        tags: ["Places"],
        operationId: "reversePlace",
        summary: "The address at a coordinate, in both administrative forms",
        querystring: Type.Object({ lat: Coordinate("10.7725"), lng: Coordinate("106.698") }),
        response: responses(NearestRecord),
      },
    },
    async (request, reply) =>
      answer(reply, reversePlace(deps.places, request.query.lat, request.query.lng), encodeNearest),
  );
}
