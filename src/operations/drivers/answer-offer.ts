// A driver takes an order or refuses it. Of several who accept one order at once, the one whose transaction locks it first
// has it; the others are told that it is taken.
import type { Catalogue } from "../../domain/catalogue/service.ts";
import { type DriverCaller, orderDriver } from "../../domain/drivers/driver.ts";
import { type AnswerRefusal, isToTakeBack, judgeAcceptance, type Offer } from "../../domain/drivers/offer.ts";
import type { Order } from "../../domain/orders/order.ts";
import { type AcceptRefusal, accept, takeBack } from "../../domain/orders/steps/to-pickup.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { findAskedOrder } from "../../store/drivers/held-orders.ts";
import { closeOffers, findOffer } from "../../store/drivers/offers.ts";
import { noteHeard } from "../../store/drivers/places.ts";
import { listPlans } from "../../store/drivers/plans.ts";
import type { Keep } from "../answer-once.ts";
import { newestPlace } from "../live/newest-places.ts";
import { promisedFor } from "../orders/advance-order.ts";
import { type ChangeDeps, type Decided, decideAndSave } from "../orders/change-order.ts";

export type AnswerDeps = ChangeDeps & { readonly catalogue: { readonly current: () => Catalogue } };
export type AcceptOfferRefusal = "OFFER_NOT_FOUND" | AnswerRefusal | AcceptRefusal;
export type Accepted = Order | Refusal<AcceptOfferRefusal>;

const OFFER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

// The order of the checks: an offer of this driver, then as judgeAcceptance has it, then the wallet.
export async function acceptOffer(
  deps: AnswerDeps,
  driver: DriverCaller,
  offerId: string,
  keep?: Keep<Accepted>,
): Promise<Accepted> {
  // Accepted before, by this driver: said twice is the same as said once.
  let theirs: Order | undefined;
  const look = () => decideAcceptance(deps, driver, offerId, (order) => (theirs = order));
  const changed = await decideAndSave<AcceptOfferRefusal>(deps, "driver", look, keep);
  return theirs ?? changed;
}

type DecideDeps = Pick<AnswerDeps, "clock" | "catalogue" | "live"> & { readonly db: Sql };

export async function decideAcceptance(
  deps: DecideDeps,
  driver: DriverCaller,
  offerId: string,
  onTheirs: (order: Order) => void = () => undefined,
): Promise<Decided | Refusal<AcceptOfferRefusal>> {
  const now = deps.clock.now();
  const asked = OFFER_ID.test(offerId) ? await findAskedOrder(deps.db, offerId, driver.phone) : undefined;
  if (!asked) return noSuchOffer();
  const { order, offer, wallet, inHand, carried } = asked;
  if (offer.answer === "accepted" && order.driver?.phone === driver.phone) {
    onTheirs(order);
    return refuse("OFFER_TAKEN", `Order ${order.id} is this driver's.`);
  }
  const bundleMax = deps.catalogue.current().services.get(order.serviceId)?.bundleMax ?? 1;
  const count = carried.filter(({ isWork }) => isWork).length;
  const refusal = judgeAcceptance(offer, order, { count, bundleMax }, now);
  if (refusal) return refusal;
  const free = wallet - promisedFor(carried.map((one) => one.order));
  const ahead = isToTakeBack(offer, order) ? takeBack(order) : undefined;
  if (ahead && (await isOnTheWay(deps, order))) {
    return refuse("OFFER_TAKEN", `The driver of order ${order.id} is on the way to its pickup.`);
  }
  const place = await newestPlace(deps, driver, asked.place);
  const step = accept(ahead?.order ?? order, orderDriver(driver), free, { at: now, place });
  const along = { heard: driver.phone, counted: { offerId, wallet, inHand } };
  return isRefusal(step) ? step : { before: order, step, along, ...(ahead && { ahead }) };
}

// Its pickup is the next stop of whoever has it: nobody is turned round.
async function isOnTheWay({ db }: DecideDeps, { id, driver }: Order): Promise<boolean> {
  const [plan] = driver ? await listPlans(db, [driver.phone]) : [];
  return plan?.visits[0]?.orderId === id;
}

// A refusal is for good: this driver is not asked again about this order. What is over already stays as it is.
export async function declineOffer(
  deps: AnswerDeps,
  driver: DriverCaller,
  offerId: string,
): Promised<{ readonly declined: true }, "OFFER_NOT_FOUND" | "INVALID_ORDER_STATUS"> {
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
): Promised<Offer, "OFFER_NOT_FOUND"> {
  const offer = OFFER_ID.test(offerId) ? await findOffer(deps.db, offerId) : undefined;
  return offer?.driverPhone === driver.phone ? offer : noSuchOffer();
}

function noSuchOffer(): Refusal<"OFFER_NOT_FOUND"> {
  return refuse("OFFER_NOT_FOUND", "This driver has no such offer.");
}
