// How an order is paid and what is in its price, in words.

import type { Words } from "../parts/language.tsx";
import { inBoth } from "./both.ts";

export const paymentWords: Words<Readonly<Record<string, string>>> = inBoth({
  BALANCE: ["From the balance", "Từ số dư"],
  CASH: ["Cash, by the sender", "Tiền mặt, người gửi trả"],
  CASH_BY_RECIPIENT: ["Cash, by the recipient", "Tiền mặt, người nhận trả"],
});

export const roadFeeWords = inBoth({
  includes: [
    (amount: string) => `${amount} of it for tolls and ferries`,
    (amount: string) => `gồm ${amount} phí cầu đường và phà`,
  ],
});
