// The operator's drivers: made, changed, found.
import { Type } from "typebox";
import { field, maybe, oneOf } from "../../contract/fields.ts";
import { VEHICLES } from "../../domain/catalogue/service.ts";
import { averageRating, type Driver } from "../../domain/drivers/driver.ts";
import { worksIn } from "../../domain/operators/operator.ts";
import { parsePhone } from "../../domain/phone.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import {
  changeDriver,
  createDriver,
  type DriverDeps,
  forgetDevices,
  unknownCity,
  unknownDriver,
} from "../../operations/drivers/save-driver.ts";
import { newestPlaces } from "../../operations/live/newest-places.ts";
import type { Live } from "../../operations/live/open-live.ts";
import { type DriverWithPlace, findDriverWithPlace, listDrivers } from "../../store/drivers/drivers.ts";
import { citiesOf, operatorOf } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

// A driver as the operator sees them.
const VehicleField = oneOf(VEHICLES);

const EquipmentField = Type.Array(Type.String({ examples: ["COLD-BOX"] }), {
  description: "What they bring along; services may ask for it.",
});
const CashMaxField = Type.Number({
  description:
    "What COD and commission of the orders in hand may come to at most, where that is less than the wallet; 0: the wallet alone counts.",
});
const BreaksField = Type.Array(
  Type.Object({ from: Type.String({ examples: ["12:00"] }), to: Type.String({ examples: ["12:45"] }) }),
  { description: "When they are asked nothing, in the city's own time, every day." },
);

const DriverRecord = Type.Object(
  {
    mobile: Type.String(),
    name: Type.String(),
    plate_number: Type.String(),
    vehicle: VehicleField,
    city_id: Type.String(),
    status: Type.String(),
    robot: Type.Boolean(),
    equipment: EquipmentField,
    cash_max: CashMaxField,
    breaks: BreaksField,
    rating: Type.Union([Type.Number(), Type.Null()]),
    rating_count: Type.Integer(),
    create_time: Type.Number(),
  },
  { title: "Driver" },
);

const PlacedDriverRecord = Type.Object(
  {
    ...DriverRecord.properties,
    online: Type.Boolean(),
    lat: Type.Union([Type.Number(), Type.Null()]),
    lng: Type.Union([Type.Number(), Type.Null()]),
    suspended_reason: field.text("Why, where the operator said so; empty while active."),
    heard_time: field.number("The last sign of life; 0 when there was none."),
  },
  { title: "PlacedDriver" },
);

const work = { equipment: maybe(EquipmentField), cash_max: maybe(CashMaxField), breaks: maybe(BreaksField) };
const PAGE = 100;
const StatusField = Type.Union([Type.Literal("ACTIVATED"), Type.Literal("DEACTIVATED")]);
const fields = {
  name: Type.String(),
  plate_number: Type.String(),
  vehicle: VehicleField,
  city_id: Type.String({ examples: ["SGN"] }),
  pin: field.text("4 to 8 digits; in production 6 to 8.", { examples: ["246810"] }),
};

export type OperatorDriverDoor = DriverDeps & { readonly live: Live };

const call = callsOf<OperatorDriverDoor>("Operator");

