// The account's money in the portal.
import { type Both, inBoth } from "../both.ts";

export const portalMoneyWords = inBoth({
  title: ["Money", "Tiền"],
  text: [
    "What the account holds, what is set aside for orders under way, and every movement.",
    "Số dư của tài khoản, tiền giữ cho các đơn đang giao và mọi khoản biến động.",
  ],
  wallets: ["Balance", "Số dư"],
  available: ["Can be spent now", "Có thể dùng ngay"],
  main: ["Main wallet", "Ví chính"],
  bonus: ["Bonus", "Ví thưởng"],
  held: ["Held for orders under way", "Đang giữ cho đơn"],
  heldFor: ["Orders under way", "Đơn đang thực hiện"],
  codOwed: ["COD collected for you", "Tiền thu hộ của bạn"],
  creditLimit: ["Credit limit", "Hạn mức tín dụng"],
  statement: ["Statement", "Sao kê"],
  none: ["Nothing has moved.", "Chưa có biến động."],
  time: ["Time", "Thời gian"],
  kind: ["Movement", "Biến động"],
  wallet: ["Wallet", "Ví"],
  order: ["Order", "Đơn hàng"],
  reference: ["Reference", "Tham chiếu"],
  amount: ["Amount", "Số tiền"],
  balance: ["Balance after it", "Số dư sau đó"],
  walletNames: {
    main: ["main", "chính"],
    bonus: ["bonus", "thưởng"],
    held: ["held", "giữ"],
    cod: ["COD", "thu hộ"],
  } as Readonly<Record<string, Both>>,
  more: ["Load more", "Xem thêm"],
  export: ["Export CSV", "Xuất CSV"],
});
