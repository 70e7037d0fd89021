// Runs of payouts: made with the money set aside, approved by people, paid or cancelled, each once whoever races.
import {
  codHandIn,
  type PayoutMove,
  payoutClosed,
  payoutJournal,
  plainReceipt,
  refuseApproval,
  refusePaying,
  shareOfWallet,
} from "../../domain/ledger/payout.ts";
import { type Operator, worksIn } from "../../domain/operators/operator.ts";
import { OPERATOR_ID_ALPHABET } from "../../domain/operators/operator-key.ts";
import { type Phone, parsePhone } from "../../domain/phone.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { findDriver, lockDrivers } from "../../store/drivers/drivers.ts";
import { listCarriedOf } from "../../store/drivers/held-orders.ts";
import { postJournal, postJournals } from "../../store/ledger/journals.ts";
import {
  type CodReceipt,
  endPayout,
  findPayout,
  findReceipt,
  insertApproval,
  insertPayout,
  insertReceipt,
  listApprovals,
  listPayoutLines,
  listWalletsToPay,
  lockPayout,
  type Payout,
  type PayoutApproval,
  type PayoutLine,
  readWalletsToPay,
} from "../../store/ledger/payouts.ts";
import { unknownCity, unknownDriver } from "../drivers/save-driver.ts";
import { promisedFor } from "../orders/advance-order.ts";
import type { Services } from "../services.ts";

export type PayoutDeps = Pick<Services, "db" | "clock" | "random" | "catalogue"> & {
  readonly settings: { readonly payouts: { readonly minimum: number; readonly twoPeopleOver: number } };
};

export type WholePayout = {
  readonly payout: Payout;
  readonly lines: readonly PayoutLine[];
  readonly approvals: readonly PayoutApproval[];
};

export type PayoutScope = { readonly cityId: string | null; readonly upTo: Date | undefined };

type ScopeRefusal = "CITY_NOT_FOUND" | "CITIES_NOT_ALLOWED" | "INVALID_DATA";

// A run of all of them holds its drivers for about a second.
const DRIVERS_MAX = 5_000;
const ALL_OF_THEM = { seconds: 60 };
const ID_LENGTH = 12;
const REFERENCE_LENGTH_MAX = 100;

// Who would get what now; nothing is set aside.
export async function previewPayout(
  deps: PayoutDeps,
  operator: Operator,
  scope: PayoutScope,
): Promised<readonly PayoutLine[], ScopeRefusal> {
  const upTo = judgeScope(deps, operator, scope);
  if ("refused" in upTo) return upTo;
  return linesOf(deps, deps.db, await listWalletsToPay(deps.db, scope.cityId, DRIVERS_MAX), upTo);
}

// The order of the checks: the city, the day, and whether anybody is paid at all.
export async function makePayout(
  deps: PayoutDeps,
  operator: Operator,
  scope: PayoutScope,
): Promised<WholePayout, ScopeRefusal | "NOTHING_TO_PAY" | "PAYOUT_NOT_FOUND"> {
  const upTo = judgeScope(deps, operator, scope);
  if ("refused" in upTo) return upTo;
  const { twoPeopleOver } = deps.settings.payouts;
  const now = deps.clock.now();
  const id = deps.random.text(ID_LENGTH, OPERATOR_ID_ALPHABET);
  const made = await inTransaction(deps.db.with(ALL_OF_THEM), async (tx) => {
    const phones = await listWalletsToPay(tx, scope.cityId, DRIVERS_MAX);
    // Two runs at once: the second finds what the first has left in the wallets.
    await lockDrivers(tx, phones);
    const lines = await linesOf(deps, tx, phones, upTo);
    const paid = lines.filter(({ amount }) => amount > 0);
    const total = paid.reduce((sum, { amount }) => sum + amount, 0);
    if (paid.length === 0) return refuse("NOTHING_TO_PAY", "Nobody has anything that can be paid out now.");
    const run = { id, cityId: scope.cityId, upTo, total, paidDrivers: paid.length, needsTwo: total > twoPeopleOver };
    await insertPayout(tx, { ...run, madeAt: now, madeBy: nameOf(operator) }, lines);
    if (operator.by === "person" && operator.id !== null)
      await insertApproval(tx, id, yesOf(operator, operator.id, now));
    await move(tx, "payout_held", id, paid, now);
    return undefined;
  });
  return made ?? getPayout(deps, id);
}