export const operatorDriverCalls = [
  call({
    id: "createDriver",
    at: "POST /operator/v1/drivers",
    summary: "Create a driver",
    body: Type.Object({
      mobile: Type.String(),
      ...fields,
      ...work,
      robot: maybe(field.flag("Drives by itself in the sandbox.")),
    }),
    answer: DriverRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "CITY_NOT_FOUND", "DRIVER_EXISTED"],
    run: (request, deps) => {
      const {
        mobile,
        name,
        plate_number,
        vehicle,
        city_id,
        pin,
        robot,
        equipment = [],
        cash_max = 0,
        breaks = [],
      } = request.body;
      if (!worksIn(operatorOf(request), city_id)) return unknownCity(city_id);
      const draft = { mobile, name, plateNumber: plate_number, vehicle, cityId: city_id, pin, isRobot: robot ?? false };
      return createDriver(deps, { ...draft, equipment, cashMax: cash_max, breaks });
    },
    encode: encodeDriver,
  }),
  call({
    id: "changeDriver",
    at: "PATCH /operator/v1/drivers/:mobile",
    summary: "Change a driver",
    description: "A new pin or a deactivation ends the driver's sessions and forgets their devices.",
    body: Type.Partial(
      Type.Object({
        ...fields,
        ...work,
        status: StatusField,
        reason: field.text("Why they are suspended; kept until they may drive again.", { maxLength: 500 }),
      }),
    ),
    answer: DriverRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "CITY_NOT_FOUND", "DRIVER_NOT_FOUND"],
    seen: async ({ params }, { db }) => {
      const driver = await findDriverWithPlace(db, parsePhone(params.mobile) ?? "");
      return (
        driver && {
          vehicle: driver.vehicle,
          city_id: driver.cityId,
          status: driver.status,
          equipment: driver.equipment,
          cash_max: driver.cashMax,
          breaks: driver.breaks,
        }
      );
    },
    run: (request, deps) => {
      const { name, plate_number, vehicle, city_id, pin, status, reason, equipment, cash_max, breaks } = request.body;
      if (city_id !== undefined && !worksIn(operatorOf(request), city_id)) return unknownCity(city_id);
      const own = { equipment, cashMax: cash_max, breaks };
      const draft = { name, plateNumber: plate_number, vehicle, cityId: city_id, pin, status, reason, ...own };
      return changeDriver(deps, request.params.mobile, draft);
    },
    encode: encodeDriver,
  }),
  call({
    id: "forgetDriverDevices",
    at: "DELETE /operator/v1/drivers/:mobile/devices",
    summary: "Sign a driver out everywhere",
    description: "Ends the driver's sessions and forgets the devices they signed in on: for a phone that was lost.",
    ...DONE,
    refusals: ["INVALID_PHONE_NUMBER", "DRIVER_NOT_FOUND"],
    run: (request, deps) => forgetDevices(deps, request.params.mobile),
  }),
  call.plain({
    id: "listDrivers",
    at: "GET /operator/v1/drivers",
    summary: "List drivers",
    query: Type.Object({
      q: maybe(field.text("Part of a phone, a plate or a name.", { maxLength: 100 })),
      city_id: maybe(Type.String()),
      status: maybe(StatusField),
      online: maybe(Type.Union([Type.Literal("true"), Type.Literal("false")])),
      after: maybe(field.text("The next of the page before.")),
    }),
    answer: Type.Object({ drivers: Type.Array(PlacedDriverRecord), next: maybe(Type.String()) }),
    run: async (request, deps) => {
      const { q, city_id, status, online, after } = request.query;
      const filter = {
        search: q === undefined ? undefined : (parsePhone(q) ?? q),
        cityId: city_id,
        cityIds: citiesOf(request),
        status,
        online: online === undefined ? undefined : online === "true",
        afterPhone: after,
      };
      const drivers = await placedNow(deps, await listDrivers(deps.db, filter, PAGE));
      const last = drivers.at(-1);
      return {
        drivers: drivers.map(encodePlacedDriver),
        ...(last && drivers.length === PAGE ? { next: last.phone } : {}),
      };
    },
  }),
  call({
    id: "getDriver",
    at: "GET /operator/v1/drivers/:mobile",
    summary: "A driver and where they are",
    answer: PlacedDriverRecord,
    refusals: ["INVALID_PHONE_NUMBER", "DRIVER_NOT_FOUND"],
    run: (request, deps) => getDriver(deps, request.params.mobile),
    encode: encodePlacedDriver,
  }),
];

function placedNow({ live }: OperatorDriverDoor, drivers: readonly DriverWithPlace[]) {
  return newestPlaces(
    live,
    drivers,
    (driver) => driver,
    (driver, { lat, lng, heardAt }) => ({ ...driver, lat, lng, heardAt }),
  );
}

async function getDriver(
  deps: OperatorDriverDoor,
  mobile: string,
): Promised<DriverWithPlace, "INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND"> {
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  const driver = await findDriverWithPlace(deps.db, phone);
  return driver ? (await placedNow(deps, [driver]))[0]! : unknownDriver(phone);
}

function encodeDriver(driver: Driver) {
  return {
    mobile: driver.phone,
    name: driver.name,
    plate_number: driver.plateNumber,
    vehicle: driver.vehicle,
    city_id: driver.cityId,
    status: driver.status,
    robot: driver.isRobot,
    equipment: [...driver.equipment],
    cash_max: driver.cashMax,
    breaks: [...driver.breaks],
    rating: averageRating(driver) ?? null,
    rating_count: driver.ratingCount,
    create_time: unixSeconds(driver.createdAt),
  };
}

function encodePlacedDriver(driver: DriverWithPlace) {
  return {
    ...encodeDriver(driver),
    online: driver.online,
    lat: driver.lat,
    lng: driver.lng,
    suspended_reason: driver.suspendedReason ?? "",
    heard_time: unixSeconds(driver.heardAt),
  };
}
