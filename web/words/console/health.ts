// Words of the console's health page and audit log.
// In the largest unit of which there are two or more.
import { type Both, inBoth } from "../both.ts";

function duration(seconds: number, [s, min, h, days]: readonly [string, string, string, string]): string {
  if (seconds < 120) return `${Math.round(seconds)} ${s}`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} ${min}`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} ${h}` : `${Math.round(seconds / 86_400)} ${days}`;
}

type ClockNow = { readonly certain: boolean; readonly skew_seconds: number };
const offBy = (skewSeconds: number): string => Math.abs(skewSeconds).toFixed(1);

type TableSize = { readonly bytes: number; readonly months: number };
type Standby = { readonly used: boolean; readonly lag_bytes: number | null };
const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

type MapInUse = { readonly label: string; readonly version: string; readonly demo: boolean };

export const consoleHealthWords = inBoth({
  ready: ["ready", "sẵn sàng"],
  notReady: ["not ready", "chưa sẵn sàng"],
  parts: ["Parts", "Thành phần"],
  partNames: {
    database: ["Database", "Cơ sở dữ liệu"],
    migrations: ["Schema", "Lược đồ"],
    map: ["Map", "Bản đồ"],
    clock: ["Clock", "Đồng hồ"],
  } as Readonly<Record<string, Both>>,
  clockNow: [
    (clock: ClockNow) =>
      clock.certain
        ? `the machine's is ${offBy(clock.skew_seconds)} s ${clock.skew_seconds < 0 ? "behind" : "ahead"}, which is put right`
        : "uncertain: timed work waits",
    (clock: ClockNow) =>
      clock.certain
        ? `đồng hồ máy ${clock.skew_seconds < 0 ? "chậm" : "nhanh"} ${offBy(clock.skew_seconds).replace(".", ",")} giây, đã được bù`
        : "chưa chắc: việc hẹn giờ phải chờ",
  ],
  mapInUse: (map: MapInUse) => [
    `${map.demo ? "demo streets, not a real map" : map.label}, version ${map.version}`,
    `${map.demo ? "đường mẫu, không phải bản đồ thật" : map.label}, phiên bản ${map.version}`,
  ],
  processes: ["Processes", "Tiến trình"],
  processesNote: [
    "Requests of every process over the minute before it told, which it does every 5 seconds. One that falls silent is listed for a minute.",
    "Yêu cầu của từng tiến trình trong một phút trước khi báo; cứ 5 giây báo một lần. Tiến trình im lặng còn hiện trong một phút.",
  ],
  noProcesses: ["No process has told of itself.", "Chưa có tiến trình nào báo."],
  process: ["Process", "Tiến trình"],
  roles: {
    all: ["API and worker", "API và việc nền"],
    api: ["API", "API"],
    worker: ["worker", "việc nền"],
  } as Readonly<Record<string, Both>>,
  answering: ["answers you", "đang trả lời bạn"],
  told: ["Told", "Báo lúc"],
  ago: (seconds: number) => [`${Math.round(seconds)} s ago`, `${Math.round(seconds)} giây trước`],
  up: ["Running for", "Đã chạy"],
  memory: ["Memory", "Bộ nhớ"],
  slowest: ["Slowest process: 99 of 100 within", "Tiến trình chậm nhất: 99 % trong"],
  perSecond: ["Requests a second", "Yêu cầu mỗi giây"],
  failed: ["Failed a second", "Lỗi mỗi giây"],
  p50: ["Half within", "Một nửa trong"],
  p99: ["99 % within", "99 % trong"],
  ms: (ms: number) => [
    `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`,
    `${ms < 10 ? ms.toFixed(1).replace(".", ",") : Math.round(ms)} ms`,
  ],
  callbacks: ["Callbacks", "Thông báo"],
  waiting: ["Waiting", "Đang chờ"],
  givenUp: ["Given up", "Đã bỏ"],
  oldest: ["Oldest waits for", "Chờ lâu nhất"],
  seconds: (seconds: number) => [
    duration(seconds, ["s", "min", "h", "days"]),
    duration(seconds, ["giây", "phút", "giờ", "ngày"]),
  ],
  work: ["Work", "Công việc"],
  openOrders: ["Open orders", "Đơn đang mở"],
  waitingOrders: ["Without a driver", "Chưa có tài xế"],
  driversOnline: ["Drivers online", "Tài xế đang nhận đơn"],
  dispatch: ["Dispatch by city", "Điều phối theo thành phố"],
  dispatchNote: [
    "Each city in which orders waited in the last hour, as the process that leads it tells. Answers are of the last 10 minutes.",
    "Các thành phố có đơn chờ trong một giờ qua, theo tiến trình đang phụ trách. Câu trả lời là của 10 phút gần nhất.",
  ],
  noCities: ["No order has waited for a driver lately.", "Gần đây không có đơn nào chờ tài xế."],
  city: ["City", "Thành phố"],
  notLed: ["nobody leads it now", "hiện không ai phụ trách"],
  beingAsked: ["being asked about", "đang mời tài xế"],
  driversOut: ["Drivers out", "Tài xế đang chạy"],
  rounds: ["Rounds", "Lượt điều phối"],
  roundsWrong: (failed: number, capped: number) => [
    `${failed} failed, ${capped} left orders over`,
    `${failed} lỗi, ${capped} còn đơn chưa xét`,
  ],
  accepted: ["Accepted", "Được nhận"],
  byCrow: ["Ways as the crow flies", "Đường chim bay"],
  database: ["Database", "Cơ sở dữ liệu"],
  size: ["Size", "Dung lượng"],
  connections: ["Connections in use", "Kết nối đang dùng"],
  queue: ["Waiting for a connection", "Đang chờ kết nối"],
  megabytes: [inMegabytes, inMegabytes],
  tableSize: ({ bytes, months }: TableSize) => [
    `${inMegabytes(bytes)}${months > 0 ? ` in ${months} months` : ""}`,
    `${inMegabytes(bytes)}${months > 0 ? ` trong ${months} tháng` : ""}`,
  ],
  standby: [
    ({ used, lag_bytes }: Standby) =>
      used
        ? "standby, answers reads"
        : lag_bytes === null
          ? "standby, does not answer"
          : `standby, ${inMegabytes(lag_bytes)} behind`,
    ({ used, lag_bytes }: Standby) =>
      used
        ? "bản sao, đang phục vụ đọc"
        : lag_bytes === null
          ? "bản sao, không trả lời"
          : `bản sao, chậm ${inMegabytes(lag_bytes)}`,
  ],
  who: ["Who", "Ai"],
  key: ["the bare key", "khóa điều hành"],
  unknown: ["somebody unknown", "người lạ"],
  auditCsv: ["As a spreadsheet", "Tải bảng tính"],
  changed: ["Changed, and why", "Thay đổi và lý do"],
  address: ["From where", "Từ đâu"],
  call: ["What", "Việc"],
  target: ["Of what", "Đối tượng"],
  outcome: ["Outcome", "Kết quả"],
  outcomes: [
    (status: number): string =>
      status === 0 ? "unknown: the program ended" : status < 300 ? "done" : status < 500 ? "refused" : "failed",
    (status: number) =>
      status === 0 ? "không rõ: chương trình đã dừng" : status < 300 ? "đã xong" : status < 500 ? "bị từ chối" : "lỗi",
  ],
  noEntries: ["Nothing was done yet.", "Chưa có thao tác nào."],
  auditNote: [
    "Every change by a person or a program, every sign-in, failed ones too, and sign-out. Phones are shortened.",
    "Mọi thay đổi của người hoặc chương trình, mọi lần đăng nhập, kể cả thất bại, và đăng xuất. Số điện thoại được rút gọn.",
  ],
});
