// Grades how a partner's receiver coped with what happens to every receiver sooner or later. Which requests are sent is decided in
// outbound/receiver-check.ts; what their answers mean is decided here.
import type { Exchange } from "./exchange.ts";
import { judge } from "./verdict.ts";

export const CHECKS = [
  "delivery",
  "duplicate",
  "reordered",
  "slow_body",
  "bad_signature",
  "stale_timestamp",
  "rotated_secret",
] as const;
export type Check = (typeof CHECKS)[number];

// The exchanges of each check in the order sent. A check that was not run is absent.
export type Observations = Readonly<Partial<Record<Check, readonly Exchange[]>>>;

export const CHECK_RESULTS = ["pass", "warn", "fail", "skipped"] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];
type Words = { readonly en: string; readonly vi: string };
type CheckReport = {
  readonly check: Check;
  readonly sent: Words;
  readonly answered: readonly string[];
  readonly result: CheckResult;
  // Absent when there is nothing to mend.
  readonly advice: Words | undefined;
};
// A: all passed. B: warnings only. C: something failed. F: events do not arrive, or forged ones are believed.
export type Grade = "A" | "B" | "C" | "F";
export type ReceiverReport = { readonly grade: Grade; readonly checks: readonly CheckReport[] };

const SLOW_ANSWER_MS = 3_000;

export function gradeReceiver(observations: Observations): ReceiverReport {
  const checks = CHECKS.map((check): CheckReport => {
    const { sent, grade } = RULES[check];
    const exchanges = observations[check];
    if (!exchanges) return { check, sent, answered: [], result: "skipped", advice: ADVICE.skipped };
    const [result, advice] = grade(exchanges);
    return { check, sent, answered: exchanges.map(describe), result, advice };
  });
  return { grade: overall(checks), checks };
}

function overall(checks: readonly CheckReport[]): Grade {
  const failed = new Set(checks.filter(({ result }) => result === "fail").map(({ check }) => check));
  if (failed.has("delivery") || failed.has("bad_signature")) return "F";
  if (failed.size > 0) return "C";
  return checks.every(({ result }) => result === "pass") ? "A" : "B";
}

function describe(exchange: Exchange): string {
  const what = exchange.outcome === "answered" ? String(exchange.code) : exchange.error;
  return `${what} (${exchange.elapsedMs} ms)`;
}

type Graded = readonly [CheckResult, Words | undefined];
type Rule = { readonly sent: Words; readonly grade: (exchanges: readonly Exchange[]) => Graded };

const taken = (exchange: Exchange) => judge(exchange) === "delivered";
const refused = ({ outcome, code }: Exchange) => outcome === "answered" && code >= 400 && code < 500;
const PASS: Graded = ["pass", undefined];

