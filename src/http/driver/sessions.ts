// A driver's day: signing in and out, going online and offline, saying where they are.
import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import { POSITIONS_MAX } from "../../domain/drivers/position.ts";
import { HOME_ZONE } from "../../domain/local-time.ts";
import { refuse } from "../../domain/refusal.ts";
import { signOutDriver } from "../../operations/drivers/driver-session.ts";
import type { PositionReports } from "../../operations/drivers/report-positions.ts";
import { type AvailabilityDeps, changeAvailability } from "../../operations/drivers/set-availability.ts";
import { recogniseDevice, type SignInDeps, signInDriver } from "../../operations/drivers/sign-in-driver.ts";
import type { Services } from "../../operations/services.ts";
import { isOnline } from "../../store/drivers/places.ts";
import { callerNetwork } from "../base/caller-address.ts";
import { bearerToken, driverOf } from "../base/callers.ts";
import { describeViolation, violationsOf } from "../base/validation.ts";
import { callsOf } from "../calls/call.ts";
import type { Hook } from "../limits/rate-limits.ts";
import { unixSeconds } from "../wire/time.ts";

const lat = Type.Number({ minimum: -90, maximum: 90, examples: [10.7769] });
const lng = Type.Number({ minimum: -180, maximum: 180, examples: [106.7009] });

const PositionBody = Type.Object({
  lat,
  lng,
  at: maybe(field.number("Unix seconds by the phone's clock; now when left out.", { minimum: 0, maximum: 1e12 })),
  speed: maybe(field.number("Metres a second.", { minimum: 0, maximum: 1_000 })),
  heading: maybe(field.number("Degrees clockwise from north.", { minimum: 0, maximum: 360 })),
});

export type DriverSessionDoor = SignInDeps &
  AvailabilityDeps &
  Pick<Services, "catalogue"> & {
    // Waits for the body, which tells a known device from those that share its address.
    readonly signInLimit: Hook;
    readonly positionReports: PositionReports;
  };

const call = callsOf<DriverSessionDoor>("Driver");

export const driverSessionCalls = [
  call({
    id: "openDriverSession",
    at: "POST /driver/v1/sessions",
    summary: "Sign in",
    description:
      "Keep `device` and send it with the next sign-in: a device that is known waits for its own wrong pins only. Others wait " +
      "longer with every wrong pin after the fifth (429 with Retry-After). In production a new device is answered 401 " +
      "CODE_REQUIRED and the driver is sent a code by SMS; the same call with `code` then signs in.",
    body: Type.Object({
      mobile: Type.String({ examples: ["84911000001"] }),
      pin: Type.String({ examples: ["1234"] }),
      code: maybe(field.text("As it was sent by SMS; five minutes, five tries.")),
      device: maybe(field.text("From an earlier sign-in of this driver here.")),
    }),
    answer: Type.Object({ token: Type.String(), expires_at: Type.Number(), device: Type.String() }),
    invalid: "left out",
    refusals: [
      "MISSING_REQUIRED_INFO",
      "INVALID_PHONE_NUMBER",
      "TOO_MANY_REQUESTS",
      "NOT_AUTHORIZED",
      "DEACTIVATED_ACCOUNT",
      "CODE_REQUIRED",
      "INVALID_CODE",
      "SERVICE_UNAVAILABLE",
    ],
    run: async (request, deps, { reply }) => {
      const { mobile, pin, code, device: given } = request.body;
      // Only by what was given can a known device be told from those that share its address, so the limit waits for the body.
      const device = await recogniseDevice(deps, mobile, given);
      const limited = device ? undefined : await deps.signInLimit(request, reply);
      if (limited) return limited;
      // Taken as missing it would send one message after another.
      const unfit = violationsOf(request).find(({ instancePath }) => instancePath === "/code");
      if (unfit) return refuse("MISSING_REQUIRED_INFO", describeViolation(unfit), "code");
      return signInDriver(deps, { mobile, pin, code }, device, callerNetwork(request));
    },
    encode: ({ token, expiresAt, device: known }) => ({
      token,
      expires_at: unixSeconds(expiresAt),
      device: known,
    }),
  }),
  call.plain({
    id: "closeDriverSession",
    at: "DELETE /driver/v1/sessions",
    summary: "Sign out",
    answer: Type.Object({}),
    run: async (request, deps) => {
      await signOutDriver(deps, bearerToken(request) ?? "");
      return {};
    },
  }),
  call({
    id: "setAvailability",
    at: "PUT /driver/v1/availability",
    summary: "Go online or offline",
    description: "Online needs a place. Orders in hand stay in hand when a driver goes offline.",
    body: Type.Object({
      online: Type.Boolean(),
      lat: maybe(lat),
      lng: maybe(lng),
      until: maybe(
        field.number(
          "Until when orders are taken (Unix seconds): no pickup is planned after it. 0 takes it back; it ends with going offline.",
          { minimum: 0, maximum: 8_640_000_000_000 },
        ),
      ),
    }),
    answer: Type.Object({ online: Type.Boolean() }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "MISSING_REQUIRED_INFO"],
    run: (request, deps) => {
      const { online, ...given } = request.body;
      const place = given.lat === undefined || given.lng === undefined ? undefined : { lat: given.lat, lng: given.lng };
      const until = given.until === undefined ? undefined : given.until === 0 ? null : new Date(given.until * 1000);
      return changeAvailability(deps, driverOf(request), { online, place, until });
    },
    encode: (_changed, { body }) => ({ online: body.online }),
  }),
  call.plain({
    id: "getOwnDriver",
    at: "GET /driver/v1/me",
    summary: "Who is signed in, and whether online",
    answer: Type.Object({
      mobile: Type.String(),
      name: Type.String(),
      plate_number: Type.String(),
      vehicle: Type.String(),
      city_id: Type.String(),
      online: Type.Boolean(),
      time: field.number("The server's clock, Unix seconds: a phone's may be wrong."),
      time_zone: field.text("Of the driver's city; times are told in this one."),
    }),
    run: async (request, deps) => {
      const { phone, name, plateNumber, vehicle, cityId } = driverOf(request);
      const online = await isOnline(deps.db, phone);
      const time = unixSeconds(deps.clock.now());
      const time_zone = deps.catalogue.current().cities.get(cityId)?.timeZone ?? HOME_ZONE;
      return { mobile: phone, name, plate_number: plateNumber, vehicle, city_id: cityId, online, time, time_zone };
    },
  }),
  call({
    id: "reportPositions",
    at: "POST /driver/v1/positions",
    summary: "Report where the driver is",
    description: "In batches: what was recorded without a connection is sent when there is one again.",
    body: Type.Object({ positions: Type.Array(PositionBody, { minItems: 1, maxItems: POSITIONS_MAX }) }),
    answer: Type.Object({ accepted: Type.Integer() }),
    invalid: "INVALID_DATA",
    run: (request, deps) => deps.positionReports.report(driverOf(request), request.body.positions),
    encode: (accepted) => ({ accepted }),
  }),
];
