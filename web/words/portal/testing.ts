// The testing tool of the sandbox.
import { type Both, inBoth } from "../both.ts";

export const portalTestingWords = inBoth({
  title: ["Testing tool", "Công cụ kiểm thử"],
  text: [
    "Play the driver and the clock. Your endpoint hears of every step.",
    "Đóng vai tài xế và đồng hồ. Địa chỉ callback của bạn nhận mọi bước.",
  ],
  continue: ["Continue", "Bước tiếp"],
  continueHint: ["The next step of a normal delivery", "Bước tiếp theo của một đơn bình thường"],
  over: ["This order's life is over.", "Đơn này đã kết thúc."],
  steps: ["Single steps", "Từng bước"],
  accept: ["Assign a driver", "Gán tài xế"],
  board: ["Near the pickup", "Sắp đến lấy hàng"],
  arrive: ["At the pickup", "Đã đến lấy hàng"],
  confirm: ["Sender confirms", "Người gửi xác nhận"],
  pay: ["Sender pays", "Người gửi trả tiền"],
  pickup: ["Pick up", "Lấy hàng"],
  deliver: (at: number) => [`Deliver stop ${at}`, `Giao điểm ${at}`],
  fail: (at: number) => [`Fail stop ${at}`, `Giao hỏng điểm ${at}`],
  failComment: ["The recipient does not answer", "Người nhận không nghe máy"],
  driver_cancel: ["Driver gives up", "Tài xế trả đơn"],
  driverComment: ["The vehicle has broken down", "Xe bị hỏng"],
  cancel: ["Cancel as the sender", "Hủy với vai người gửi"],
  cancelComment: ["Cancelled in the testing tool", "Hủy bằng công cụ kiểm thử"],
  return_begin: ["Begin the return", "Bắt đầu trả hàng"],
  return_done: ["Goods are back", "Hàng đã trả xong"],
  clock: ["Move the clock", "Chỉnh đồng hồ"],
  clockText: [
    "For everybody in this sandbox: timers, retries and expiries follow.",
    "Cho mọi người trong sandbox này: hẹn giờ, gửi lại và hạn dùng đều theo.",
  ],
  forward: {
    "60": ["+1 min", "+1 phút"],
    "600": ["+10 min", "+10 phút"],
    "3600": ["+1 hour", "+1 giờ"],
    "86400": ["+1 day", "+1 ngày"],
  } as Readonly<Record<string, Both>>,
  now: (at: string) => [`It is now ${at}`, `Bây giờ là ${at}`],
  done: (status: string) => [`Now: ${status}`, `Hiện tại: ${status}`],
});
