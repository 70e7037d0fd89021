// What a recipient reads. Written for someone who waits at a door, not for someone who runs a shop.
import { HEADLINE_WORDS } from "../../src/domain/tracking/headline.ts";
import { inBoth } from "./both.ts";

export const trackingWords = inBoth({
  headlines: [HEADLINE_WORDS.en, HEADLINE_WORDS.vi],
  pageTitle: ["Your delivery", "Đơn hàng của bạn"],
  order: (short: string) => [`Order …${short}`, `Đơn …${short}`],
  arrival: ["Estimated arrival", "Dự kiến đến"],
  inMinutes: (n: number) => [
    n <= 1 ? "in about a minute" : `in about ${n} minutes`,
    n <= 1 ? "khoảng một phút nữa" : `khoảng ${n} phút nữa`,
  ],
  haveReady: (amount: string) => [`Please have ${amount} ready`, `Vui lòng chuẩn bị ${amount}`],
  codPart: (amount: string) => [`${amount} for the goods`, `${amount} tiền hàng`],
  feePart: (amount: string) => [`${amount} delivery fee`, `${amount} phí giao`],
  driver: ["Driver", "Tài xế"],
  vehicles: {
    BIKE: ["Motorbike", "Xe máy"],
    VAN: ["Van", "Xe van"],
    TRUCK: ["Truck", "Xe tải"],
    "": ["", ""],
  },
  seenAt: (time: string) => [`Position of ${time}`, `Vị trí lúc ${time}`],
  coarse: ["Shown roughly until your stop is the next one", "Chỉ hiện vị trí gần đúng cho đến khi tới lượt bạn"],
  map: ["Map of the delivery", "Bản đồ đơn hàng"],
  steps: ["Progress", "Hành trình"],
  step: {
    created: ["Order placed", "Đã tạo đơn"],
    searching: ["Looking for a driver", "Tìm tài xế"],
    accepted: ["Driver assigned", "Đã có tài xế"],
    arrived: ["Driver at the pickup", "Tài xế đến điểm lấy hàng"],
    picked_up: ["Parcel picked up", "Đã lấy hàng"],
    delivered: ["Delivered", "Đã giao"],
    failed: ["Could not be delivered", "Không giao được"],
    returned: ["Returned to the sender", "Đã trả về người gửi"],
    cancelled: ["Cancelled", "Đã hủy"],
  },
  stops: ["Stops", "Các điểm dừng"],
  pickup: ["Pickup", "Điểm lấy hàng"],
  delivery: (n: number) => [`Delivery ${n}`, `Điểm giao ${n}`],
  yourStop: ["Your address", "Địa chỉ của bạn"],
  anotherStop: ["Another stop", "Điểm dừng khác"],
  stopDone: ["done", "xong"],
  stopFailed: ["not delivered", "không giao được"],
  agreed: ["Agreed for", "Hẹn giao lúc"],
  promised: ["Promised", "Cam kết giao"],
  usually: ["as such deliveries usually go; a driver is not found yet", "theo các đơn tương tự; chưa có tài xế"],
  robots: [
    (times: string) =>
      `Sandbox: robots deliver, ${times} times as fast as people, so the steps come sooner than this says.`,
    (times: string) => `Thử nghiệm: robot giao nhanh gấp ${times} lần người thật, nên các bước đến sớm hơn dự kiến.`,
  ],
  troubleTitle: ["What happened", "Chuyện gì đã xảy ra"],
  why: ["The driver noted", "Tài xế ghi lại"],
  sender: ["Sent by", "Người gửi"],
  contact: ["How to reach the sender", "Liên hệ người gửi"],
  nextTitle: ["What happens next", "Tiếp theo"],
  next: {
    failed: [
      "The sender decides: another try, or back to them. Ask the sender if you still want the parcel.",
      "Người gửi sẽ quyết định giao lại hay trả về. Nếu vẫn cần hàng, hãy báo người gửi.",
    ],
    returning: [
      "The parcel is on its way back to the sender. For another delivery, ask the sender.",
      "Hàng đang trên đường về người gửi. Muốn giao lại, hãy liên hệ người gửi.",
    ],
    returned: [
      "The parcel is with the sender again. For another delivery, ask the sender.",
      "Hàng đã về người gửi. Muốn giao lại, hãy liên hệ người gửi.",
    ],
    partly: [
      "The sender decides what becomes of the parcels that could not be handed over.",
      "Người gửi sẽ quyết định với những kiện chưa trao được.",
    ],
    cancelled: [
      "Nothing more is done. If you still expect a parcel, ask the sender.",
      "Đơn dừng tại đây. Nếu bạn vẫn đợi hàng, hãy hỏi người gửi.",
    ],
  },
  close: ["Close", "Đóng"],
  proof: ["Proof of delivery", "Bằng chứng giao hàng"],
  photo: (n: number) => [`Photo ${n} of the delivery`, `Ảnh giao hàng ${n}`],
  rateTitle: ["How was your driver?", "Bạn thấy tài xế thế nào?"],
  rateStars: (n: number) => [n === 1 ? "1 star" : `${n} stars`, `${n} sao`],
  rateComment: ["A few words (optional)", "Đôi lời nhận xét (không bắt buộc)"],
  rateSend: ["Send", "Gửi"],
  rated: ["Thank you for your rating.", "Cảm ơn bạn đã đánh giá."],
  goneTitle: ["This link does not lead to a delivery", "Liên kết này không dẫn đến đơn hàng nào"],
  goneText: [
    "It may be mistyped, or the delivery ended some time ago. Ask the sender for a new link.",
    "Có thể liên kết bị gõ sai, hoặc đơn đã kết thúc một thời gian. Hãy xin người gửi liên kết mới.",
  ],
  privacy: [
    "This page shows no phone numbers and no one else's address. The link stops working some time after the delivery.",
    "Trang này không hiện số điện thoại hay địa chỉ của người khác. Liên kết sẽ hết hiệu lực sau khi giao một thời gian.",
  ],
});
