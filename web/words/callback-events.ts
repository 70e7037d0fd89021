// What a partner is told: the events, what became of each, and the log of a whole endpoint.
import type { AccountEventType } from "../../src/domain/callbacks/account-event.ts";
import type { LifeEvent } from "../../src/domain/orders/order-life.ts";
import { type Both, inBoth } from "./both.ts";

export const callbackEventWords = inBoth({
  events: {
    create: ["Created", "Đã tạo"],
    wake: ["Search for a driver begins", "Bắt đầu tìm tài xế"],
    postpone: ["Moved to another time", "Đã dời sang giờ khác"],
    accept: ["A driver accepted", "Tài xế đã nhận"],
    expire: ["No driver accepted in time", "Không có tài xế nhận kịp giờ"],
    board: ["The driver is near the pickup", "Tài xế sắp đến điểm lấy hàng"],
    arrive: ["The driver is at the pickup", "Tài xế đã đến điểm lấy hàng"],
    confirm: ["The sender confirmed", "Người gửi đã xác nhận"],
    pay: ["The sender paid the driver", "Người gửi đã trả tiền tài xế"],
    pickup: ["Picked up", "Đã lấy hàng"],
    near: ["Near a delivery", "Sắp đến điểm giao"],
    deliver: ["Delivered", "Đã giao"],
    fail: ["Could not be delivered", "Không giao được"],
    driver_cancel: ["The driver gave it up", "Tài xế trả đơn"],
    retry: ["A second attempt was asked for", "Yêu cầu giao lại"],
    redeliver: ["Delivered at the second attempt", "Đã giao ở lần giao lại"],
    refail: ["The second attempt failed", "Giao lại không thành công"],
    return_ask: ["The goods were asked back", "Yêu cầu trả hàng"],
    return_begin: ["Goods are on their way back", "Hàng đang được trả về"],
    return_done: ["Goods are back with the sender", "Hàng đã về người gửi"],
    cancel: ["Cancelled", "Đã hủy"],
    edit: ["Changed", "Đã sửa"],
    "account.balance_low": ["Balance low", "Số dư thấp"],
    "account.cod_paid_out": ["COD paid out", "Đã trả tiền thu hộ"],
  } as Readonly<Record<LifeEvent | "create" | "edit" | AccountEventType, Both>>,
  state: {
    delivered: ["Delivered", "Đã nhận"],
    waiting: ["Waiting", "Đang chờ"],
    given_up: ["Given up", "Đã dừng gửi"],
    unsent: ["Not sent", "Không gửi"],
    forgotten: ["No longer logged", "Không còn lưu"],
  } as Readonly<Record<string, Both>>,
});

export const eventLogWords = inBoth({
  title: ["Log", "Nhật ký"],
  text: [
    "Everything that was told, newest first, with what became of it.",
    "Mọi điều đã báo, mới nhất trước, kèm kết quả.",
  ],
  filters: ["Filters of the log", "Bộ lọc nhật ký"],
  event: ["Event", "Sự kiện"],
  anyEvent: ["Any event", "Mọi sự kiện"],
  order: ["Order or tracking number", "Mã đơn hoặc mã vận đơn"],
  ofOrder: ["Order", "Đơn"],
  account: ["an account", "tài khoản"],
  result: ["Result", "Kết quả"],
  anyResult: ["Any result", "Mọi kết quả"],
  results: { delivered: ["Taken", "Đã nhận"], failed: ["Failed", "Thất bại"] },
  from: ["From", "Từ"],
  to: ["To", "Đến"],
  clear: ["Clear filters", "Xoá bộ lọc"],
  time: ["Time", "Lúc"],
  state: ["State", "Tình trạng"],
  answer: ["Last answer", "Trả lời gần nhất"],
  noAnswer: ["No answer", "Không trả lời"],
  never: ["–", "–"],
  nextTry: (at: string) => [`next try ${at}`, `gửi lại ${at}`],
  none: ["No event fits.", "Không có sự kiện phù hợp."],
  noneYet: [
    "None of the newest events fits; there are older ones to look at.",
    "Chưa thấy trong các sự kiện mới nhất; còn sự kiện cũ hơn để xem.",
  ],
  more: ["Look further back", "Xem cũ hơn"],
  resend: ["Send these again", "Gửi lại những sự kiện này"],
  counting: ["Send these again?", "Gửi lại những sự kiện này?"],
  fits: (count: number) => [
    count === 1 ? "1 event fits the filters." : `${count} events fit the filters.`,
    `${count} sự kiện khớp bộ lọc.`,
  ],
  again: [
    "Each is sent once more as it was, also where it had been taken. They come after newer ones: receivers compare event_seq.",
    "Mỗi sự kiện được gửi lại nguyên như cũ, kể cả khi đã được nhận. Chúng đến sau các sự kiện mới hơn: máy nhận so event_seq.",
  ],
  sendAll: (count: number) => [`Send ${count} again`, `Gửi lại ${count}`],
  back: ["Back", "Quay lại"],
  queued: (count: number) => [
    count === 1 ? "1 event is on its way again." : `${count} events are on their way again.`,
    `${count} sự kiện đang được gửi lại.`,
  ],
});
