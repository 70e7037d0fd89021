// A driver takes an order or refuses it. Of several who accept one order at once, the one whose transaction locks it first
// has it; the others are told that it is taken.
import type { Catalogue } from "../../domain/catalogue/service.ts";
import { type DriverCaller, orderDriver } from "../../domain/drivers/driver.ts";
import { type AnswerRefusal, judgeAcceptance, type Offer } from "../../domain/drivers/offer.ts";
import type { Order } from "../../domain/orders/order.ts";
import { type AcceptRefusal, accept } from "../../domain/orders/steps/to-pickup.ts";
import { isRefusal, type Refusal, refuse } from "../../domain/refusal.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { lockDrivers } from "../../store/drivers/drivers.ts";
import { listWork } from "../../store/drivers/held-orders.ts";
import { closeOffers, findOffer, listAskedDrivers } from "../../store/drivers/offers.ts";
import { findPlace, noteHeard } from "../../store/drivers/places.ts";
import { findOrder } from "../../store/orders/orders.ts";
import type { Keep } from "../answer-once.ts";
import { freeWalletOf } from "../orders/advance-order.ts";
import { type ChangeDeps, changeOrder } from "../orders/change-order.ts";

export type AnswerDeps = ChangeDeps & { readonly catalogue: { readonly current: () => Catalogue } };
export type AcceptOfferRefusal = "OFFER_NOT_FOUND" | AnswerRefusal | AcceptRefusal;
export type Accepted = Order | Refusal<AcceptOfferRefusal>;

const OFFER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
// Accepted before, by this driver: said twice is the same as said once.
const ALREADY_HIS = "ALREADY_HIS";

// The order of the checks: an offer of this driver, then as judgeAcceptance has it, then the wallet.
export async function acceptOffer(
  deps: AnswerDeps,
  driver: DriverCaller,
  offerId: string,
  keep?: Keep<Accepted>,
): Promise<Accepted> {
  const offer = await findOwnOffer(deps, driver, offerId);
  if (isRefusal(offer)) return offer;
  const decide = async (order: Order | undefined, tx: Sql) => {
    const now = deps.clock.now();
    // Everybody who was asked is about to be told, so all are locked now and in one order.
    await lockDrivers(tx, [driver.phone, ...(await listAskedDrivers(tx, offer.orderId))]);
    const fresh = await findOffer(tx, offerId);
    if (!order || !fresh) throw new Error(`offer ${offerId} has lost its order`);
    if (fresh.answer === "accepted" && order.driver?.phone === driver.phone) {
      return refuse(ALREADY_HIS, `Order ${order.id} is this driver's.`);
    }
    const held = await listWork(tx, [driver.phone]);
    const bundleMax = deps.catalogue.current().services.get(order.serviceId)?.bundleMax ?? 1;
    const refusal = judgeAcceptance(fresh, order, { count: held.length, bundleMax }, now);
    if (refusal) return refusal;
    const found = await findPlace(tx, driver.phone);
    const place = found ? { lat: found.lat, lng: found.lng } : null;
    await noteHeard(tx, driver.phone, now);
    return accept(order, orderDriver(driver), await freeWalletOf(tx, driver.phone), { at: now, place });
  };
  type Kept = Keep<Order | Refusal<AcceptOfferRefusal | typeof ALREADY_HIS>>;
  const changed = await changeOrder(deps, offer.orderId, "driver", decide, keep as Kept | undefined);
  if (!isRefusal(changed) || changed.refused !== ALREADY_HIS) return changed as Accepted;
  const order = await findOrder(deps.db, offer.orderId);
  if (!order) throw new Error(`order ${offer.orderId} is gone`);
  return order;
}

// A refusal is for good: this driver is not asked again about this order. What is over already stays as it is.
export async function declineOffer(
  deps: AnswerDeps,
  driver: DriverCaller,
  offerId: string,
): Promise<{ readonly declined: true } | Refusal<"OFFER_NOT_FOUND" | "INVALID_ORDER_STATUS">> {
  const offer = await findOwnOffer(deps, driver, offerId);
  if (isRefusal(offer)) return offer;
  const now = deps.clock.now();
  await inTransaction(deps.db.with({ share: [driver.phone] }), async (tx) => {
    await closeOffers(tx, { orderId: offer.orderId, driver: driver.phone }, "declined", now);
    await noteHeard(tx, driver.phone, now);
  });
  const after = await findOffer(deps.db, offerId);
  if (after?.answer === "accepted") {
    return refuse("INVALID_ORDER_STATUS", "This offer was accepted; the order can be given up instead.");
  }
  deps.announcer.orderChanged(offer.orderId);
  return { declined: true };
}

async function findOwnOffer(
  deps: AnswerDeps,
  driver: DriverCaller,
  offerId: string,
): Promise<Offer | Refusal<"OFFER_NOT_FOUND">> {
  const offer = OFFER_ID.test(offerId) ? await findOffer(deps.db, offerId) : undefined;
  return offer?.driverPhone === driver.phone ? offer : refuse("OFFER_NOT_FOUND", "This driver has no such offer.");
}
