// What each kind of movement in the ledger is called, for operators and partners.

import type { Words } from "../parts/language.tsx";
import { inBoth } from "./both.ts";

export const journalWords: Words<Readonly<Record<string, string>>> = inBoth({
  top_up: ["Top-up", "Nạp tiền"],
  withdrawal: ["Paid out", "Chi trả"],
  refund: ["Refund", "Hoàn tiền"],
  hold: ["Held", "Giữ tiền"],
  adjust_hold: ["Hold changed", "Đổi mức giữ"],
  release: ["Released", "Trả lại"],
  capture: ["Paid from the balance", "Thanh toán từ ví"],
  commission: ["Commission", "Hoa hồng"],
  cod_collected: ["COD collected", "Đã thu hộ"],
  cod_settled: ["COD settled", "Đã tất toán thu hộ"],
  payout_held: ["Set aside for a payout", "Giữ lại để chi trả"],
  payout_paid: ["Payout paid", "Đã chi trả"],
  payout_released: ["Payout cancelled", "Hủy chi trả"],
  cod_hand_in: ["Cash handed in", "Nộp tiền thu hộ"],
  after_fee: ["Second attempt or return", "Giao lại hoặc trả hàng"],
  after_fee_paid: ["Second attempt or return, the driver's share", "Giao lại hoặc trả hàng, phần của tài xế"],
});
