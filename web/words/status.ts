// What every status of an order and of a stop is called, for partners and operators. A recipient reads the words of
// tracking.ts, which say what it means for them.
import type { Canceller, PointStatus } from "../../src/domain/orders/order.ts";
import type { Status, SubStatus } from "../../src/domain/orders/order-life.ts";
import type { Outcome } from "../../src/domain/orders/outcome.ts";
import type { Words } from "../parts/language.tsx";
import { inBoth } from "./both.ts";

type StatusWords = {
  readonly status: Readonly<Record<Status, string>>;
  readonly subStatus: Readonly<Record<SubStatus, string>>;
  readonly outcome: Readonly<Record<Outcome, string>>;
  readonly cancelledBy: Readonly<Record<Canceller | "", string>>;
  // A stop that has no status yet is waiting.
  readonly point: Readonly<Record<PointStatus, string>>;
};

export const statusWords: Words<StatusWords> = inBoth({
  status: {
    IDLE: ["Scheduled", "Đã hẹn giờ"],
    ASSIGNING: ["Finding a driver", "Đang tìm tài xế"],
    ACCEPTED: ["Driver assigned", "Đã có tài xế"],
    CONFIRMING: ["Waiting for confirmation", "Chờ xác nhận"],
    PAYING: ["Waiting for payment", "Chờ thanh toán"],
    "IN PROCESS": ["On the way", "Đang giao"],
    COMPLETED: ["Completed", "Hoàn thành"],
    CANCELLED: ["Cancelled", "Đã hủy"],
  },
  subStatus: {
    "": ["", ""],
    BOARDED: ["Near the pickup", "Sắp đến điểm lấy hàng"],
    ARRIVED: ["At the pickup", "Đã đến điểm lấy hàng"],
    COMPLETING: ["Near the drop-off", "Sắp đến điểm giao"],
    IN_REDELIVERY: ["Second attempt", "Đang giao lại"],
    IN_RETURN: ["Returning the goods", "Đang trả hàng"],
    RETURNED: ["Goods returned", "Đã trả hàng"],
  },
  outcome: {
    OPEN: ["Under way", "Đang thực hiện"],
    DELIVERED: ["Delivered", "Đã giao"],
    PARTLY_DELIVERED: ["Partly delivered", "Giao một phần"],
    FAILED: ["Not delivered", "Không giao được"],
    RETURNING: ["Being returned", "Đang hoàn hàng"],
    RETURNED: ["Returned", "Đã hoàn hàng"],
    CANCELLED: ["Cancelled", "Đã hủy"],
  },
  cancelledBy: {
    "": ["", ""],
    user: ["by the sender", "người gửi hủy"],
    driver: ["by the driver", "tài xế hủy"],
    operator: ["by the operator", "điều hành hủy"],
    system: ["no driver found", "không tìm được tài xế"],
  },
  point: {
    "": ["Waiting", "Đang chờ"],
    COMPLETED: ["Delivered", "Đã giao"],
    FAILED: ["Failed", "Không giao được"],
  },
});
