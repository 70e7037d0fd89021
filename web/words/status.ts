// What every status of an order and of a stop is called, for partners and operators. A recipient reads the words of
// tracking.ts, which say what it means for them.
import type { Canceller, PointStatus } from "../../src/domain/orders/order.ts";
import type { Status, SubStatus } from "../../src/domain/orders/order-life.ts";
import type { Outcome } from "../../src/domain/orders/outcome.ts";

type StatusWords = {
  readonly status: Readonly<Record<Status, string>>;
  readonly subStatus: Readonly<Record<SubStatus, string>>;
  readonly outcome: Readonly<Record<Outcome, string>>;
  readonly cancelledBy: Readonly<Record<Canceller | "", string>>;
  // A stop that has no status yet is waiting.
  readonly point: Readonly<Record<PointStatus, string>>;
};

const en: StatusWords = {
  status: {
    IDLE: "Scheduled",
    ASSIGNING: "Finding a driver",
    ACCEPTED: "Driver assigned",
    CONFIRMING: "Waiting for confirmation",
    PAYING: "Waiting for payment",
    "IN PROCESS": "On the way",
    COMPLETED: "Completed",
    CANCELLED: "Cancelled",
  },
  subStatus: {
    "": "",
    BOARDED: "Near the pickup",
    ARRIVED: "At the pickup",
    COMPLETING: "Near the drop-off",
    IN_REDELIVERY: "Second attempt",
    IN_RETURN: "Returning the goods",
    RETURNED: "Goods returned",
  },
  outcome: {
    OPEN: "Under way",
    DELIVERED: "Delivered",
    PARTLY_DELIVERED: "Partly delivered",
    FAILED: "Not delivered",
    RETURNING: "Being returned",
    RETURNED: "Returned",
    CANCELLED: "Cancelled",
  },
  cancelledBy: {
    "": "",
    user: "by the sender",
    driver: "by the driver",
    operator: "by the operator",
    system: "no driver found",
  },
  point: { "": "Waiting", COMPLETED: "Delivered", FAILED: "Failed" },
};

const vi: StatusWords = {
  status: {
    IDLE: "Đã hẹn giờ",
    ASSIGNING: "Đang tìm tài xế",
    ACCEPTED: "Đã có tài xế",
    CONFIRMING: "Chờ xác nhận",
    PAYING: "Chờ thanh toán",
    "IN PROCESS": "Đang giao",
    COMPLETED: "Hoàn thành",
    CANCELLED: "Đã hủy",
  },
  subStatus: {
    "": "",
    BOARDED: "Sắp đến điểm lấy hàng",
    ARRIVED: "Đã đến điểm lấy hàng",
    COMPLETING: "Sắp đến điểm giao",
    IN_REDELIVERY: "Đang giao lại",
    IN_RETURN: "Đang trả hàng",
    RETURNED: "Đã trả hàng",
  },
  outcome: {
    OPEN: "Đang thực hiện",
    DELIVERED: "Đã giao",
    PARTLY_DELIVERED: "Giao một phần",
    FAILED: "Không giao được",
    RETURNING: "Đang hoàn hàng",
    RETURNED: "Đã hoàn hàng",
    CANCELLED: "Đã hủy",
  },
  cancelledBy: {
    "": "",
    user: "người gửi hủy",
    driver: "tài xế hủy",
    operator: "điều hành hủy",
    system: "không tìm được tài xế",
  },
  point: { "": "Đang chờ", COMPLETED: "Đã giao", FAILED: "Không giao được" },
};

export const statusWords = { en, vi };
