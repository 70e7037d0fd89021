// The doors of versions 1 and 2 (D23), frozen: thin translations for clients that were written for them. Every call takes GET and POST;
// the token may stand in a header or among the parameters. They are not part of /openapi.json; docs/older-forms.md tells them.
import type { City } from "../../domain/catalogue/service.ts";
import { cityAt } from "../../domain/catalogue/zones.ts";
import { isRefusal, refuse } from "../../domain/refusal.ts";
import type { CatalogueKeeper } from "../../operations/catalogue/keep-catalogue.ts";
import { listServices } from "../../operations/catalogue/list-services.ts";
import { answer, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app-type.ts";
import { encodeCity } from "../wire/city.ts";
import { encodeService } from "../wire/service.ts";
import { type OlderAccountDoor, olderAccountCalls } from "./account-calls.ts";
import { type OlderCall, type OlderOrderDoor, olderOrderCalls } from "./order-calls.ts";
import { numberOf, textOf } from "./order-words.ts";
import { acceptOlderBodies, parametersOf, readBodyOfGet } from "./parameters.ts";

export type OlderDoor = OlderOrderDoor & OlderAccountDoor & { readonly catalogue: CatalogueKeeper };

export async function registerOlderDoors(app: App, deps: OlderDoor): Promise<void> {
  await app.register(async (doors) => {
    acceptOlderBodies(doors);
    doors.addHook("preValidation", readBodyOfGet);
    const calls = { ...olderAccountCalls(deps), ...olderOrderCalls(deps), ...catalogueCalls(deps) };
    for (const [url, handler] of Object.entries(calls)) {
      for (const method of ["GET", "POST"] as const) {
        doors.route({ method, url, handler, exposeHeadRoute: false, schema: { hide: true } });
      }
    }
  });
}

// What these tell is no secret: clients ask before they have a token.
function catalogueCalls({ catalogue }: OlderDoor): Readonly<Record<string, OlderCall>> {
  const NOBODY = "";
  return {
    "/v1/order/service_types": async (request, reply) => {
      const { city_id, lat, lng } = parametersOf(request);
      const query = { cityId: textOf(city_id), lat: textOf(lat), lng: textOf(lng), deliveryType: undefined };
      const services = listServices(catalogue.current(), NOBODY, query);
      return answer(reply, services, (found) => found.map(encodeService));
    },

    "/v1/order/city_detail": async (request, reply) => {
      const { city_id, lat, lng } = parametersOf(request);
      const { cities } = catalogue.current();
      const id = textOf(city_id);
      const place = { lat: Number(numberOf(lat)), lng: Number(numberOf(lng)) };
      const city = id === undefined ? cityAt(catalogue.current(), place) : cities.get(id);
      if (!city?.enabled || isRefusal(city))
        return sendRefusal(reply, refuse("CITY_NOT_FOUND", "There is no such city."));
      return reply.send(cityDetail(city));
    },
  };
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