function judgeScope(
  { catalogue, clock }: PayoutDeps,
  operator: Operator,
  { cityId, upTo = clock.now() }: PayoutScope,
): Date | Refusal<ScopeRefusal> {
  if (cityId === null && operator.cities !== null)
    return refuse("CITIES_NOT_ALLOWED", "This concerns all cities, and you work in some of them: name one.", "city_id");
  if (cityId !== null && (!catalogue.current().cities.has(cityId) || !worksIn(operator, cityId)))
    return unknownCity(cityId);
  if (upTo > clock.now()) return refuse("INVALID_DATA", "up_to must not lie ahead.", "up_to");
  return upTo;
}

async function linesOf(
  { settings }: PayoutDeps,
  tx: Sql,
  phones: readonly Phone[],
  upTo: Date,
): Promise<readonly PayoutLine[]> {
  const wallets = await readWalletsToPay(tx, phones, upTo);
  const carried = Map.groupBy(await listCarriedOf(tx, phones), (order) => order.driver?.phone);
  const lines = wallets.map((row) => {
    const promised = promisedFor(carried.get(row.phone) ?? []);
    return { ...row, ...shareOfWallet({ ...row, promised, hasBank: row.account !== null }, settings.payouts.minimum) };
  });
  // Those who are paid first, as a run that is made lists them.
  return lines.sort((one, other) => other.amount - one.amount);
}

async function move(tx: Sql, how: PayoutMove, id: string, lines: readonly PayoutLine[], now: Date): Promise<void> {
  const journals = lines
    .filter(({ amount }) => amount > 0)
    .map(({ phone, amount }) => payoutJournal(how, id, phone, amount));
  const posted = await postJournals(tx, journals, now);
  if (posted !== journals.length) throw new Error(`payout ${id}: ${how} was posted before`);
}

export async function getPayout({ db }: Pick<PayoutDeps, "db">, id: string): Promised<WholePayout, "PAYOUT_NOT_FOUND"> {
  const payout = await findPayout(db, id);
  if (!payout) return unknownPayout(id);
  const [lines, approvals] = await Promise.all([listPayoutLines(db, id), listApprovals(db, id)]);
  return { payout, lines, approvals };
}

export async function approvePayout(
  deps: PayoutDeps,
  operator: Operator,
  id: string,
): Promised<WholePayout, "PAYOUT_NOT_FOUND" | "PERSON_NEEDED" | "PAYOUT_CLOSED" | "SECOND_PERSON_NEEDED"> {
  return withPayout(deps, id, async (tx, { status }) => {
    const approvedBy = (await listApprovals(tx, id)).map(({ operatorId }) => operatorId);
    const refused = refuseApproval(status, operator, approvedBy);
    if (!refused) await insertApproval(tx, id, yesOf(operator, operator.id ?? "", deps.clock.now()));
    return refused;
  });
}

// Marked again with the same reference it is the same as once; with another one it is refused.
export async function markPayoutPaid(
  deps: PayoutDeps,
  operator: Operator,
  id: string,
  given: string,
): Promised<
  WholePayout,
  "INVALID_DATA" | "PAYOUT_NOT_FOUND" | "PAYOUT_CLOSED" | "SECOND_PERSON_NEEDED" | "IDEMPOTENCY_KEY_REUSED"
