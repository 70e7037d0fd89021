// A driver's day: signing in and out, going online and offline, saying where he is.
import { Type } from "typebox";
import { POSITIONS_MAX } from "../../domain/drivers/position.ts";
import { isPaused, type SessionDeps, signInDriver, signOutDriver } from "../../operations/drivers/driver-session.ts";
import type { PositionReports } from "../../operations/drivers/report-positions.ts";
import { changeAvailability } from "../../operations/drivers/set-availability.ts";
import { isOnline } from "../../store/drivers/places.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { bearerToken } from "../base/callers.ts";
import { fittingFields, refuseInvalid } from "../base/validation.ts";
import { unixSeconds } from "../wire/time.ts";
import { driverOf } from "./driver-callers.ts";

const lat = Type.Number({ minimum: -90, maximum: 90, examples: [10.7769] });
const lng = Type.Number({ minimum: -180, maximum: 180, examples: [106.7009] });

const PositionBody = Type.Object({
  lat,
  lng,
  at: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1e12, description: "Unix seconds by the phone's clock; now when left out." }),
  ),
  speed: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000, description: "Metres a second." })),
  heading: Type.Optional(Type.Number({ minimum: 0, maximum: 360, description: "Degrees clockwise from north." })),
});

export type DriverSessionDoor = SessionDeps & {
  readonly positionReports: PositionReports;
};

export function registerDriverSessionCalls(app: App, deps: DriverSessionDoor): void {
  const documented = { tags: ["Driver"] };

  app.post(
    "/driver/v1/sessions",
    {
      attachValidation: true,
      schema: {
        tags: ["Driver"],
        operationId: "openDriverSession",
        summary: "Sign in",
        description: "Five wrong pins in a row, and the phone number has to wait 15 minutes.",
        body: Type.Object({
          mobile: Type.String({ examples: ["84911000001"] }),
          pin: Type.String({ examples: ["1234"] }),
        }),
        response: responses(Type.Object({ token: Type.String(), expires_at: Type.Number() })),
      },
    },
    async (request, reply) => {
      const { mobile, pin } = fittingFields<{ mobile: string; pin: string }>(request);
      const signedIn = await signInDriver(deps, { mobile, pin });
      if (isPaused(signedIn)) return sendRefusal(reply.header("retry-after", signedIn.retryAfterSeconds), signedIn);
      return answer(reply, signedIn, ({ token, expiresAt }) => ({ token, expires_at: unixSeconds(expiresAt) }));
    },
  );

  app.delete(
    "/driver/v1/sessions",
    {
      schema: {
        ...documented,
        operationId: "closeDriverSession",
        summary: "Sign out",
        response: responses(Type.Object({})),
      },
    },
    async (request, reply) => {
      await signOutDriver(deps, bearerToken(request) ?? "");
      return reply.send({});
    },
  );

  app.put(
    "/driver/v1/availability",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "setAvailability",
        summary: "Go online or offline",
        description: "Online needs a place. Orders in hand stay in hand when a driver goes offline.",
        body: Type.Object({ online: Type.Boolean(), lat: Type.Optional(lat), lng: Type.Optional(lng) }),
        response: responses(Type.Object({ online: Type.Boolean() })),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { online, ...given } = request.body;
      const place = given.lat === undefined || given.lng === undefined ? undefined : { lat: given.lat, lng: given.lng };
      const changed = await changeAvailability(deps, driverOf(request).phone, { online, place });
      return answer(reply, changed, () => ({ online }));
    },
  );

  app.get(
    "/driver/v1/me",
    {
      schema: {
        ...documented,
        operationId: "getDriver",
        summary: "Who is signed in, and whether online",
        response: responses(
          Type.Object({
            mobile: Type.String(),
            name: Type.String(),
            plate_number: Type.String(),
            vehicle: Type.String(),
            city_id: Type.String(),
            online: Type.Boolean(),
            time: Type.Number({ description: "The server's clock, Unix seconds: a phone's may be wrong." }),
          }),
        ),
      },
    },
    async (request, reply) => {
      const { phone, name, plateNumber, vehicle, cityId } = driverOf(request);
      const online = await isOnline(deps.db, phone);
      const time = unixSeconds(deps.clock.now());
      return reply.send({ mobile: phone, name, plate_number: plateNumber, vehicle, city_id: cityId, online, time });
    },
  );

  app.post(
    "/driver/v1/positions",
    {
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "reportPositions",
        summary: "Report where the driver is",
        description: "In batches: what was recorded without a connection is sent when there is one again.",
        body: Type.Object({ positions: Type.Array(PositionBody, { minItems: 1, maxItems: POSITIONS_MAX }) }),
        response: responses(Type.Object({ accepted: Type.Integer() })),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const accepted = await deps.positionReports.report(driverOf(request).phone, request.body.positions);
      return reply.send({ accepted });
    },
  );
}
