// The standard reasons for cancelling (D10), for the sender's side and the driver's. Any text is accepted all the same;
// these are offered so that reports can count them.
import type { Order } from "./order.ts";

export type CancelReason = { readonly code: string; readonly en: string; readonly vi: string };

export const USER_CANCEL_REASONS: readonly CancelReason[] = [
  { code: "WRONG_PICKUP", en: "The pickup address is wrong", vi: "Nhập sai điểm lấy hàng" },
  { code: "WRONG_DELIVERY", en: "The delivery address is wrong", vi: "Nhập sai điểm giao hàng" },
  { code: "FORGOT_PROMO", en: "I forgot to enter a promo code", vi: "Quên nhập mã khuyến mãi" },
  { code: "WRONG_TIME", en: "The delivery time is wrong", vi: "Chọn nhầm thời gian giao" },
  { code: "WRONG_RECIPIENT", en: "The recipient's details are wrong", vi: "Sai thông tin người nhận" },
  { code: "NO_DRIVER", en: "No driver has accepted", vi: "Chưa có tài xế nào nhận đơn" },
  { code: "DRIVER_TOO_FAR", en: "The driver is too far away", vi: "Tài xế ở quá xa" },
  { code: "DRIVER_ASKED", en: "The driver asked me to cancel", vi: "Tài xế đề nghị huỷ đơn" },
  { code: "DRIVER_TOO_SLOW", en: "The driver takes too long", vi: "Tài xế đến quá chậm" },
  { code: "GOODS_NOT_READY", en: "The goods are not ready", vi: "Hàng chưa chuẩn bị xong" },
  { code: "CHANGE_DRIVER", en: "I would like another driver", vi: "Muốn đổi tài xế khác" },
  { code: "CHANGE_VEHICLE", en: "I need another vehicle", vi: "Muốn đổi loại xe" },
  { code: "USED_ANOTHER_APP", en: "I sent it another way", vi: "Đã gửi qua ứng dụng khác" },
  { code: "WRONG_GOODS", en: "The goods are described wrongly", vi: "Mô tả hàng hoá chưa đúng" },
  { code: "WRONG_REQUEST", en: "I chose the wrong special request", vi: "Chọn nhầm yêu cầu thêm" },
  { code: "WRONG_PAYMENT", en: "I chose the wrong payment method", vi: "Chọn nhầm cách thanh toán" },
  { code: "TOO_LARGE", en: "The package is too large for the vehicle", vi: "Hàng quá cỡ so với xe" },
  { code: "EXTRA_MONEY", en: "The driver asked for extra money", vi: "Tài xế đòi thêm tiền" },
  { code: "DRIVER_BEHAVIOUR", en: "The driver behaved badly", vi: "Thái độ của tài xế chưa tốt" },
  { code: "OTHER", en: "Another reason", vi: "Lý do khác" },
];

export const DRIVER_CANCEL_REASONS: readonly CancelReason[] = [
  { code: "SENDER_SILENT", en: "The sender does not answer", vi: "Không liên lạc được với người gửi" },
  { code: "RECIPIENT_SILENT", en: "The recipient does not answer", vi: "Không liên lạc được với người nhận" },
  { code: "PICKUP_TOO_FAR", en: "The pickup is too far away", vi: "Điểm lấy hàng quá xa" },
  { code: "DELIVERY_TOO_FAR", en: "The delivery is too far away", vi: "Điểm giao hàng quá xa" },
  { code: "PICKUP_ADDRESS_WRONG", en: "The pickup address is wrong", vi: "Địa chỉ lấy hàng không đúng" },
  { code: "DELIVERY_ADDRESS_WRONG", en: "The delivery address is wrong", vi: "Địa chỉ giao hàng không đúng" },
  { code: "ADDRESS_CHANGED", en: "The customer changed the address", vi: "Khách thay đổi địa chỉ" },
  { code: "TIME_CHANGED", en: "The customer changed the time", vi: "Khách thay đổi thời gian" },
  { code: "SENDER_CANCELS", en: "The sender cancels", vi: "Người gửi muốn huỷ" },
  { code: "RECIPIENT_CANCELS", en: "The recipient cancels", vi: "Người nhận muốn huỷ" },
  { code: "TOO_BULKY", en: "The goods are too bulky", vi: "Hàng quá cồng kềnh" },
  { code: "WAITED_TOO_LONG", en: "I waited too long", vi: "Phải chờ quá lâu" },
  { code: "CANNOT_ADVANCE_COD", en: "I cannot advance the COD", vi: "Không đủ tiền ứng thu hộ" },
  { code: "VEHICLE_BROKEN", en: "My vehicle broke down", vi: "Xe bị hỏng" },
  { code: "NOT_AVAILABLE", en: "I am not available now", vi: "Hiện không thể nhận đơn" },
  { code: "OTHER", en: "Another reason", vi: "Lý do khác" },
];

// What the platform notes when it cancels by itself.
export const NO_DRIVER_COMMENT = "Auto cancel, no driver accepted";
const ALL_REASONS: readonly CancelReason[] = [
  ...USER_CANCEL_REASONS,
  ...DRIVER_CANCEL_REASONS,
  { code: "NO_DRIVER", en: NO_DRIVER_COMMENT, vi: "Tự động hủy, không có tài xế nhận" },
];

// People send the words in either language, or the code itself. By itself the platform cancels what nobody accepted.
export function cancelCodeOf({ cancelledBy, cancelComment }: Pick<Order, "cancelledBy" | "cancelComment">): string {
  if (cancelledBy === null) return "";
  if (cancelledBy === "system") return "NO_DRIVER";
  const reasons = cancelledBy === "driver" ? DRIVER_CANCEL_REASONS : USER_CANCEL_REASONS;
  return standardReason(reasons, cancelComment ?? "")?.code ?? "OTHER";
}

// Undefined where somebody said it in words of their own.
export function standardReason(reasons: readonly CancelReason[], comment: string): CancelReason | undefined {
  const said = comment.trim().toLowerCase();
  return reasons.find(({ code, en, vi }) => [code, en, vi].some((words) => words.toLowerCase() === said));
}

// A comment as a reader of that language would say it; words of somebody's own stay as they are.
export function commentIn(language: "en" | "vi", comment: string): string {
  return standardReason(ALL_REASONS, comment)?.[language] ?? comment;
}
