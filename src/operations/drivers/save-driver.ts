// The operator's drivers: made, changed, looked up.
import type { Catalogue } from "../../domain/catalogue/service.ts";
import { type Driver, type DriverDraft, judgeDriver } from "../../domain/drivers/driver.ts";
import { parsePhone } from "../../domain/phone.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { hashPin } from "../../ports/secrets.ts";
import { type Database, inTransaction } from "../../store/db.ts";
import { insertDriver, updateDriver } from "../../store/drivers/drivers.ts";
import { removeSessionsOf } from "../../store/drivers/sessions.ts";
import { tell } from "../../store/notices.ts";

export type DriverDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly catalogue: { readonly current: () => Catalogue };
};

export type NewDriverDraft = Required<Omit<DriverDraft, "status">> & {
  readonly mobile: string;
  readonly isRobot: boolean;
};

// The order of the checks: what the body holds, the phone, the city, and whether the phone is free.
export async function createDriver(
  deps: DriverDeps,
  draft: NewDriverDraft,
): Promise<Driver | Refusal<"INVALID_DATA" | "INVALID_PHONE_NUMBER" | "CITY_NOT_FOUND" | "DRIVER_EXISTED">> {
  const fault = judgeDriver(draft);
  if (fault) return fault;
  const phone = parsePhone(draft.mobile);
  if (phone === undefined) return refuse("INVALID_PHONE_NUMBER", "mobile is not a Vietnamese mobile number.", "mobile");
  if (!deps.catalogue.current().cities.has(draft.cityId)) return unknownCity(draft.cityId);
  const driver = {
    phone,
    name: draft.name.trim(),
    plateNumber: draft.plateNumber.trim(),
    vehicle: draft.vehicle,
    cityId: draft.cityId,
    isRobot: draft.isRobot,
    createdAt: deps.clock.now(),
  };
  const pinHash = await hashPin(draft.pin, deps.random.hex(16));
  if (!(await insertDriver(deps.db, { ...driver, pinHash }))) {
    return refuse("DRIVER_EXISTED", `There is a driver ${phone} already.`, "mobile");
  }
  return { ...driver, status: "ACTIVATED", ratingSum: 0, ratingCount: 0 };
}

// A new pin and a deactivation end every session: whoever has the lost phone is out.
export async function changeDriver(
  deps: DriverDeps,
  mobile: string,
  draft: DriverDraft,
): Promise<Driver | Refusal<"INVALID_DATA" | "INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND" | "CITY_NOT_FOUND">> {
  const fault = judgeDriver(draft);
  if (fault) return fault;
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  if (draft.cityId !== undefined && !deps.catalogue.current().cities.has(draft.cityId)) {
    return unknownCity(draft.cityId);
  }
  const pinHash = draft.pin === undefined ? null : await hashPin(draft.pin, deps.random.hex(16));
  return inTransaction(deps.db, async (tx) => {
    const driver = await updateDriver(tx, phone, {
      name: draft.name?.trim() ?? null,
      plateNumber: draft.plateNumber?.trim() ?? null,
      vehicle: draft.vehicle ?? null,
      cityId: draft.cityId ?? null,
      status: draft.status ?? null,
      pinHash,
    });
    if (!driver) return unknownDriver(phone);
    if (pinHash || driver.status === "DEACTIVATED") await removeSessionsOf(tx, phone);
    await tell(tx, "giao_drivers", phone);
    return driver;
  });
}

export function unknownDriver(phone: string): Refusal<"DRIVER_NOT_FOUND"> {
  return refuse("DRIVER_NOT_FOUND", `There is no driver ${phone}.`);
}

function unknownCity(cityId: string): Refusal<"CITY_NOT_FOUND"> {
  return refuse("CITY_NOT_FOUND", `There is no city ${cityId}.`);
}
