// A driver's money: paid in and out by the operator, and told to the driver line by line.
import type { Amount } from "../../domain/amount.ts";
import { type Move, topUp, withdraw } from "../../domain/ledger/account-journals.ts";
import { takenForCashOrder } from "../../domain/ledger/driver-wallet.ts";
import { localTimeAt } from "../../domain/local-time.ts";
import { parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { findDriver, lockDrivers } from "../../store/drivers/drivers.ts";
import { listCompletedSince } from "../../store/drivers/held-orders.ts";
import { readDriverBalances } from "../../store/ledger/driver-statements.ts";
import { isPostedAlike, postJournal } from "../../store/ledger/journals.ts";
import { promisedBy } from "../orders/advance-order.ts";
import type { Services } from "../services.ts";
import { unknownDriver } from "./save-driver.ts";

type Deps = Pick<Services, "db" | "clock">;

export type DriverWallet = {
  readonly wallet: number;
  // Of it, what the orders in hand may still take.
  readonly promised: number;
  // Collected and not yet settled.
  readonly codInHand: number;
};

export type MoveRefusal =
  | "INVALID_PHONE_NUMBER"
  | "DRIVER_NOT_FOUND"
  | "INVALID_DATA"
  | "NOT_ENOUGH_CREDIT"
  | "IDEMPOTENCY_KEY_REUSED";

// The order of the checks: the phone, the driver, amount and reference, for a withdrawal the money, and last whether the
// reference was used for something else. The same reference twice moves the money once.
export async function moveDriverMoney(
  deps: Deps,
  mobile: string,
  direction: "in" | "out",
  move: Move,
): Promised<DriverWallet, MoveRefusal> {
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  return inTransaction(deps.db.with({ share: [phone] }), async (tx) => {
    await lockDrivers(tx, [phone]);
    if (!(await findDriver(tx, phone))) return unknownDriver(phone);
    const wallet = { of: "driver", phone } as const;
    const { wallet: balance, promised } = await walletOf(tx, phone);
    const journal = direction === "in" ? topUp(wallet, move) : withdraw(wallet, Infinity, move);
    if (isRefusal(journal)) return journal;
    if (await isPostedAlike(tx, journal)) return walletOf(tx, phone);
    // What orders in hand may take is not free to leave.
    const checked = direction === "in" ? journal : withdraw(wallet, balance - promised, move);
    if (isRefusal(checked)) return checked;
    if (await postJournal(tx, journal, deps.clock.now())) return walletOf(tx, phone);
    return refuse("IDEMPOTENCY_KEY_REUSED", "This reference was used for another amount of this driver.");
  });
}

export function seeDriverWallet(deps: Deps, phone: string): Promise<DriverWallet> {
  return walletOf(deps.db, phone);
}

export type DriversDay = { readonly orders: number; readonly earnings: Amount };

// What the driver's own day has brought so far, by the clock on their city's wall.
export async function readToday(deps: Deps, phone: string, timeZone = "UTC"): Promise<DriversDay> {
  const now = deps.clock.now();
  const midnight = now.getTime() - localTimeAt(timeZone, now).minuteOfDay * 60_000;
  const orders = await listCompletedSince(deps.db, phone, new Date(midnight - (midnight % 60_000)));
  const earnings = orders.reduce((sum, { price }) => sum + price.total - takenForCashOrder(price), 0);
  return { orders: orders.length, earnings };
}

async function walletOf(tx: Sql, phone: string): Promise<DriverWallet> {
  const { wallet, cod } = await readDriverBalances(tx, phone);
  return { wallet, promised: await promisedBy(tx, phone), codInHand: 0 - cod };
}
