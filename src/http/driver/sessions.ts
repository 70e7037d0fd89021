// A driver's day: signing in and out, going online and offline, saying where they are.
import { Type } from "typebox";
import { POSITIONS_MAX } from "../../domain/drivers/position.ts";
import { refuse } from "../../domain/refusal.ts";
import { signOutDriver } from "../../operations/drivers/driver-session.ts";
import type { PositionReports } from "../../operations/drivers/report-positions.ts";
import { changeAvailability } from "../../operations/drivers/set-availability.ts";
import { recogniseDevice, type SignInDeps, signInDriver } from "../../operations/drivers/sign-in-driver.ts";
import { isOnline } from "../../store/drivers/places.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerNetwork } from "../base/caller-address.ts";
import { bearerToken } from "../base/callers.ts";
import { describeViolation, fittingFields, refuseInvalid, violationsOf } from "../base/validation.ts";
import type { Hook } from "../limits/rate-limits.ts";
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

export type DriverSessionDoor = SignInDeps & {
  // Waits for the body, which tells a known device from those that share its address.
  readonly signInLimit: Hook;
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
        description:
          "Keep `device` and send it with the next sign-in: a device that is known waits for its own wrong pins only. Others wait " +
          "longer with every wrong pin after the fifth (429 with Retry-After). In production a new device is answered 401 " +
          "CODE_REQUIRED and the driver is sent a code by SMS; the same call with `code` then signs in.",
        body: Type.Object({
          mobile: Type.String({ examples: ["84911000001"] }),
          pin: Type.String({ examples: ["1234"] }),
          code: Type.Optional(Type.String({ description: "As it was sent by SMS; five minutes, five tries." })),
          device: Type.Optional(Type.String({ description: "From an earlier sign-in of this driver here." })),
        }),
        response: responses(Type.Object({ token: Type.String(), expires_at: Type.Number(), device: Type.String() })),
      },
    },
    async (request, reply) => {
      type Body = { mobile: string; pin: string; code: string; device: string };
      const { mobile, pin, code, device: given } = fittingFields<Body>(request);
      // Only by what was given can a known device be told from those that share its address, so the limit waits for the body.
      const device = await recogniseDevice(deps, mobile, given);
      const limited = device ? undefined : await deps.signInLimit(request, reply);
      if (limited) return limited;
      // Taken as missing it would send one message after another.
      const unfit = violationsOf(request).find(({ instancePath }) => instancePath === "/code");
      if (unfit) return sendRefusal(reply, refuse("MISSING_REQUIRED_INFO", describeViolation(unfit), "code"));
      const signedIn = await signInDriver(deps, { mobile, pin, code }, device, callerNetwork(request));
      return answer(reply, signedIn, ({ token, expiresAt, device: known }) => ({
        token,
        expires_at: unixSeconds(expiresAt),
        device: known,
      }));
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
        body: Type.Object({
          online: Type.Boolean(),
          lat: Type.Optional(lat),
          lng: Type.Optional(lng),
          until: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 8_640_000_000_000,
              description:
                "Until when orders are taken (Unix seconds): no pickup is planned after it. 0 takes it back; it ends with going offline.",
            }),
          ),
        }),
        response: responses(Type.Object({ online: Type.Boolean() })),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { online, ...given } = request.body;
      const place = given.lat === undefined || given.lng === undefined ? undefined : { lat: given.lat, lng: given.lng };
      const until = given.until === undefined ? undefined : given.until === 0 ? null : new Date(given.until * 1000);
      const changed = await changeAvailability(deps, driverOf(request).phone, { online, place, until });
      return answer(reply, changed, () => ({ online }));
    },
  );

  app.get(
    "/driver/v1/me",
    {
      schema: {
        ...documented,
        operationId: "getOwnDriver",
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
