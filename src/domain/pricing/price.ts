// One function prices estimates, orders and edits (D14). Its input is a plain value that is kept with the order: pricing
// it again gives the same number, and the lines say how. docs/pricing.md walks through an example.
import { type Amount, type BasisPoints, roundAmount, shareOf } from "../amount.ts";
import type { PromoOffer } from "../catalogue/promo.ts";
import type { Service } from "../catalogue/service.ts";
import { surgeRateAt } from "../catalogue/service-hours.ts";
import { feeOf } from "../fee-expression/compiled.ts";
import { decimalHour, type LocalTime } from "../local-time.ts";
import type { ChosenRequest } from "./chosen-request.ts";
import { chargesForRoads, type Passages, type RoadTariff } from "./road-fees.ts";

// Orders of services that charge nothing for roads, and those made before one could, have no fees and passages.
export type PriceInputs = RoadTariff &
  Partial<Passages> & {
    readonly serviceId: string;
    readonly tariffVersion: number;
    readonly currency: string;
    readonly distanceFee: string; // the tariff, an expression in x and h
    readonly x: number;
    readonly h: number;
    readonly surgeRate: BasisPoints;
    readonly stopFee: Amount;
    readonly deliveryPoints: number;
    readonly requests: readonly ChosenRequest[];
    readonly promo: { readonly code: string; readonly offer: PromoOffer } | null;
    readonly vatRate: BasisPoints;
    readonly commissionRate: BasisPoints;
  };

// `amount` is what the line adds to the total, so a discount is negative. `factors` are the figures it was made of.
type PriceLine = {
  readonly line: "distance" | "stops" | "tolls" | "ferries" | "request" | "discount" | "vat";
  readonly requestId: string | null;
  readonly amount: Amount;
  readonly factors: Readonly<Record<string, number | string>>;
};

type PricedRequest = {
  readonly id: string;
  readonly groupId: string;
  readonly num: number;
  readonly tierCode: string | null;
  readonly price: Amount;
};

export type Price = {
  readonly distanceFee: Amount;
  readonly requestFee: Amount;
  readonly stopFee: Amount;
  // Tolls and ferries. Orders made before have none.
  readonly roadFee?: Amount;
  readonly discount: Amount;
  readonly vatFee: Amount;
  readonly total: Amount;
  // distance + requests + stops + roads, before discount and VAT.
  readonly subtotal: Amount;
  // What the platform keeps of the subtotal; the rest is the driver's.
  readonly commission: Amount;
  readonly requests: readonly PricedRequest[];
  readonly lines: readonly PriceLine[];
};

// x of a tariff: kilometres with two decimals, half up.
export function kilometersOf(distanceMeters: number): number {
  return Math.round(distanceMeters / 10) / 100;
}

export function priceInputs(
  service: Service,
  route: { readonly distanceMeters: number; readonly deliveryPoints: number; readonly passages?: Passages | undefined },
  at: LocalTime,
  requests: readonly ChosenRequest[],
  promo: { readonly code: string; readonly offer: PromoOffer } | null,
): PriceInputs {
  return {
    serviceId: service.id,
    tariffVersion: service.tariffVersion,
    currency: service.currency,
    distanceFee: service.distanceFee,
    x: kilometersOf(route.distanceMeters),
    h: decimalHour(at),
    surgeRate: surgeRateAt(service.surgeRules, at),
    stopFee: service.stopFee,
    deliveryPoints: route.deliveryPoints,
    requests,
    promo,
    vatRate: service.vatRate,
    commissionRate: service.commissionRate,
    ...(chargesForRoads(service) && roadInputs(service, route.passages)),
  };
}

function roadInputs({ tollFee = 0, ferryFee = 0 }: RoadTariff, passages: Passages | undefined) {
  return { tollFee, ferryFee, tolls: 0, ferries: 0, ...passages };
}

// Every line is rounded once, half up, and the total is the sum of the rounded lines: what is shown always adds up.
export function price(inputs: PriceInputs): Price {
  const distance = distanceLine(inputs);
  const stops = stopsLine(inputs);
  const requests = inputs.requests.map((request) => requestLine(request, distance.amount));
  const discount = discountLine(inputs, distance.amount + stops.amount + sumWhere(inputs, requests, "promoAllowed"));
  const taxed = distance.amount + stops.amount + sumWhere(inputs, requests, "vatApplies") + (discount?.amount ?? 0);
  const vat = vatLine(inputs, Math.max(0, taxed));
  const roads = roadLines(inputs);
  const lines = [distance, stops, ...roads, ...requests, ...(discount ? [discount] : []), vat];
  const requestFee = sum(requests);
  const commissioned = distance.amount + stops.amount + sumWhere(inputs, requests, "commissionApplies");
  return {
    distanceFee: distance.amount,
    requestFee,
    stopFee: stops.amount,
    roadFee: sum(roads),
    discount: 0 - (discount?.amount ?? 0),
    vatFee: vat.amount,
    total: sum(lines),
    subtotal: distance.amount + requestFee + stops.amount + sum(roads),
    commission: shareOf(commissioned, inputs.commissionRate),
    requests: inputs.requests.map((request, at) => ({
      id: request.id,
      groupId: request.groupId,
      num: request.type === "PER_UNIT" ? request.num : 1,
      tierCode: request.type === "TIER" ? request.tierCode : null,
      price: requests[at]?.amount ?? 0,
    })),
    lines,
  };
}

