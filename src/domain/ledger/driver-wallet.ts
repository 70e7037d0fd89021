// What an order asks of the wallet of the driver who takes it.
import type { Amount } from "../amount.ts";
import type { PaymentMethod } from "../pricing/payment.ts";
import type { Price } from "../pricing/price.ts";

export type WalletClaim = {
  readonly paymentMethod: PaymentMethod;
  readonly price: Pick<Price, "commission" | "vatFee" | "discount">;
  readonly points: readonly { readonly cod: Amount }[];
};

// The driver of a cash order has the whole price in hand: commission and VAT are taken from the wallet, and the discount
// the customer got is paid into it. For a balance order the platform has the money and pays out instead.
export function takenForCashOrder(price: WalletClaim["price"]): Amount {
  return price.commission + price.vatFee - price.discount;
}

// The driver keeps the cash of a COD and the sender is paid out of the wallet, so it must be there beforehand.
export function walletNeededFor(claim: WalletClaim): Amount {
  const cod = claim.points.reduce((total, point) => total + point.cod, 0);
  const taken = claim.paymentMethod === "BALANCE" ? 0 : Math.max(0, takenForCashOrder(claim.price));
  return taken + cod;
}
