// Words about routes of several orders on the driver's page.
import { inBoth } from "../both.ts";

export const driveRouteWords = inBoth({
  offer: ["New route", "Tuyến mới"],
  facts: (orders: number, stops: number) => [
    `${orders === 1 ? "1 order" : `${orders} orders`} · ${stops} stops`,
    `${orders} đơn · ${stops} điểm dừng`,
  ],
  way: (km: string, hours: string) => [`${km} · ${hours}`, `${km} · ${hours}`],
  hours: (hours: number, minutes: number) => [
    hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`,
    hours > 0 ? `${hours} giờ ${minutes} phút` : `${minutes} phút`,
  ],
  between: (from: string, to: string) => [`${from} to ${to}`, `${from} đến ${to}`],
  stops: ["Stops", "Các điểm dừng"],
  inHand: ["you have it already", "bạn đang giữ"],
  cod: (amount: string) => [`COD ${amount}`, `thu hộ ${amount}`],
  parcels: (count: number) => [count === 1 ? "1 parcel" : `${count} parcels`, `${count} kiện`],
  onTime: ["On time", "Đúng kế hoạch"],
  late: (minutes: number) => [`${minutes} min behind the plan`, `Chậm ${minutes} phút so với kế hoạch`],
  early: (minutes: number) => [`${minutes} min ahead of the plan`, `Sớm ${minutes} phút so với kế hoạch`],
  promisedBy: (time: string) => [`promised by ${time}`, `hẹn trước ${time}`],
  tooLate: (time: string) => [`late: promised by ${time}`, `trễ: hẹn trước ${time}`],
  skipped: ["put off", "đã hoãn"],
  skip: ["Skip for now", "Để làm sau"],
  ends: (time: string, stops: number, km: string) => [
    `Ends about ${time} · ${stops === 1 ? "1 stop" : `${stops} stops`}${km === "" ? "" : ` · ${km}`}`,
    `Xong khoảng ${time} · ${stops} điểm${km === "" ? "" : ` · ${km}`}`,
  ],
  changed: ["What changed", "Những thay đổi"],
  changes: {
    added: ["Added", "Thêm"],
    gone: ["Gone", "Bỏ"],
    moved: ["Moved", "Đổi chỗ"],
  },
  seen: ["All right", "Đã hiểu"],
  done: ["The route is done", "Đã xong tuyến"],
  doneText: [
    "Every stop was done. A new offer may come at any moment.",
    "Mọi điểm dừng đã xong. Có thể có đơn mới bất cứ lúc nào.",
  ],
  load: (count: number) => [`Load ${count} parcels`, `Xếp ${count} kiện hàng`],
  scan: ["Order or tracking number", "Mã đơn hoặc mã vận đơn"],
  scanHint: ["Scan or type it, then Enter", "Quét hoặc gõ rồi bấm Enter"],
  tick: ["Check off", "Đánh dấu"],
  notHere: (text: string) => [`${text} is not loaded here`, `${text} không thuộc điểm này`],
  checked: (text: string) => [`${text}: checked off`, `${text}: đã đánh dấu`],
  all: ["Check off all", "Đánh dấu tất cả"],
  loaded: (ready: number, all: number) => [`Picked up: ${ready} of ${all} orders`, `Đã lấy: ${ready}/${all} đơn`],
  others: (count: number) => [
    count === 1 ? "Show 1 more order" : `Show ${count} more orders`,
    `Hiện thêm ${count} đơn`,
  ],
  fewer: ["Show fewer orders", "Thu gọn danh sách đơn"],
});
