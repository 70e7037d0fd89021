// The operator's drivers: made, changed, looked up.
import { type DraftedDriver, type Driver, type DriverDraft, judgeDriver } from "../../domain/drivers/driver.ts";
import { numberCounter, type SignInMode } from "../../domain/drivers/sign-in.ts";
import { parsePhone } from "../../domain/phone.ts";
import { type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { hashPin } from "../../ports/secrets.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { removeDevicesOf } from "../../store/drivers/devices.ts";
import { findDriver, insertDriver, lockDrivers, updateDriver } from "../../store/drivers/drivers.ts";
import { removeSessionsOf } from "../../store/drivers/sessions.ts";
import { notifyAfterwards } from "../../store/notices.ts";
import type { Services } from "../services.ts";
import { forgetTries } from "../sign-ins/count-tries.ts";

export type DriverDeps = Pick<Services, "db" | "clock" | "random" | "catalogue"> & {
  readonly mode: SignInMode;
};

export type NewDriverDraft = Omit<DraftedDriver, "status" | "reason"> & {
  readonly mobile: string;
  readonly isRobot: boolean;
};

// The order of the checks: what the body holds, the phone, the city, and whether the phone is free.
export async function createDriver(
  deps: DriverDeps,
  draft: NewDriverDraft,
): Promised<Driver, "INVALID_DATA" | "INVALID_PHONE_NUMBER" | "CITY_NOT_FOUND" | "DRIVER_EXISTED"> {
  const fault = judgeDriver(draft, deps.mode);
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
    equipment: draft.equipment,
    cashMax: draft.cashMax,
    breaks: draft.breaks,
    createdAt: deps.clock.now(),
  };
  const pinHash = await hashPin(draft.pin, deps.random.hex(16));
  if (!(await insertDriver(deps.db, { ...driver, pinHash }))) {
    return refuse("DRIVER_EXISTED", `There is a driver ${phone} already.`, "mobile");
  }
  return { ...driver, status: "ACTIVATED", ratingSum: 0, ratingCount: 0 };
}

// A new pin and a deactivation end every session and forget every device: whoever has the lost phone is out. Strangers who tried
// the old pin do not make the driver wait with the new one.
export async function changeDriver(
  deps: DriverDeps,
  mobile: string,
  draft: DriverDraft,
): Promised<Driver, "INVALID_DATA" | "INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND" | "CITY_NOT_FOUND"> {
  const fault = judgeDriver(draft, deps.mode);
  if (fault) return fault;
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  if (draft.cityId !== undefined && !deps.catalogue.current().cities.has(draft.cityId)) {
    return unknownCity(draft.cityId);
  }
  const pinHash = draft.pin === undefined ? null : await hashPin(draft.pin, deps.random.hex(16));
  return inTransaction(deps.db.with({ share: [phone] }), async (tx) => {
    const driver = await updateDriver(tx, phone, {
      name: draft.name?.trim() ?? null,
      plateNumber: draft.plateNumber?.trim() ?? null,
      vehicle: draft.vehicle ?? null,
      cityId: draft.cityId ?? null,
      status: draft.status ?? null,
      reason: draft.reason?.trim() || null,
      equipment: draft.equipment ?? null,
      cashMax: draft.cashMax ?? null,
      breaks: draft.breaks ?? null,
      pinHash,
    });
    if (!driver) return unknownDriver(phone);
    if (pinHash || driver.status === "DEACTIVATED") await signOutEverywhere(tx, phone);
    if (pinHash) await forgetTries({ ...deps, db: tx }, [numberCounter(phone)]);
    notifyAfterwards(tx, "giao_drivers", phone);
    return driver;
  });
}

// For a phone that was lost: the next sign-in is on a new device, wherever it is.
export async function forgetDevices(
  deps: DriverDeps,
  mobile: string,
): Promised<object, "INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND"> {
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  return inTransaction(deps.db, async (tx) => {
    await lockDrivers(tx, [phone]);
    if (!(await findDriver(tx, phone))) return unknownDriver(phone);
    await signOutEverywhere(tx, phone);
    notifyAfterwards(tx, "giao_drivers", phone);
    return {};
  });
}

async function signOutEverywhere(tx: Sql, phone: string): Promise<void> {
  await removeSessionsOf(tx, phone);
  await removeDevicesOf(tx, phone);
}

export function unknownDriver(phone: string): Refusal<"DRIVER_NOT_FOUND"> {
  return refuse("DRIVER_NOT_FOUND", `There is no driver ${phone}.`);
}

export function unknownCity(cityId: string): Refusal<"CITY_NOT_FOUND"> {
  return refuse("CITY_NOT_FOUND", `There is no city ${cityId}.`);
}
