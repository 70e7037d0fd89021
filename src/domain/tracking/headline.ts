// The sentence on top of a tracking page, for someone who waits at a door. The page shows it, and the document that the server
// sends says it already, so that a slow phone has it before any of the page's code.
import type { PointStatus } from "../orders/order.ts";
import type { Status, SubStatus } from "../orders/order-life.ts";
import type { TrackingView } from "./tracking-view.ts";

const en = {
  scheduled: { title: "Scheduled", text: "A driver will be sought when its time comes." },
  searching: { title: "Finding a driver", text: "We are looking for a driver near the pickup." },
  toPickup: { title: "Driver assigned", text: "The driver is on the way to pick up your parcel." },
  atPickup: { title: "At the pickup", text: "The driver is collecting your parcel." },
  otherStopsFirst: { title: "On the way", text: "The driver has other stops before yours." },
  underWay: { title: "On the way", text: "The driver is delivering this order, stop by stop." },
  onTheWay: { title: "On the way to you", text: "Your parcel is with the driver." },
  almostThere: { title: "Almost there", text: "The driver is close. Please be ready." },
  delivered: { title: "Delivered", text: "Your parcel has arrived." },
  partly: { title: "Delivered in part", text: "Not every parcel could be handed over. The stops below tell which." },
  again: { title: "Coming once more", text: "The driver tries again to hand over your parcel." },
  failed: { title: "Not delivered", text: "The parcel could not be handed over. Please contact the sender." },
  returning: { title: "Going back to the sender", text: "The parcel could not be handed over and is being returned." },
  returned: { title: "Returned to the sender", text: "The parcel could not be handed over and is back at the pickup." },
  cancelled: { title: "Cancelled", text: "This delivery will not take place. Please contact the sender." },
};

const vi: typeof en = {
  scheduled: { title: "Đã hẹn giờ", text: "Hệ thống sẽ tìm tài xế khi đến giờ." },
  searching: { title: "Đang tìm tài xế", text: "Chúng tôi đang tìm tài xế gần điểm lấy hàng." },
  toPickup: { title: "Đã có tài xế", text: "Tài xế đang đến lấy hàng của bạn." },
  atPickup: { title: "Đang lấy hàng", text: "Tài xế đang nhận hàng của bạn tại điểm lấy." },
  otherStopsFirst: { title: "Đang giao", text: "Tài xế còn ghé điểm khác trước khi đến bạn." },
  underWay: { title: "Đang giao", text: "Tài xế đang giao đơn này, lần lượt từng điểm." },
  onTheWay: { title: "Đang giao đến bạn", text: "Tài xế đang giữ hàng của bạn." },
  almostThere: { title: "Sắp đến nơi", text: "Tài xế đã ở gần. Bạn vui lòng sẵn sàng nhận hàng." },
  delivered: { title: "Đã giao", text: "Hàng của bạn đã đến nơi." },
  partly: { title: "Đã giao một phần", text: "Có kiện hàng chưa trao được. Xem từng điểm giao bên dưới." },
  again: { title: "Đang giao lại", text: "Tài xế sẽ giao lại hàng cho bạn." },
  failed: { title: "Không giao được", text: "Chưa thể trao hàng. Vui lòng liên hệ người gửi." },
  returning: { title: "Đang trả về người gửi", text: "Không trao được hàng nên đơn đang được trả lại." },
  returned: { title: "Đã trả về người gửi", text: "Không trao được hàng nên đơn đã về điểm lấy." },
  cancelled: { title: "Đã hủy", text: "Chuyến giao này không thực hiện. Vui lòng liên hệ người gửi." },
};

export const HEADLINE_WORDS = { en, vi };
export type Headline = keyof typeof en;

export type Seen = {
  readonly status: Status;
  readonly subStatus: SubStatus;
  // Of the stop the link was made for; the link of an order with several doors is nobody's in particular.
  readonly own: PointStatus | undefined;
  // Of every door of the order.
  readonly doors: readonly PointStatus[];
  // An exact position is told only while this stop is the next one.
  readonly isCoarse: boolean;
};

export function headlineOf({ status, subStatus, own, doors, isCoarse }: Seen): Headline {
  if (status === "CANCELLED") return "cancelled";
  if (own === "COMPLETED") return "delivered";
  // An order that is over has no open door but for a second attempt.
  if (status === "COMPLETED" && (own === "" || (own === undefined && doors.includes("")))) return "again";
  if (own === "FAILED" || (own === undefined && doors.every((door) => door === "FAILED"))) {
    if (subStatus === "RETURNED") return "returned";
    return subStatus === "IN_RETURN" ? "returning" : "failed";
  }
  switch (status) {
    case "IDLE":
      return "scheduled";
    case "ASSIGNING":
      return "searching";
    case "ACCEPTED":
      return subStatus === "ARRIVED" ? "atPickup" : "toPickup";
    case "CONFIRMING":
    case "PAYING":
      return "atPickup";
    case "COMPLETED":
      return doors.includes("FAILED") ? "partly" : "delivered";
    case "IN PROCESS":
      if (own === undefined) return "underWay";
      if (isCoarse) return "otherStopsFirst";
      return subStatus === "COMPLETING" ? "almostThere" : "onTheWay";
  }
}

export function headlineOfView({ order, stops, driver }: TrackingView): Headline {
  return headlineOf({
    status: order.status,
    subStatus: order.subStatus,
    own: stops.find(({ isOwn }) => isOwn)?.status,
    doors: stops.filter(({ kind }) => kind === "delivery").map(({ status }) => status),
    isCoarse: driver?.place?.isCoarse ?? false,
  });
}
