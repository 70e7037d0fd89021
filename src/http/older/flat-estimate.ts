// A fee in the older forms: one flat object with both sets of names, the older and the newer, which are equal.
import type { Caller } from "../../domain/accounts/account.ts";
import { isRefusal } from "../../domain/refusal.ts";
import type { Estimate } from "../../operations/orders/estimate-fees.ts";
import { errorBody } from "../base/answer.ts";
import { encodeEstimate } from "../wire/estimate.ts";

export function flatEstimate({ serviceId, outcome }: Estimate, caller: Caller, paymentMethod: unknown): object {
  // Without total_price, which is how clients tell a service that could not be priced.
  if (isRefusal(outcome)) return { _id: serviceId, error: errorBody(outcome) };
  const { data } = encodeEstimate({ serviceId, outcome });
  const isOnline = paymentMethod === "BALANCE";
  const total = outcome.price.total;
  return {
    _id: serviceId,
    ...data,
    payment_method: paymentMethod,
    total_pay: isOnline ? 0 : total,
    online_pay: isOnline ? total : 0,
    surcharge: 0,
    is_child_account: caller.parentPhone !== null,
  };
}
