// Where a driver's money goes: told by the operator, or by the driver's own application.
import { type BankAccount, judgeBank, plainBank } from "../../domain/joining/application.ts";
import { parsePhone } from "../../domain/phone.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { findDriver } from "../../store/drivers/drivers.ts";
import { findBank, saveBank } from "../../store/joining/applications.ts";
import { unknownDriver } from "../drivers/save-driver.ts";
import type { Services } from "../services.ts";

type Deps = Pick<Services, "db" | "clock">;

export async function seeDriverBank(
  deps: Deps,
  mobile: string,
): Promised<{ readonly bank: BankAccount | undefined }, "INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND"> {
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  return (await findDriver(deps.db, phone)) ? { bank: await findBank(deps.db, phone) } : unknownDriver(phone);
}

export async function saveDriverBank(
  deps: Deps,
  mobile: string,
  bank: BankAccount,
): Promised<object, "INVALID_DATA" | "INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND"> {
  const fault = judgeBank(bank);
  if (fault) return fault;
  const driver = await seeDriverBank(deps, mobile);
  if ("refused" in driver) return driver;
  await saveBank(deps.db, parsePhone(mobile) ?? "", plainBank(bank), deps.clock.now());
  return {};
}
