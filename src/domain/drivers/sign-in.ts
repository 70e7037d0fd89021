// How drivers sign in: which tries count against whom, how long sessions, devices and codes last. Somebody who knows a driver's
// number must not be able to keep the driver out, and nobody may guess a pin: so a device that signed in before counts by
// itself, and strangers count by the address and number they try, by the number alone, and by the address alone.
import type { Counter, TryRule } from "../tries.ts";

export type SignInMode = "sandbox" | "production";

const MINUTE = 60;
const DAY = 24 * 3600;

// A phone in a bag drops its session; a driver on a long shift must not have to type the pin every morning.
export const SESSION_SECONDS = 30 * DAY;
// A driver has a phone, perhaps a second one; more sessions are forgotten ones, and the oldest ends.
export const SESSIONS_MAX = 5;

// A phone that lay in a drawer for half a year is a new one.
export const DEVICE_SECONDS = 180 * DAY;
// More than sessions: a browser that forgets nothing but its session comes back as the device it was.
export const DEVICES_MAX = 10;

// Who holds the phone itself and guesses: 12 an hour, against a pin of six digits.
const BY_DEVICE: TryRule = { free: 5, firstSeconds: 10, longestSeconds: 5 * MINUTE, forgetSeconds: 5 * MINUTE };
// One stranger at one number: they settle at four an hour, which lets the next count hardly grow.
const BY_ADDRESS_AND_NUMBER: TryRule = {
  free: 5,
  firstSeconds: 10,
  longestSeconds: 15 * MINUTE,
  forgetSeconds: 15 * MINUTE,
};
// Strangers everywhere at one number. The few more that are free keep one stranger alone from making a driver's new phone wait
// for longer than seconds.
const BY_NUMBER: TryRule = { ...BY_ADDRESS_AND_NUMBER, free: 10, firstSeconds: 5 };
// One address at all numbers, its wrong pins only: mobile networks put thousands of phones behind one address, which may all sign in at
// once and slip now and then, 120 times an hour.
const BY_ADDRESS: TryRule = { free: 100, firstSeconds: 1, longestSeconds: 5 * MINUTE, forgetSeconds: 30 };

export function deviceCounter(deviceHash: string): Counter {
  return { key: `device ${deviceHash}`, rule: BY_DEVICE };
}

export type StrangerCounters = { readonly ofNumber: readonly Counter[]; readonly ofAddress: Counter };

// The right pin forgets the wrong ones at its number, and none of the address: or a sprayer who has one good pin would never be
// slowed down.
export function strangerCounters(phone: string, network: string): StrangerCounters {
  return {
    ofNumber: [{ key: `number ${phone} from ${network}`, rule: BY_ADDRESS_AND_NUMBER }, numberCounter(phone)],
    ofAddress: { key: `address ${network}`, rule: BY_ADDRESS },
  };
}

export function numberCounter(phone: string): Counter {
  return { key: `number ${phone}`, rule: BY_NUMBER };
}

// Pins given before production asked for more digits work until they are changed.
const PIN_DIGITS_MIN = { sandbox: 4, production: 6 } as const satisfies Record<SignInMode, number>;
const PIN_DIGITS_MAX = 8;

// undefined: a pin to sign in with. Otherwise what is wrong with it.
export function faultOfPin(pin: string, mode: SignInMode): string | undefined {
  const digitsMin = PIN_DIGITS_MIN[mode];
  const isPin = /^\d+$/.test(pin) && pin.length >= digitsMin && pin.length <= PIN_DIGITS_MAX;
  return isPin ? undefined : `pin must be ${digitsMin} to ${PIN_DIGITS_MAX} digits.`;
}
