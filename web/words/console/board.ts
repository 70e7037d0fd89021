// Words of the console's board: what needs a person, and who could take an order.
import type { ExceptionAction, ExceptionKind } from "../../../src/domain/board/exceptions.ts";
import { type Both, inBoth } from "../both.ts";

export const consoleBoardWords = inBoth({
  exceptions: ["Needs you", "Cần xử lý"],
  nothing: ["Nothing needs you now.", "Hiện không có gì cần xử lý."],
  more: (count: number) => [`and ${count} more`, `và ${count} mục nữa`],
  minutes: [
    (minutes: number) =>
      minutes < 1 ? "just now" : minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`,
    (minutes: number) =>
      minutes < 1 ? "vừa xong" : minutes < 120 ? `${minutes} phút` : `${Math.round(minutes / 60)} giờ`,
  ],
  kinds: {
    DRIVER_SUSPENDED: ["Driver suspended", "Tài xế bị khóa"],
    DRIVER_SILENT: ["Driver silent", "Tài xế mất liên lạc"],
    NO_DRIVER: ["No driver", "Chưa có tài xế"],
    WILL_BE_LATE: ["Will be late", "Sẽ trễ giờ"],
    FAILED: ["Not delivered", "Không giao được"],
    GOODS_TO_RETURN: ["Goods to bring back", "Hàng cần hoàn"],
    ENDPOINT_DOWN: ["Callbacks fail", "Callback lỗi"],
    DOCUMENT_ENDS: ["Document ends", "Giấy tờ hết hạn"],
  } satisfies Record<ExceptionKind, Both> as Readonly<Record<ExceptionKind, Both>>,
  causes: {
    DRIVER_SUSPENDED: (name: string) => [
      `${name} is suspended and has the goods or the order.`,
      `${name} bị khóa nhưng đang giữ hàng hoặc đơn.`,
    ],
    DRIVER_SILENT: (name: string) => [`Nothing was heard of ${name}.`, `Không còn tín hiệu từ ${name}.`],
    NO_DRIVER: () => ["Nobody has taken it.", "Chưa ai nhận."],
    WILL_BE_LATE: (_name: string, minutes: number) => [
      `About ${minutes} min behind its time.`,
      `Trễ khoảng ${minutes} phút.`,
    ],
    FAILED: (name: string) => [
      `${name} still has the goods; nobody has said what becomes of them.`,
      `${name} còn giữ hàng; chưa ai quyết định xử lý thế nào.`,
    ],
    GOODS_TO_RETURN: (name: string) => [`${name} is to bring the goods back.`, `${name} cần mang hàng về.`],
  } satisfies Partial<Record<ExceptionKind, (name: string, minutes: number) => Both>>,
  stopped: (waiting: number) => [
    `${waiting} events wait for the partner's endpoint.`,
    `${waiting} sự kiện đang chờ máy chủ của đối tác.`,
  ],
  ends: (document: string, day: string) => [`${document}: good until ${day}.`, `${document}: có giá trị đến ${day}.`],
  actions: {
    assign: ["Choose a driver", "Chọn tài xế"],
    reassign: ["Take from the driver", "Lấy lại từ tài xế"],
    cancel: ["Cancel", "Hủy đơn"],
    call_driver: ["Call the driver", "Gọi tài xế"],
    call_sender: ["Call the sender", "Gọi người gửi"],
    begin_return: ["Bring the goods back", "Cho hoàn hàng"],
    note_returned: ["Note as returned", "Ghi nhận đã hoàn hàng"],
    refund: ["Refund", "Hoàn tiền"],
    see_partner: ["See the partner", "Xem đối tác"],
    see_application: ["See the documents", "Xem giấy tờ"],
  } satisfies Record<ExceptionAction, Both> as Readonly<Record<ExceptionAction, Both>>,
  since: ["For", "Từ"],
  what: ["What", "Việc"],
  why: ["Why", "Vì sao"],
  act: ["Do", "Xử lý"],
  assignTo: (orders: number) => [
    orders === 1 ? "Who takes it" : `Who takes these ${orders}`,
    orders === 1 ? "Ai nhận đơn này" : `Ai nhận ${orders} đơn này`,
  ],
  candidates: ["Drivers around the pickup, the best first", "Tài xế quanh điểm lấy, phù hợp nhất trước"],
  noCandidates: ["Nobody who is online could take it.", "Không ai đang trực tuyến nhận được đơn này."],
  toPickup: (minutes: number, way: string) => [`${minutes} min, ${way}`, `${minutes} phút, ${way}`],
  load: (orders: number) => [
    orders === 0 ? "free" : orders === 1 ? "1 order in hand" : `${orders} orders in hand`,
    orders === 0 ? "đang rảnh" : `đang giữ ${orders} đơn`,
  ],
  wallet: (amount: string) => [`wallet ${amount}`, `ví ${amount}`],
  tooFar: (way: string) => [`beyond the ${way} that are searched now`, `ngoài ${way} đang tìm`],
  walletTooLow: (needed: string) => [`needs ${needed} in the wallet`, `cần ${needed} trong ví`],
  give: ["Give it to them", "Giao cho tài xế này"],
  giveAll: (orders: number) => [`Give them all ${orders}`, `Giao cả ${orders} đơn`],
  given: (done: number, asked: number) => [
    done === asked ? "Done." : `${done} of ${asked} were given.`,
    done === asked ? "Đã xong." : `Đã giao ${done} trên ${asked} đơn.`,
  ],
  byPhone: ["Another driver's phone", "Số điện thoại tài xế khác"],
  boardSearch: ["Order, service or driver", "Đơn, dịch vụ hoặc tài xế"],
  choose: (id: string) => [`Choose order ${id}`, `Chọn đơn ${id}`],
  assignChosen: (orders: number) => [
    orders === 1 ? "Choose a driver for it" : `Choose a driver for these ${orders}`,
    orders === 1 ? "Chọn tài xế cho đơn này" : `Chọn tài xế cho ${orders} đơn này`,
  ],
  legend: ["What the shapes mean", "Ý nghĩa các hình"],
  looks: {
    "bike-free": ["Bike, free", "Xe máy, rảnh"],
    "bike-busy": ["with orders", "đang giữ đơn"],
    "van-free": ["Van", "Xe van"],
    "truck-free": ["Truck", "Xe tải"],
    "order-waiting": ["Order without a driver", "Đơn chưa có tài xế"],
    "order-taken": ["Driver assigned", "Đã có tài xế"],
    "order-carried": ["On the way", "Đang giao"],
  },
});
