// A driver, and what an operator may write down about one.

import { AMOUNT_MAX } from "../amount.ts";
import { faultOfEquipment } from "../catalogue/equipment.ts";
import type { Vehicle } from "../catalogue/service.ts";
import type { Draft } from "../draft.ts";
import type { OrderDriver } from "../orders/order.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { BREAKS_MAX, type DayBreak, minuteOfClock } from "./breaks.ts";
import { faultOfPin, type SignInMode } from "./sign-in.ts";

export type DriverStatus = "ACTIVATED" | "DEACTIVATED";

export type Driver = {
  readonly phone: Phone;
  readonly name: string;
  readonly plateNumber: string;
  readonly vehicle: Vehicle;
  readonly cityId: string;
  readonly status: DriverStatus;
  readonly isRobot: boolean;
  // What services may ask for, such as COLD-BOX.
  readonly equipment: readonly string[];
  // What orders in hand may bring in and cost them at most, below what their wallet covers; 0: the wallet alone counts.
  readonly cashMax: number;
  readonly breaks: readonly DayBreak[];
  readonly ratingSum: number;
  readonly ratingCount: number;
  readonly createdAt: Date;
};

// What a signed-in call knows of its driver.
export type DriverCaller = Pick<
  Driver,
  "phone" | "name" | "plateNumber" | "cityId" | "vehicle" | "ratingSum" | "ratingCount"
>;

export type DraftedDriver = Pick<
  Driver,
  "name" | "plateNumber" | "vehicle" | "cityId" | "status" | "equipment" | "cashMax" | "breaks"
> & {
  readonly pin: string;
  // Why they are suspended.
  readonly reason: string;
};
export type DriverDraft = Draft<DraftedDriver>;

const NAME_LENGTH_MAX = 200;
const PLATE_LENGTH_MAX = 20;

export function judgeDriver(draft: DriverDraft, mode: SignInMode): Refusal<"INVALID_DATA"> | undefined {
  if (isTextWrong(draft.name, NAME_LENGTH_MAX)) {
    return refuse("INVALID_DATA", `name must be a text of 1 to ${NAME_LENGTH_MAX} characters.`, "name");
  }
  if (isTextWrong(draft.plateNumber, PLATE_LENGTH_MAX)) {
    return refuse(
      "INVALID_DATA",
      `plate_number must be a text of 1 to ${PLATE_LENGTH_MAX} characters.`,
      "plate_number",
    );
  }
  const equipmentFault = faultOfEquipment(draft.equipment ?? []);
  if (equipmentFault) return refuse("INVALID_DATA", `equipment ${equipmentFault}`, "equipment");
  const { cashMax = 0 } = draft;
  if (!Number.isInteger(cashMax) || cashMax < 0 || cashMax > AMOUNT_MAX)
    return refuse("INVALID_DATA", `cash_max must be a whole number from 0 to ${AMOUNT_MAX}.`, "cash_max");
  if (areBreaksWrong(draft.breaks ?? []))
    return refuse(
      "INVALID_DATA",
      `breaks must be at most ${BREAKS_MAX} times such as {"from": "12:00", "to": "12:45"}, each within a day and after the one before.`,
      "breaks",
    );
  const pinFault = draft.pin === undefined ? undefined : faultOfPin(draft.pin, mode);
  return pinFault === undefined ? undefined : refuse("INVALID_DATA", pinFault, "pin");
}

// undefined until somebody has rated them: no driver starts as a bad one.
export function averageRating(driver: Pick<Driver, "ratingSum" | "ratingCount">): number | undefined {
  if (driver.ratingCount === 0) return undefined;
  return Math.round((driver.ratingSum / driver.ratingCount) * 100) / 100;
}

// As an order keeps the driver who takes it.
export function orderDriver(
  driver: Pick<Driver, "phone" | "name" | "plateNumber" | "ratingSum" | "ratingCount">,
): OrderDriver {
  const { phone, name, plateNumber } = driver;
  const rating = averageRating(driver);
  return { phone, name, plateNumber, ...(rating === undefined ? {} : { rating }) };
}

function areBreaksWrong(breaks: readonly DayBreak[]): boolean {
  const minutes = breaks.flatMap(({ from, to }) => [minuteOfClock(from), minuteOfClock(to)]);
  return (
    breaks.length > BREAKS_MAX ||
    minutes.some((minute, at) => minute === undefined || minute <= (minutes[at - 1] ?? -1))
  );
}

function isTextWrong(text: string | undefined, lengthMax: number): boolean {
  if (text === undefined) return false;
  const trimmed = text.trim();
  return trimmed.length === 0 || trimmed.length > lengthMax || trimmed.includes("\0");
}
