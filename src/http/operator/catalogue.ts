// The operator's cities and services. A body names only what changes; a new service must bring its tariff.
import { Type } from "typebox";
import { type SaveDeps, saveCity, saveService } from "../../operations/catalogue/save-catalogue.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { encodeOperatorCity, OperatorCity } from "../wire/city.ts";
import { encodeService, ServiceRecord } from "../wire/service.ts";
import { CityBody, decodeCity, decodeService, ServiceBody } from "../wire/service-draft.ts";

const IdParams = Type.Object({ id: Type.String() });
export type OperatorCatalogueDoor = SaveDeps;

export function registerOperatorCatalogueCalls(app: App, deps: OperatorCatalogueDoor): void {
  const documented = { tags: ["Operator"] };

  app.put(
    "/operator/v1/cities/:id",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "saveCity",
        summary: "Add or change a city",
        params: IdParams,
        body: CityBody,
        response: responses(OperatorCity),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      return answer(reply, await saveCity(deps, request.params.id, decodeCity(request.body)), encodeOperatorCity);
    },
  );

  app.put(
    "/operator/v1/services/:id",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "saveService",
        summary: "Add or change a service",
        description:
          "Every save is a new tariff version. A distance_fee that does not parse is refused with the position of the fault.",
        params: IdParams,
        body: ServiceBody,
        response: responses(ServiceRecord),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      return answer(reply, await saveService(deps, request.params.id, decodeService(request.body)), encodeService);
    },
  );
}
