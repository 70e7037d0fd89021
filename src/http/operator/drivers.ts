// The operator's drivers: made, changed, found.
import { Type } from "typebox";
import { parsePhone } from "../../domain/phone.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import {
  changeDriver,
  createDriver,
  type DriverDeps,
  forgetDevices,
  unknownDriver,
} from "../../operations/drivers/save-driver.ts";
import { type DriverWithPlace, findDriverWithPlace, listDrivers } from "../../store/drivers/drivers.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { refuseInvalid } from "../base/validation.ts";
import { DriverRecord, encodeDriver, encodePlacedDriver, PlacedDriverRecord, VehicleField } from "../wire/driver.ts";

const PAGE = 100;
const StatusField = Type.Union([Type.Literal("ACTIVATED"), Type.Literal("DEACTIVATED")]);
const MobileParams = Type.Object({ mobile: Type.String({ examples: ["84911000001"] }) });
const fields = {
  name: Type.String(),
  plate_number: Type.String(),
  vehicle: VehicleField,
  city_id: Type.String({ examples: ["SGN"] }),
  pin: Type.String({ examples: ["246810"], description: "4 to 8 digits; in production 6 to 8." }),
};

export type OperatorDriverDoor = DriverDeps;

export function registerOperatorDriverCalls(app: App, deps: OperatorDriverDoor): void {
  const documented = { tags: ["Operator"] };

  app.post(
    "/operator/v1/drivers",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "createDriver",
        summary: "Create a driver",
        body: Type.Object({
          mobile: Type.String(),
          ...fields,
          robot: Type.Optional(Type.Boolean({ description: "Drives by itself in the sandbox." })),
        }),
        response: responses(DriverRecord),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { mobile, name, plate_number, vehicle, city_id, pin, robot } = request.body;
      const draft = { mobile, name, plateNumber: plate_number, vehicle, cityId: city_id, pin, isRobot: robot ?? false };
      return answer(reply, await createDriver(deps, draft), encodeDriver);
    },
  );

  app.patch(
    "/operator/v1/drivers/:mobile",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "changeDriver",
        summary: "Change a driver",
        description: "A new pin or a deactivation ends the driver's sessions and forgets their devices.",
        params: MobileParams,
        body: Type.Partial(Type.Object({ ...fields, status: StatusField })),
        response: responses(DriverRecord),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { name, plate_number, vehicle, city_id, pin, status } = request.body;
      const draft = {
        ...(name === undefined ? {} : { name }),
        ...(plate_number === undefined ? {} : { plateNumber: plate_number }),
        ...(vehicle === undefined ? {} : { vehicle }),
        ...(city_id === undefined ? {} : { cityId: city_id }),
        ...(pin === undefined ? {} : { pin }),
        ...(status === undefined ? {} : { status }),
      };
      return answer(reply, await changeDriver(deps, request.params.mobile, draft), encodeDriver);
    },
  );

  app.delete(
    "/operator/v1/drivers/:mobile/devices",
    {
      schema: {
        ...documented,
        operationId: "forgetDriverDevices",
        summary: "Sign a driver out everywhere",
        description: "Ends the driver's sessions and forgets the devices they signed in on: for a phone that was lost.",
        params: MobileParams,
        response: responses(Type.Object({})),
      },
    },
    async (request, reply) => answer(reply, await forgetDevices(deps, request.params.mobile), () => ({})),
  );

  app.get(
    "/operator/v1/drivers",
    {
      schema: {
        ...documented,
        operationId: "listDrivers",
        summary: "List drivers",
        querystring: Type.Object({
          q: Type.Optional(Type.String({ maxLength: 100, description: "Part of a phone, a plate or a name." })),
          city_id: Type.Optional(Type.String()),
          status: Type.Optional(StatusField),
          online: Type.Optional(Type.Union([Type.Literal("true"), Type.Literal("false")])),
          after: Type.Optional(Type.String({ description: "The next of the page before." })),
        }),
        response: responses(
          Type.Object({ drivers: Type.Array(PlacedDriverRecord), next: Type.Optional(Type.String()) }),
        ),
      },
    },
    async (request, reply) => {
      const { q, city_id, status, online, after } = request.query;
      const filter = {
        ...(q === undefined ? {} : { search: parsePhone(q) ?? q }),
        ...(city_id === undefined ? {} : { cityId: city_id }),
        ...(status === undefined ? {} : { status }),
        ...(online === undefined ? {} : { online: online === "true" }),
        ...(after === undefined ? {} : { afterPhone: after }),
      };
      const drivers = await listDrivers(deps.db, filter, PAGE);
      const last = drivers.at(-1);
      return reply.send({
        drivers: drivers.map(encodePlacedDriver),
        ...(last && drivers.length === PAGE ? { next: last.phone } : {}),
      });
    },
  );

  app.get(
    "/operator/v1/drivers/:mobile",
    {
      schema: {
        ...documented,
        operationId: "getDriver",
        summary: "A driver and where he is",
        params: MobileParams,
        response: responses(PlacedDriverRecord),
      },
    },
    async (request, reply) => answer(reply, await getDriver(deps, request.params.mobile), encodePlacedDriver),
  );
}

async function getDriver(
  deps: DriverDeps,
  mobile: string,
): Promise<DriverWithPlace | Refusal<"INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND">> {
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  return (await findDriverWithPlace(deps.db, phone)) ?? unknownDriver(phone);
}
