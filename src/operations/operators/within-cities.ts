// Keeps people who are limited to cities to them: what lies elsewhere is not there for them, and what concerns all cities is refused.
import { type Operator, worksIn } from "../../domain/operators/operator.ts";
import { unknownOrder } from "../../domain/orders/order-see.ts";
import { parsePhone } from "../../domain/phone.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { findDriver } from "../../store/drivers/drivers.ts";
import { findApplication } from "../../store/joining/applications.ts";
import { findPayout } from "../../store/ledger/payouts.ts";
import { findCityOfOrder } from "../../store/orders/orders.ts";
import { unknownCity, unknownDriver } from "../drivers/save-driver.ts";
import { unknownApplication } from "../joining/apply.ts";
import { unknownPayout } from "../ledger/payouts.ts";
import type { Services } from "../services.ts";

export type Reach =
  // One thing that has a city, named in the path, or of an order in the query.
  | "order"
  | "driver"
  | "city"
  | "service"
  | "application"
  | "payout"
  // One city, which the query names.
  | "one city"
  // The call itself keeps to the caller's cities; one that the query names must be among them.
  | "own cities"
  // Nothing of it belongs to a city.
  | "no city"
  // It concerns all cities.
  | "all cities";

export type Asked = {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
};

type CityRefusal =
  | "ORDER_NOT_FOUND"
  | "DRIVER_NOT_FOUND"
  | "CITY_NOT_FOUND"
  | "SERVICE_NOT_FOUND"
  | "APPLICATION_NOT_FOUND"
  | "PAYOUT_NOT_FOUND"
  | "MISSING_REQUIRED_INFO"
  | "CITIES_NOT_ALLOWED";

// What does not exist is left to the call, which says so in the same words.
export async function refuseOutside(
  deps: Pick<Services, "db" | "catalogue">,
  operator: Operator,
  reach: Reach,
  { params, query }: Asked,
): Promised<undefined, CityRefusal> {
  if (operator.cities === null) return undefined;
  const isOutside = (cityId: string | undefined): boolean => cityId !== undefined && !worksIn(operator, cityId);
  switch (reach) {
    case "order": {
      const orderId = params.order_id ?? String(query.order_id ?? "");
      return isOutside(await findCityOfOrder(deps.db, orderId)) ? unknownOrder(orderId) : undefined;
    }
    case "driver": {
      const phone = parsePhone(params.mobile ?? "");
      const driver = phone === undefined ? undefined : await findDriver(deps.db, phone);
      return isOutside(driver?.cityId) ? unknownDriver(driver!.phone) : undefined;
    }
    case "city":
      return isOutside(params.id) ? unknownCity(params.id ?? "") : undefined;
    case "service": {
      const service = deps.catalogue.current().services.get(params.id ?? "");
      return isOutside(service?.cityId)
        ? refuse("SERVICE_NOT_FOUND", `There is no service ${params.id ?? ""}.`)
        : undefined;
    }
    case "application": {
      const application = await findApplication(deps.db, params.id ?? "");
      return isOutside(application?.cityId) ? unknownApplication(params.id ?? "") : undefined;
    }
    case "payout": {
      const payout = await findPayout(deps.db, params.id ?? "");
      // One of all cities is nobody's who works in some.
      return payout && (payout.cityId === null || isOutside(payout.cityId)) ? unknownPayout(payout.id) : undefined;
    }
    case "one city":
      if (query.city_id === undefined)
        return refuse("MISSING_REQUIRED_INFO", "city_id: say which of your cities.", "city_id");
      return isOutside(String(query.city_id)) ? unknownCity(String(query.city_id)) : undefined;
    case "own cities": {
      const cityId = query.city_id === undefined ? undefined : String(query.city_id);
      return isOutside(cityId) ? unknownCity(cityId ?? "") : undefined;
    }
    case "no city":
      return undefined;
    case "all cities":
      return refuse("CITIES_NOT_ALLOWED", "This concerns all cities, and you work in some of them.");
  }
}
