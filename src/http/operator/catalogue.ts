import { OperatorCity } from "../../contract/city.ts";
import { ServiceRecord } from "../../contract/service.ts";
import { CityBody, ServiceBody } from "../../contract/service-draft.ts";
import { type SaveDeps, saveCity, saveService } from "../../operations/catalogue/save-catalogue.ts";
import { callsOf } from "../calls/call.ts";
import { encodeOperatorCity } from "../wire/city.ts";
import { encodeOperatorService, encodeService } from "../wire/service.ts";
import { decodeCity, decodeService } from "../wire/service-draft.ts";

const call = callsOf<SaveDeps>("Operator");

export const operatorCatalogueCalls = [
  call({
    id: "saveCity",
    at: "PUT /operator/v1/cities/:id",
    summary: "Add or change a city",
    body: CityBody,
    answer: OperatorCity,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA"],
    seen: async ({ params }, { catalogue }) => {
      const city = catalogue.current().cities.get(params.id);
      return city && encodeOperatorCity(city);
    },
    run: ({ params, body }, deps) => saveCity(deps, params.id, decodeCity(body)),
    encode: encodeOperatorCity,
  }),
  call({
    id: "saveService",
    at: "PUT /operator/v1/services/:id",
    summary: "Add or change a service",
    description:
      "Every save is a new tariff version. A distance_fee that does not parse is refused with the position of the fault.",
    body: ServiceBody,
    answer: ServiceRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA"],
    seen: async ({ params }, { catalogue }) => {
      const service = catalogue.current().services.get(params.id);
      return service && encodeOperatorService(service);
    },
    run: ({ params, body }, deps) => saveService(deps, params.id, decodeService(body)),
    encode: encodeService,
  }),
];
