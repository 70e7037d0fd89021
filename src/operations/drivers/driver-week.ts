// A driver's week, Monday to Sunday by the clock of their city: what they did and earned, and everything that moved their wallet.
import type { Amount } from "../../domain/amount.ts";
import { takenForCashOrder } from "../../domain/ledger/driver-wallet.ts";
import { dateAt, localTimeAt, startOfDate } from "../../domain/local-time.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { listCompletedBetween } from "../../store/drivers/held-orders.ts";
import { findKeptSince } from "../../store/leaving.ts";
import { listWeekMoves, readWalletAt, type WeekMove } from "../../store/ledger/driver-statements.ts";
import type { Services } from "../services.ts";

type WeekOrder = {
  readonly id: string;
  readonly completedAt: Date | null;
  readonly earnings: Amount;
  readonly commission: Amount;
  readonly cash: Amount;
};

export type DriverWeek = {
  readonly monday: string;
  readonly from: Date;
  readonly to: Date;
  readonly orders: readonly WeekOrder[];
  // By kind of journal; together they are what the wallet changed by.
  readonly moves: readonly WeekMove[];
  readonly codCollected: Amount;
  readonly walletBefore: Amount;
  readonly walletAfter: Amount;
};

const DAY_MS = 86_400_000;

export async function seeWeek(
  { reads }: Pick<Services, "reads">,
  phone: string,
  day: string,
  timeZone: string,
): Promised<DriverWeek, "INVALID_DATA"> {
  const start = startOfDate(timeZone, day);
  if (!start) return refuse("INVALID_DATA", "day must be a date, as 2026-11-17.", "day");
  const noon = start.getTime() + DAY_MS / 2;
  const daysIn = localTimeAt(timeZone, new Date(noon)).day - 1;
  const dayAt = (days: number): string => dateAt(timeZone, new Date(noon + (days - daysIn) * DAY_MS));
  const monday = dayAt(0);
  const from = startOfDate(timeZone, monday) ?? start;
  const to = startOfDate(timeZone, dayAt(7)) ?? start;
  const keptSince = await findKeptSince(reads, "orders");
  if (keptSince && from < keptSince)
    return refuse("INVALID_DATA", `What was driven before ${keptSince.toISOString().slice(0, 10)} has left.`, "day");
  const [orders, { moves, codCollected }, walletBefore, walletAfter] = await Promise.all([
    listCompletedBetween(reads, phone, from, to),
    listWeekMoves(reads, phone, from, to),
    readWalletAt(reads, phone, from),
    readWalletAt(reads, phone, to),
  ]);
  return {
    monday,
    from,
    to,
    orders: orders.map(({ id, completedAt, price, paymentMethod }) => ({
      id,
      completedAt,
      earnings: price.total - takenForCashOrder(price),
      commission: price.commission,
      cash: paymentMethod === "BALANCE" ? 0 : price.total,
    })),
    moves,
    codCollected,
    walletBefore,
    walletAfter,
  };
}
