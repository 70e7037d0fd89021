// A price explained: the tariff and figures it was made of, and lines that add up to it.
import type { Static } from "typebox";
import type { PriceExplanation } from "../../contract/price.ts";
import type { Order } from "../../domain/orders/order.ts";

export function encodePriceExplanation({ id, pricing, price }: Order): Static<typeof PriceExplanation> {
  return {
    order_id: id,
    service_id: pricing.serviceId,
    tariff_version: pricing.tariffVersion,
    currency: pricing.currency,
    expression: pricing.distanceFee,
    x: pricing.x,
    h: pricing.h,
    surge_rate: pricing.surgeRate / 10_000,
    vat_rate: pricing.vatRate / 10_000,
    promo_code: pricing.promo?.code ?? "",
    lines: price.lines.map(({ line, requestId, amount, factors }) => ({
      line,
      ...(requestId === null ? {} : { request_id: requestId }),
      amount,
      factors,
    })),
    total: price.total,
  };
}