> {
  const reference = given.trim();
  if (!reference || reference.length > REFERENCE_LENGTH_MAX)
    return refuse("INVALID_DATA", `reference must be a text of 1 to ${REFERENCE_LENGTH_MAX} characters.`, "reference");
  return withPayout(deps, id, async (tx, payout) => {
    if (payout.status === "PAID" && payout.reference === reference) return undefined;
    if (payout.status === "PAID")
      return refuse("IDEMPOTENCY_KEY_REUSED", "This payout was marked paid with another reference.", "reference");
    const refused = refusePaying(payout, (await listApprovals(tx, id)).length);
    if (refused) return refused;
    const now = deps.clock.now();
    const lines = await listPayoutLines(tx, id);
    await lockDrivers(
      tx,
      lines.map(({ phone }) => phone),
    );
    await move(tx, "payout_paid", id, lines, now);
    await endPayout(tx, id, { status: "PAID", endedAt: now, endedBy: nameOf(operator), reference });
    return undefined;
  });
}

// What was set aside is in the wallets again.
export async function cancelPayout(
  deps: PayoutDeps,
  operator: Operator,
  id: string,
): Promised<WholePayout, "PAYOUT_NOT_FOUND" | "PAYOUT_CLOSED"> {
  return withPayout(deps, id, async (tx, { status }) => {
    if (status === "CANCELLED") return undefined;
    if (status !== "OPEN") return payoutClosed(status);
    const now = deps.clock.now();
    const lines = await listPayoutLines(tx, id);
    await lockDrivers(
      tx,
      lines.map(({ phone }) => phone),
    );
    await move(tx, "payout_released", id, lines, now);
    await endPayout(tx, id, { status: "CANCELLED", endedAt: now, endedBy: nameOf(operator), reference: null });
    return undefined;
  });
}

async function withPayout<Code extends string>(
  deps: PayoutDeps,
  id: string,
  work: (tx: Sql, payout: Payout) => Promise<Refusal<Code> | undefined>,
): Promised<WholePayout, Code | "PAYOUT_NOT_FOUND"> {
  const refused = await inTransaction(deps.db.with(ALL_OF_THEM), async (tx) => {
    const payout = await lockPayout(tx, id);
    return payout ? await work(tx, payout) : unknownPayout(id);
  });
  return refused ?? getPayout(deps, id);
}

// The order of the checks: the phone, the driver, amount and receipt, and whether the receipt was used for something else.
export async function recordHandIn(
  deps: Pick<PayoutDeps, "db" | "clock">,
  operator: Operator,
  mobile: string,
  given: { readonly amount: number; readonly receipt: string },
): Promised<CodReceipt, "INVALID_PHONE_NUMBER" | "DRIVER_NOT_FOUND" | "INVALID_DATA" | "RECEIPT_USED"> {
  const phone = parsePhone(mobile);
  if (phone === undefined)
    return refuse("INVALID_PHONE_NUMBER", "The phone number in the path is not a mobile number.");
  return inTransaction(deps.db.with({ share: [phone] }), async (tx) => {
    await lockDrivers(tx, [phone]);
    if (!(await findDriver(tx, phone))) return unknownDriver(phone);
    const journal = codHandIn(phone, given);
    if (isRefusal(journal)) return journal;
    const now = deps.clock.now();
    const receipt = plainReceipt(given.receipt);
    const row = { receipt, phone, amount: given.amount, receivedAt: now, receivedBy: nameOf(operator) };
    if (await insertReceipt(tx, row)) {
      if (!(await postJournal(tx, journal, now))) throw new Error(`receipt ${receipt} was posted before`);
      return row;
    }
    const before = await findReceipt(tx, receipt);
    return before?.phone === phone && before.amount === given.amount
      ? before
      : refuse("RECEIPT_USED", `Receipt ${receipt} was used for another amount or driver.`, "receipt");
  });
}

export function unknownPayout(id: string): Refusal<"PAYOUT_NOT_FOUND"> {
  return refuse("PAYOUT_NOT_FOUND", `There is no payout ${id}.`);
}

function yesOf(operator: Operator, operatorId: string, approvedAt: Date): PayoutApproval {
  return { operatorId, name: nameOf(operator), approvedAt };
}

function nameOf({ name, by }: Operator): string {
  return name ?? by;
}
