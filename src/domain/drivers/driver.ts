// A driver, and what an operator may write down about one.
import type { Vehicle } from "../catalogue/service.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";

export const VEHICLES = ["BIKE", "VAN", "TRUCK"] as const satisfies readonly Vehicle[];

export type DriverStatus = "ACTIVATED" | "DEACTIVATED";

export type Driver = {
  readonly phone: Phone;
  readonly name: string;
  readonly plateNumber: string;
  readonly vehicle: Vehicle;
  readonly cityId: string;
  readonly status: DriverStatus;
  readonly isRobot: boolean;
  readonly ratingSum: number;
  readonly ratingCount: number;
  readonly createdAt: Date;
};

// What a signed-in call knows of its driver.
export type DriverCaller = Pick<Driver, "phone" | "name" | "plateNumber" | "cityId" | "vehicle">;

export type DriverDraft = {
  readonly name?: string;
  readonly plateNumber?: string;
  readonly vehicle?: Vehicle;
  readonly cityId?: string;
  readonly pin?: string;
  readonly status?: DriverStatus;
};

const NAME_LENGTH_MAX = 200;
const PLATE_LENGTH_MAX = 20;
const PIN = /^\d{4,8}$/;

export function judgeDriver(draft: DriverDraft): Refusal<"INVALID_DATA"> | undefined {
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
  if (draft.pin !== undefined && !PIN.test(draft.pin))
    return refuse("INVALID_DATA", "pin must be 4 to 8 digits.", "pin");
  return undefined;
}

// undefined until somebody has rated him: no driver starts as a bad one.
export function averageRating(driver: Pick<Driver, "ratingSum" | "ratingCount">): number | undefined {
  if (driver.ratingCount === 0) return undefined;
  return Math.round((driver.ratingSum / driver.ratingCount) * 100) / 100;
}

function isTextWrong(text: string | undefined, lengthMax: number): boolean {
  if (text === undefined) return false;
  const trimmed = text.trim();
  return trimmed.length === 0 || trimmed.length > lengthMax || trimmed.includes("\0");
}
