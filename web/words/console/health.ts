// Words of the console's health page and audit log.
// In the largest unit of which there are two or more.
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

const en = {
  ready: "ready",
  notReady: "not ready",
  parts: "Parts",
  partNames: { database: "Database", migrations: "Schema", map: "Map", clock: "Clock" } as Readonly<
    Record<string, string>
  >,
  clockNow: (clock: ClockNow) =>
    clock.certain
      ? `the machine's is ${offBy(clock.skew_seconds)} s ${clock.skew_seconds < 0 ? "behind" : "ahead"}, which is put right`
      : "uncertain: timed work waits",
  mapInUse: (map: MapInUse) => `${map.demo ? "demo streets, not a real map" : map.label}, version ${map.version}`,
  processes: "Processes",
  processesNote:
    "Requests of every process over the minute before it told, which it does every 5 seconds. One that falls silent is listed for a minute.",
  noProcesses: "No process has told of itself.",
  process: "Process",
  roles: { all: "API and worker", api: "API", worker: "worker" } as Readonly<Record<string, string>>,
  answering: "answers you",
  told: "Told",
  ago: (seconds: number) => `${Math.round(seconds)} s ago`,
  up: "Running for",
  memory: "Memory",
  slowest: "Slowest process: 99 of 100 within",
  perSecond: "Requests a second",
  failed: "Failed a second",
  p50: "Half within",
  p99: "99 % within",
  ms: (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`,
  callbacks: "Callbacks",
  waiting: "Waiting",
  givenUp: "Given up",
  oldest: "Oldest waits for",
  seconds: (seconds: number) => duration(seconds, ["s", "min", "h", "days"]),
  work: "Work",
  openOrders: "Open orders",
  waitingOrders: "Without a driver",
  driversOnline: "Drivers online",
  dispatch: "Dispatch by city",
  dispatchNote:
    "Each city in which orders waited in the last hour, as the process that leads it tells. Answers are of the last 10 minutes.",
  noCities: "No order has waited for a driver lately.",
  city: "City",
  notLed: "nobody leads it now",
  beingAsked: "being asked about",
  driversOut: "Drivers out",
  rounds: "Rounds",
  roundsWrong: (failed: number, capped: number) => `${failed} failed, ${capped} left orders over`,
  accepted: "Accepted",
  byCrow: "Ways as the crow flies",
  database: "Database",
  size: "Size",
  connections: "Connections in use",
  queue: "Waiting for a connection",
  megabytes: inMegabytes,
  tableSize: ({ bytes, months }: TableSize) => `${inMegabytes(bytes)}${months > 0 ? ` in ${months} months` : ""}`,
  standby: ({ used, lag_bytes }: Standby) =>
    used
      ? "standby, answers reads"
      : lag_bytes === null
        ? "standby, does not answer"
        : `standby, ${inMegabytes(lag_bytes)} behind`,
  who: "Who",
  key: "the bare key",
  unknown: "somebody unknown",
  call: "What",
  target: "Of what",
  outcome: "Outcome",
  outcomes: (status: number): string =>
    status === 0 ? "unknown: the program ended" : status < 300 ? "done" : status < 500 ? "refused" : "failed",
  noEntries: "Nothing was done yet.",
  auditNote:
    "Every change by a person or a program with the operator key, every sign-in, failed ones too, and sign-out. Phones are shortened.",
};

const vi: typeof en = {
  ready: "sẵn sàng",
  notReady: "chưa sẵn sàng",
  parts: "Thành phần",
  partNames: { database: "Cơ sở dữ liệu", migrations: "Lược đồ", map: "Bản đồ", clock: "Đồng hồ" },
  clockNow: (clock) =>
    clock.certain
      ? `đồng hồ máy ${clock.skew_seconds < 0 ? "chậm" : "nhanh"} ${offBy(clock.skew_seconds).replace(".", ",")} giây, đã được bù`
      : "chưa chắc: việc hẹn giờ phải chờ",
  mapInUse: (map) => `${map.demo ? "đường mẫu, không phải bản đồ thật" : map.label}, phiên bản ${map.version}`,
  processes: "Tiến trình",
  processesNote:
    "Yêu cầu của từng tiến trình trong một phút trước khi báo; cứ 5 giây báo một lần. Tiến trình im lặng còn hiện trong một phút.",
  noProcesses: "Chưa có tiến trình nào báo.",
  process: "Tiến trình",
  roles: { all: "API và việc nền", api: "API", worker: "việc nền" },
  answering: "đang trả lời bạn",
  told: "Báo lúc",
  ago: (seconds) => `${Math.round(seconds)} giây trước`,
  up: "Đã chạy",
  memory: "Bộ nhớ",
  slowest: "Tiến trình chậm nhất: 99 % trong",
  perSecond: "Yêu cầu mỗi giây",
  failed: "Lỗi mỗi giây",
  p50: "Một nửa trong",
  p99: "99 % trong",
  ms: (ms) => `${ms < 10 ? ms.toFixed(1).replace(".", ",") : Math.round(ms)} ms`,
  callbacks: "Thông báo",
  waiting: "Đang chờ",
  givenUp: "Đã bỏ",
  oldest: "Chờ lâu nhất",
  seconds: (seconds) => duration(seconds, ["giây", "phút", "giờ", "ngày"]),
  work: "Công việc",
  openOrders: "Đơn đang mở",
  waitingOrders: "Chưa có tài xế",
  driversOnline: "Tài xế đang nhận đơn",
  dispatch: "Điều phối theo thành phố",
  dispatchNote:
    "Các thành phố có đơn chờ trong một giờ qua, theo tiến trình đang phụ trách. Câu trả lời là của 10 phút gần nhất.",
  noCities: "Gần đây không có đơn nào chờ tài xế.",
  city: "Thành phố",
  notLed: "hiện không ai phụ trách",
  beingAsked: "đang mời tài xế",
  driversOut: "Tài xế đang chạy",
  rounds: "Lượt điều phối",
  roundsWrong: (failed, capped) => `${failed} lỗi, ${capped} còn đơn chưa xét`,
  accepted: "Được nhận",
  byCrow: "Đường chim bay",
  database: "Cơ sở dữ liệu",
  size: "Dung lượng",
  connections: "Kết nối đang dùng",
  queue: "Đang chờ kết nối",
  megabytes: inMegabytes,
  tableSize: ({ bytes, months }) => `${inMegabytes(bytes)}${months > 0 ? ` trong ${months} tháng` : ""}`,
  standby: ({ used, lag_bytes }) =>
    used
      ? "bản sao, đang phục vụ đọc"
      : lag_bytes === null
        ? "bản sao, không trả lời"
        : `bản sao, chậm ${inMegabytes(lag_bytes)}`,
  who: "Ai",
  key: "khóa điều hành",
  unknown: "người lạ",
  call: "Việc",
  target: "Đối tượng",
  outcome: "Kết quả",
  outcomes: (status) =>
    status === 0 ? "không rõ: chương trình đã dừng" : status < 300 ? "đã xong" : status < 500 ? "bị từ chối" : "lỗi",
  noEntries: "Chưa có thao tác nào.",
  auditNote:
    "Mọi thay đổi của người hoặc chương trình có khóa điều hành, mọi lần đăng nhập, kể cả thất bại, và đăng xuất. Số điện thoại được rút gọn.",
};

export const consoleHealthWords = { en, vi };