const ADVICE = {
  skipped: {
    en: "Not run, because a plain event was not taken. Mend that first.",
    vi: "Chưa chạy vì một sự kiện bình thường chưa được nhận. Hãy sửa điều đó trước.",
  },
  delivery: {
    en: "Answer every event with a 2xx status within 10 seconds, also for orders you do not know.",
    vi: "Trả lời mọi sự kiện bằng mã 2xx trong vòng 10 giây, kể cả với đơn hàng bạn không biết.",
  },
  slow: {
    en: "Store the event, answer 2xx, and do the work afterwards: after 10 seconds we count the try as failed and send again.",
    vi: "Hãy lưu sự kiện, trả lời 2xx rồi mới xử lý: sau 10 giây chúng tôi coi là thất bại và gửi lại.",
  },
  duplicate: {
    en: "Answer a repeated webhook-id with 2xx and ignore it. An error makes us send it again for two days.",
    vi: "Trả lời 2xx cho webhook-id đã nhận rồi bỏ qua. Trả lỗi sẽ khiến chúng tôi gửi lại trong hai ngày.",
  },
  reordered: {
    en: "Take an older event_seq with 2xx and ignore it. A resent event comes after newer ones.",
    vi: "Nhận event_seq cũ hơn bằng 2xx rồi bỏ qua. Sự kiện được gửi lại sẽ đến sau sự kiện mới hơn.",
  },
  slowBody: {
    en: "Allow a request body some seconds to arrive: mobile and overseas networks stall.",
    vi: "Cho phép nội dung yêu cầu đến chậm vài giây: mạng di động và quốc tế hay bị nghẽn.",
  },
  slowBodyStuck: {
    en: "After one slow request the receiver took no more events. Read requests concurrently and with a time limit.",
    vi: "Sau một yêu cầu chậm, máy nhận không nhận thêm sự kiện. Hãy đọc các yêu cầu song song và có giới hạn thời gian.",
  },
  forged: {
    en: "A request with a wrong signature was believed. Verify webhook-signature over the raw body and answer 401.",
    vi: "Yêu cầu có chữ ký sai đã được chấp nhận. Hãy kiểm tra webhook-signature trên nội dung gốc và trả lời 401.",
  },
  refuseClearly: {
    en: "Refuse what you do not trust with 401 or another 4xx, not with a failure of the server.",
    vi: "Hãy từ chối yêu cầu không đáng tin bằng 401 hoặc mã 4xx khác, không phải bằng lỗi máy chủ.",
  },
  replay: {
    en: "An event signed an hour ago was believed. Refuse a webhook-timestamp more than 5 minutes from your clock.",
    vi: "Sự kiện ký từ một giờ trước đã được chấp nhận. Hãy từ chối webhook-timestamp lệch quá 5 phút so với đồng hồ của bạn.",
  },
  rotated: {
    en: "webhook-signature may hold several signatures separated by spaces: accept the event if any of them is right.",
    vi: "webhook-signature có thể chứa nhiều chữ ký cách nhau bằng dấu cách: chấp nhận nếu có một chữ ký đúng.",
  },
} as const satisfies Record<string, Words>;

const RULES: Readonly<Record<Check, Rule>> = {
  delivery: {
    sent: { en: "One event, correctly signed.", vi: "Một sự kiện được ký đúng." },
    grade: (exchanges) => {
      if (!exchanges.every(taken)) return ["fail", ADVICE.delivery];
      return exchanges.some(({ elapsedMs }) => elapsedMs > SLOW_ANSWER_MS) ? ["warn", ADVICE.slow] : PASS;
    },
  },
  duplicate: {
    sent: { en: "The same event twice.", vi: "Cùng một sự kiện hai lần." },
    grade: (exchanges) => (exchanges.every(taken) ? PASS : ["fail", ADVICE.duplicate]),
  },
  reordered: {
    sent: {
      en: "Three events of one order, the newest first.",
      vi: "Ba sự kiện của một đơn hàng, sự kiện mới nhất trước.",
    },
    grade: (exchanges) => (exchanges.every(taken) ? PASS : ["fail", ADVICE.reordered]),
  },
  slow_body: {
    sent: {
      en: "An event whose body arrives in small pieces, then a plain one.",
      vi: "Một sự kiện có nội dung đến từng phần nhỏ, rồi một sự kiện bình thường.",
    },
    grade: (exchanges) => {
      const next = exchanges.at(-1);
      if (!next || !taken(next)) return ["fail", ADVICE.slowBodyStuck];
      return exchanges.every(taken) ? PASS : ["warn", ADVICE.slowBody];
    },
  },
  bad_signature: {
    sent: {
      en: "An event signed with a wrong secret, one changed after signing, and one without signature.",
      vi: "Một sự kiện ký bằng khóa sai, một sự kiện bị sửa sau khi ký và một sự kiện không có chữ ký.",
    },
    grade: (exchanges) => {
      if (exchanges.some(taken)) return ["fail", ADVICE.forged];
      return exchanges.every(refused) ? PASS : ["warn", ADVICE.refuseClearly];
    },
  },
  stale_timestamp: {
    sent: { en: "An event correctly signed an hour ago.", vi: "Một sự kiện được ký đúng từ một giờ trước." },
    grade: (exchanges) => {
      if (exchanges.some(taken)) return ["warn", ADVICE.replay];
      return exchanges.every(refused) ? PASS : ["warn", ADVICE.refuseClearly];
    },
  },
  rotated_secret: {
    sent: {
      en: "An event signed with a new secret and with yours, as while a secret is being changed.",
      vi: "Một sự kiện được ký bằng cả khóa mới và khóa của bạn, như khi đang đổi khóa.",
    },
    grade: (exchanges) => (exchanges.every(taken) ? PASS : ["fail", ADVICE.rotated]),
  },
};
