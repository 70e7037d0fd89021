// How an order is paid, in words.
const en: Readonly<Record<string, string>> = {
  BALANCE: "From the balance",
  CASH: "Cash, by the sender",
  CASH_BY_RECIPIENT: "Cash, by the recipient",
};

const vi: typeof en = {
  BALANCE: "Từ số dư",
  CASH: "Tiền mặt, người gửi trả",
  CASH_BY_RECIPIENT: "Tiền mặt, người nhận trả",
};

export const paymentWords = { en, vi };
