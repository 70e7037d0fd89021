// The money of an order, step by step (D15). docs/money.md shows each with figures.
import { type Amount, shareOf } from "../amount.ts";
import { type AfterFee, codTotal, type Order } from "../orders/order.ts";
import type { Step } from "../orders/order-step.ts";
import type { Phone } from "../phone.ts";
import type { Payment } from "../pricing/payment.ts";
import { type LedgerAccount, platformAccount } from "./chart.ts";
import { takenForCashOrder } from "./driver-wallet.ts";
import { type Journal, journal, type Posting } from "./journal.ts";

// What a step of an order moves; saved in the step's own transaction.
export function journalsOf({ order, effects }: Step): readonly Journal[] {
  const journals = effects.flatMap((each) => {
    switch (each.effect) {
      case "hold":
        return [holdJournal(order)];
      case "adjust_hold":
        return [adjustJournal(order, each.before)];
      case "release_hold":
        return [releaseJournal(order)];
      case "collect_cod":
        return [codCollectedJournal(order, each.pathIndex, each.amount)];
      case "settle":
        return [paidJournal(order), codSettledJournal(order, codDelivered(order), order.id)];
      case "settle_cod":
        return [codSettledJournal(order, each.amount, `${order.id}/${each.pathIndex}`)];
      case "charge_after":
        return [afterFeeJournal(order, each.fee, each.payment)];
      case "pay_after":
        return [afterFeePaidJournal(order, each.fee)];
      default:
        return [];
    }
  });
  return journals.filter((each) => each !== undefined);
}

function holdJournal(order: Order): Journal | undefined {
  return journal("hold", order.id, order.id, heldPostings(order, order.payment.fromMain, order.payment.fromBonus));
}

function adjustJournal(order: Order, before: Order["payment"]): Journal | undefined {
  const fromMain = order.payment.fromMain - before.fromMain;
  const fromBonus = order.payment.fromBonus - before.fromBonus;
  // An order may be edited several times; the number of its event tells the edits apart.
  return journal("adjust_hold", `${order.id}/${order.seq}`, order.id, heldPostings(order, fromMain, fromBonus));
}

// Each pocket gets back what was taken from it.
function releaseJournal(order: Order): Journal | undefined {
  return journal("release", order.id, order.id, heldPostings(order, -order.payment.fromMain, -order.payment.fromBonus));
}

function heldPostings({ ownerPhone }: Order, fromMain: Amount, fromBonus: Amount): readonly Posting[] {
  return [
    { account: { kind: "user_main", owner: ownerPhone }, amount: 0 - fromMain },
    { account: { kind: "user_bonus", owner: ownerPhone }, amount: 0 - fromBonus },
    { account: { kind: "user_held", owner: ownerPhone }, amount: fromMain + fromBonus },
  ];
}

// At completion. The driver ends with subtotal less commission either way: paid into the wallet when the platform holds
// the price, or in hand when the customer paid cash, less what the wallet then owes. Tips bear no commission.
function paidJournal(order: Order): Journal | undefined {
  const { price, payment } = order;
  const wallet: LedgerAccount = { kind: "driver_wallet", owner: driverOf(order) };
  const shares: readonly Posting[] = [
    { account: platformAccount("platform_revenue"), amount: price.commission },
    { account: platformAccount("platform_vat"), amount: price.vatFee },
    { account: platformAccount("platform_promo"), amount: 0 - price.discount },
  ];
  if (order.paymentMethod !== "BALANCE") {
    const taken = { account: wallet, amount: 0 - takenForCashOrder(price) };
    return journal("commission", order.id, order.id, [taken, ...shares]);
  }
  return journal("capture", order.id, order.id, [
    { account: { kind: "user_held", owner: order.ownerPhone }, amount: 0 - payment.onlinePay },
    { account: wallet, amount: price.subtotal - price.commission },
    ...shares,
  ]);
}

function codCollectedJournal(order: Order, pathIndex: number, amount: Amount): Journal | undefined {
  return journal("cod_collected", `${order.id}/${pathIndex}`, order.id, [
    { account: { kind: "driver_cod", owner: driverOf(order) }, amount: -amount },
    { account: { kind: "user_cod", owner: order.ownerPhone }, amount },
  ]);
}

// The driver keeps the cash and pays out of the wallet, which was asked for it when they accepted; the sender is paid at once.
function codSettledJournal(order: Order, amount: Amount, reference: string): Journal | undefined {
  const driver = driverOf(order);
  return journal("cod_settled", reference, order.id, [
    { account: { kind: "driver_wallet", owner: driver }, amount: 0 - amount },
    { account: { kind: "driver_cod", owner: driver }, amount },
    { account: { kind: "user_cod", owner: order.ownerPhone }, amount: 0 - amount },
    { account: { kind: "user_main", owner: order.ownerPhone }, amount },
  ]);
}

export function codDelivered(order: Order): Amount {
  return codTotal(order.points.filter((point) => point.status === "COMPLETED"));
}

// Asked for after a failed delivery. The platform has it until it is done; then the driver gets it, less the commission.
function afterFeeJournal({ id, ownerPhone }: Order, fee: AfterFee, payment: Payment): Journal | undefined {
  return journal("after_fee", afterFeeReference(id, fee), id, [
    { account: { kind: "user_main", owner: ownerPhone }, amount: 0 - payment.fromMain },
    { account: { kind: "user_bonus", owner: ownerPhone }, amount: 0 - payment.fromBonus },
    { account: platformAccount("platform_revenue"), amount: fee.fee },
    { account: platformAccount("platform_vat"), amount: fee.vat },
  ]);
}

function afterFeePaidJournal(order: Order, fee: AfterFee): Journal | undefined {
  const share = fee.fee - shareOf(fee.fee, order.pricing.commissionRate);
  return journal("after_fee_paid", afterFeeReference(order.id, fee), order.id, [
    { account: platformAccount("platform_revenue"), amount: 0 - share },
    { account: { kind: "driver_wallet", owner: driverOf(order) }, amount: share },
  ]);
}

function afterFeeReference(orderId: string, { kind, pathIndex }: AfterFee): string {
  return pathIndex === null ? `${orderId}/${kind}` : `${orderId}/${kind}/${pathIndex}`;
}

function driverOf(order: Order): Phone {
  if (!order.driver) throw new Error(`order ${order.id} earned money without a driver`);
  return order.driver.phone;
}
