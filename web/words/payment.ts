// How an order is paid, in words.

import type { Words } from "../parts/language.tsx";
import { inBoth } from "./both.ts";

export const paymentWords: Words<Readonly<Record<string, string>>> = inBoth({
  BALANCE: ["From the balance", "Từ số dư"],
  CASH: ["Cash, by the sender", "Tiền mặt, người gửi trả"],
  CASH_BY_RECIPIENT: ["Cash, by the recipient", "Tiền mặt, người nhận trả"],
});