function distanceLine({ distanceFee, x, h, surgeRate }: PriceInputs): PriceLine {
  const fee = feeOf(distanceFee)(x, h);
  // A tariff is tried over its whole range when it is saved, so this is a fault of ours and not of the partner.
  if (!(fee >= 0 && fee < Number.POSITIVE_INFINITY)) throw new Error(`a tariff gives ${fee} at x=${x}, h=${h}`);
  const amount = roundAmount((fee * surgeRate) / 10_000);
  return {
    line: "distance",
    requestId: null,
    amount,
    factors: { expression: distanceFee, x, h, fee, surge_rate: surgeRate / 10_000 },
  };
}

function stopsLine({ stopFee, deliveryPoints }: PriceInputs): PriceLine {
  const extraStops = deliveryPoints - 1;
  return {
    line: "stops",
    requestId: null,
    amount: stopFee * extraStops,
    factors: { stop_fee: stopFee, extra_stops: extraStops },
  };
}

// The driver's outlay, handed on as it is: neither taxed nor discounted, and nothing of it is the platform's.
function roadLines({ tollFee = 0, ferryFee = 0, tolls = 0, ferries = 0 }: PriceInputs): readonly PriceLine[] {
  const lines: readonly PriceLine[] = [
    { line: "tolls", requestId: null, amount: tollFee * tolls, factors: { toll_fee: tollFee, tolls } },
    { line: "ferries", requestId: null, amount: ferryFee * ferries, factors: { ferry_fee: ferryFee, ferries } },
  ];
  return lines.filter(({ amount }) => amount > 0);
}

function requestLine(request: ChosenRequest, distanceFee: Amount): PriceLine {
  const [amount, factors] = requestAmount(request, distanceFee);
  return { line: "request", requestId: request.id, amount, factors };
}

function requestAmount(request: ChosenRequest, distanceFee: Amount): readonly [Amount, PriceLine["factors"]] {
  switch (request.type) {
    case "BOOLEAN":
      return [request.price, { price: request.price }];
    case "PER_UNIT":
      return [request.price * request.num, { price: request.price, num: request.num }];
    case "TIER":
      return [request.price, { price: request.price, tier_code: request.tierCode }];
    case "COD_INSURANCE": {
      const amount = request.itemValues.reduce((total, itemValue) => total + insuranceOf(request.blocks, itemValue), 0);
      return [amount, { item_values: request.itemValues.join(" + ") }];
    }
    case "COMMISSION_DISTANCE_PERCENTAGE": {
      const factors = { distance_share: request.distanceShare / 10_000, distance_fee: distanceFee };
      return [shareOf(distanceFee, request.distanceShare), factors];
    }
  }
}

function insuranceOf(blocks: Extract<ChosenRequest, { type: "COD_INSURANCE" }>["blocks"], itemValue: Amount): Amount {
  const block = blocks.find((each) => itemValue <= each.itemValueMax);
  if (!block) throw new Error(`no insurance block holds ${itemValue}: such a value is refused before it is priced`);
  return block.price;
}

function discountLine({ promo }: PriceInputs, eligible: Amount): PriceLine | undefined {
  if (!promo) return undefined;
  const { offer } = promo;
  const wanted =
    offer.type === "FLAT"
      ? offer.amount
      : Math.min(shareOf(eligible, offer.share), offer.discountMax ?? Number.POSITIVE_INFINITY);
  const factors: Record<string, number | string> =
    offer.type === "FLAT" ? { value: offer.amount } : { percent: offer.share / 100, eligible };
  if (offer.type === "PERCENT" && offer.discountMax !== undefined) factors.max_discount = offer.discountMax;
  // Never -0: it would travel to partners as a negative nothing.
  const amount = 0 - Math.min(wanted, eligible);
  return { line: "discount", requestId: null, amount, factors: { promo_code: promo.code, ...factors, eligible } };
}

function vatLine({ vatRate }: PriceInputs, taxed: Amount): PriceLine {
  return {
    line: "vat",
    requestId: null,
    amount: shareOf(taxed, vatRate),
    factors: { vat_rate: vatRate / 10_000, taxed },
  };
}

function sum(lines: readonly PriceLine[]): Amount {
  return lines.reduce((total, { amount }) => total + amount, 0);
}

function sumWhere(
  inputs: PriceInputs,
  lines: readonly PriceLine[],
  flag: "promoAllowed" | "vatApplies" | "commissionApplies",
): Amount {
  return sum(lines.filter((_, at) => inputs.requests[at]?.[flag]));
}
