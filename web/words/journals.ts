// What each kind of movement in the ledger is called, for operators and partners.
const en: Readonly<Record<string, string>> = {
  top_up: "Top-up",
  withdrawal: "Paid out",
  refund: "Refund",
  hold: "Held",
  adjust_hold: "Hold changed",
  release: "Released",
  capture: "Paid from the balance",
  commission: "Commission",
  cod_collected: "COD collected",
  cod_settled: "COD settled",
  after_fee: "Second attempt or return",
  after_fee_paid: "Second attempt or return, the driver's share",
};

const vi: Readonly<Record<string, string>> = {
  top_up: "Nạp tiền",
  withdrawal: "Chi trả",
  refund: "Hoàn tiền",
  hold: "Giữ tiền",
  adjust_hold: "Đổi mức giữ",
  release: "Trả lại",
  capture: "Thanh toán từ ví",
  commission: "Hoa hồng",
  cod_collected: "Đã thu hộ",
  cod_settled: "Đã tất toán thu hộ",
  after_fee: "Giao lại hoặc trả hàng",
  after_fee_paid: "Giao lại hoặc trả hàng, phần của tài xế",
};

export const journalWords = { en, vi };
