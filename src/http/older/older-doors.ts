// The doors of versions 1 and 2 (D23), frozen: thin translations for clients that were written for them. Every call takes GET and POST;
// the token may stand in a header or among the parameters. They are not part of /openapi.json; docs/older-forms.md tells them.
import type { City } from "../../domain/catalogue/service.ts";
import { cityAt } from "../../domain/catalogue/zones.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { listServices } from "../../operations/catalogue/list-services.ts";
import type { App } from "../base/app-type.ts";
import { registerCalls } from "../calls/register-calls.ts";
import { encodeCity } from "../wire/city.ts";
import { encodeService } from "../wire/service.ts";
import { type OlderAccountDoor, olderAccountCalls } from "./account-calls.ts";
import { olderCallsOf } from "./older-call.ts";
import { type OlderOrderDoor, olderOrderCalls } from "./order-calls.ts";
import { numberOf, textOf } from "./order-words.ts";
import { acceptOlderBodies, parametersOf, readBodyOfGet } from "./parameters.ts";

export type OlderDoor = OlderOrderDoor & OlderAccountDoor & { readonly catalogue: CatalogueKeeper };

// What these tell is no secret: clients ask before they have a token.
const NOBODY = "";
const older = olderCallsOf<OlderDoor>();
const catalogueCalls = [
  ...older(
    "/v1/order/service_types",
    (request, { catalogue }) => {
      const { city_id, lat, lng } = parametersOf(request);
      const query = { cityId: textOf(city_id), lat: textOf(lat), lng: textOf(lng), deliveryType: undefined };
      return listServices(catalogue.current(), NOBODY, query);
    },
    (services) => services.map(encodeService),
  ),
  ...older(
    "/v1/order/city_detail",
    (request, { catalogue }) => {
      const { city_id, lat, lng } = parametersOf(request);
      const id = textOf(city_id);
      const place = { lat: Number(numberOf(lat)), lng: Number(numberOf(lng)) };
      const city = id === undefined ? cityAt(catalogue.current(), place) : catalogue.current().cities.get(id);
      return city?.enabled && !isRefusal(city) ? city : refuse("CITY_NOT_FOUND", "There is no such city.");
    },
    cityDetail,
  ),
];

export async function registerOlderDoors(app: App, deps: OlderDoor): Promise<void> {
  await app.register(async (doors) => {
    acceptOlderBodies(doors);
    doors.addHook("preValidation", readBodyOfGet);
    registerCalls(doors, [...olderAccountCalls, ...olderOrderCalls, ...catalogueCalls], deps);
  });
}

function cityDetail(city: City): object {
  return {
    ...encodeCity(city),
    location: { type: "Point", coordinates: [city.center.lng, city.center.lat] },
    area_id: city.id,
    service_city_id: city.id,
    public_service: true,
  };
}
