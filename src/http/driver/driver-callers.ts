// Which driver is calling, by the token of his session. Checked before a body is read.
import type { FastifyRequest } from "fastify";
import type { DriverCaller } from "../../domain/drivers/driver.ts";
import { isRefusal } from "../../domain/refusal.ts";
import { type IdentifyDriverDeps, identifyDriver } from "../../operations/drivers/driver-session.ts";
import { sendRefusal } from "../base/answer.ts";
import { bearerToken } from "../base/callers.ts";
import type { Hook, RateLimits } from "../limits/rate-limits.ts";

const drivers = new WeakMap<FastifyRequest, DriverCaller>();

export function driverOnly(deps: IdentifyDriverDeps, limits: RateLimits): Hook {
  return async (request, reply) => {
    const driver = await identifyDriver(deps, bearerToken(request));
    if (isRefusal(driver)) return sendRefusal(reply, driver);
    drivers.set(request, driver);
    return limits.driver(reply, driver.phone);
  };
}

// Keys of drivers are kept apart from those of accounts, which may have the same phone.
export function keyHolder(request: FastifyRequest): string {
  return `driver ${driverOf(request).phone}`;
}

export function driverOf(request: FastifyRequest): DriverCaller {
  const driver = drivers.get(request);
  if (!driver) throw new Error("this call is open to everyone and has no driver");
  return driver;
}
