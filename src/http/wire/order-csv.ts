// An order as a line of a spreadsheet: one column a fact, times as the clock on the wall of the order's city showed them, whole VND.
import { type Cell, CSV_BYTE_ORDER_MARK, csvLine } from "../../domain/csv.ts";
import type { Order } from "../../domain/orders/order.ts";
import { outcomeOf } from "../../domain/orders/outcome.ts";
import { kilometersOf } from "../../domain/pricing/price.ts";

export type CsvLanguage = "en" | "vi";

type Column = readonly [en: string, vi: string, cell: (order: Order, local: LocalText) => Cell];
type LocalText = (at: Date | null) => Cell;

const BETWEEN = " | ";

const COLUMNS: readonly Column[] = [
  ["Order", "Đơn hàng", (order) => order.id],
  ["Created", "Tạo lúc", (order, local) => local(order.createdAt)],
  ["Status", "Trạng thái", (order) => order.status],
  ["Account", "Tài khoản", (order) => order.ownerPhone],
  ["Account name", "Tên tài khoản", (order) => order.ownerName],
  ["Service", "Dịch vụ", (order) => order.serviceId],
  ["Tracking numbers", "Mã vận đơn", (order) => joined(order, (point) => point.trackingNumber)],
  ["Pickup", "Lấy hàng", (order) => order.points[0]?.address ?? ""],
  ["Deliveries", "Giao hàng", (order) => joined(order, (point, at) => (at === 0 ? null : point.address))],
  ["Recipients", "Người nhận", (order) => joined(order, (point, at) => (at === 0 ? null : point.name))],
  ["Delivered", "Giao thành công", (order) => countOf(order, "COMPLETED")],
  ["Failed", "Giao thất bại", (order) => countOf(order, "FAILED")],
  ["Kilometres", "Số km", (order) => kilometersOf(order.route.distanceMeters)],
  ["Distance fee", "Phí quãng đường", (order) => order.price.distanceFee],
  ["Stop fee", "Phí điểm dừng", (order) => order.price.stopFee],
  ["Request fee", "Phí yêu cầu thêm", (order) => order.price.requestFee],
  ["Discount", "Giảm giá", (order) => order.price.discount],
  ["VAT", "Thuế GTGT", (order) => order.price.vatFee],
  ["Total", "Tổng cộng", (order) => order.price.total],
  ["COD", "Thu hộ", (order) => order.points.reduce((sum, point) => sum + point.cod, 0)],
  ["Payment", "Thanh toán", (order) => order.paymentMethod],
  ["Promo code", "Mã khuyến mãi", (order) => order.promoCode],
  ["Driver", "Tài xế", (order) => order.driver?.name ?? null],
  ["Plate", "Biển số", (order) => order.driver?.plateNumber ?? null],
  ["Driver's phone", "SĐT tài xế", (order) => order.driver?.phone ?? null],
  ["Accepted", "Nhận đơn lúc", (order, local) => local(order.acceptedAt)],
  ["Picked up", "Lấy hàng lúc", (order, local) => local(order.pickedUpAt)],
  ["Completed", "Hoàn tất lúc", (order, local) => local(order.completedAt)],
  ["Cancelled", "Huỷ lúc", (order, local) => local(order.cancelledAt)],
  ["Cancel reason", "Lý do huỷ", (order) => order.cancelComment],
  ["Outcome", "Kết quả", (order) => outcomeOf(order)],
  ["Cancelled by", "Người huỷ", (order) => order.cancelledBy],
  ["Tolls and ferries", "Phí đường và phà", (order) => order.price.roadFee ?? 0],
];

export function csvHead(language: CsvLanguage): string {
  return CSV_BYTE_ORDER_MARK + csvLine(COLUMNS.map(([en, vi]) => (language === "vi" ? vi : en)));
}

export function csvOrder(order: Order, timeZone: string): string {
  const local: LocalText = (at) => at && clockOf(timeZone).format(at);
  return csvLine(COLUMNS.map(([, , cell]) => cell(order, local)));
}

function joined(order: Order, part: (point: Order["points"][number], at: number) => string | null): string {
  return order.points.flatMap((point, at) => part(point, at) ?? []).join(BETWEEN);
}

function countOf(order: Order, status: "COMPLETED" | "FAILED"): number {
  return order.points.filter((point) => point.status === status).length;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

// Sweden writes dates as spreadsheets everywhere read them: 2026-11-15 11:20:33.
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  clocks.set(timeZone, clock);
  return clock;
}
