// What messages of alert rules say, in the language of whoever reads them. The first line is the title of a mail and of a notification.
import type { OfferPush } from "../drivers/offer-push.ts";
import type { Measure, Measures } from "../figures/measures.ts";
import type { Language } from "../recipient-message.ts";
import type { AlertKind, AlertTerms } from "./alert-rule.ts";
import type { Facts } from "./incidents.ts";

export const ALERT_OCCASIONS = ["began", "ended", "day", "test"] as const;
export type AlertOccasion = (typeof ALERT_OCCASIONS)[number];

export type AlertText = { readonly title: string; readonly body: string };

export type Told = {
  readonly kind: AlertKind;
  readonly occasion: AlertOccasion;
  readonly terms: AlertTerms;
  readonly facts: Facts;
  // Of the rule, and of the city or partner it is about; empty: all cities.
  readonly ruleName: string;
  readonly subjectName: string;
};

export function alertText(told: Told, language: Language): AlertText {
  const words = WORDS[language];
  const { title, body } =
    told.occasion === "test"
      ? words.test(told)
      : words[told.kind](told, told.occasion === "ended", formatsOf(language));
  return { title, body: body.filter((line) => line !== "").join("\n") };
}

// As the console's service worker shows it; `path` is what it opens.
export type ConsolePush = OfferPush & { readonly path: string };

// Where in the console one looks at what it is about.
export function alertPath({
  kind,
  occasion,
  subject,
}: Pick<Told, "kind" | "occasion"> & { readonly subject: string }): string {
  if (occasion === "test") return "/console/alerts";
  return kind === "endpoint_down" ? `/console/partners/${encodeURIComponent(subject)}` : PATHS[kind];
}

const PATHS: Readonly<Record<Exclude<AlertKind, "endpoint_down">, string>> = {
  daily_summary: "/console/figures",
  low_fulfilment: "/console/figures",
  no_driver: "/console/live",
  ledger_unclean: "/console/money",
  documents_ending: "/console/live",
};

// A day's figures that a summary tells, beside those of a week before.
export const SUMMARY_MEASURES = [
  "orders",
  "delivered",
  "cancelled",
  "failed",
  "unmet",
  "fulfilment",
  "promise_kept",
  "assign_p50",
  "deliver_p50",
  "revenue",
  "cod_collected",
] as const satisfies readonly Measure[];
type SummaryMeasure = (typeof SUMMARY_MEASURES)[number];
// Not for everybody who may look.
const OF_BOOKS: readonly string[] = ["revenue", "cod_collected"];

export function summaryFacts(date: string, day: Measures, weekBefore: Measures): Facts {
  return {
    date,
    ...Object.fromEntries(SUMMARY_MEASURES.map((name) => [name, day[name] ?? null])),
    ...Object.fromEntries(SUMMARY_MEASURES.map((name) => [`${name}_week_before`, weekBefore[name] ?? null])),
  };
}

export function withoutBooks(facts: Facts): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !OF_BOOKS.some((one) => name.startsWith(one))));
}

type Formats = {
  readonly number: (figure: number) => string;
  readonly share: (figure: number) => string;
  readonly duration: (seconds: number) => string;
};

function formatsOf(language: Language): Formats {
  const locale = language === "vi" ? "vi-VN" : "en-US";
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const [minutesWord, hoursWord] = language === "vi" ? ["phút", "giờ"] : ["min", "h"];
  return {
    number: (figure) => number.format(figure),
    share: (figure) => `${number.format(figure * 100)} %`,
    duration: (seconds) => {
      const minutes = Math.max(1, Math.round(seconds / 60));
      const hours = Math.floor(minutes / 60);
      return hours === 0 ? `${minutes} ${minutesWord}` : `${hours} ${hoursWord} ${minutes % 60} ${minutesWord}`;
    },
  };
}

type Lines = { readonly title: string; readonly body: readonly string[] };
type Say = (told: Told, isOver: boolean, formats: Formats) => Lines;
type Words = Readonly<Record<AlertKind, Say>> & { readonly test: (told: Told) => Lines };

const get = (facts: Facts, name: string): number => Number(facts[name] ?? 0);
const SHARES: readonly string[] = ["fulfilment", "promise_kept"];
const DURATIONS: readonly string[] = ["assign_p50", "deliver_p50"];
const AMOUNTS: readonly string[] = OF_BOOKS;

function figureText(name: string, figure: Facts[string] | undefined, { number, share, duration }: Formats): string {
  if (typeof figure !== "number") return "–";
  if (SHARES.includes(name)) return share(figure);
  if (DURATIONS.includes(name)) return duration(figure);
  return AMOUNTS.includes(name) ? `${number(figure)} ₫` : number(figure);
}

// Each figure with that of a week before.
function summaryLines(
  facts: Facts,
  names: Readonly<Record<SummaryMeasure, string>>,
  weekBefore: (text: string) => string,
  formats: Formats,
): readonly string[] {
  return SUMMARY_MEASURES.filter((name) => name in facts).map((name) => {
    const before = figureText(name, facts[`${name}_week_before`], formats);
    return `${names[name]}: ${figureText(name, facts[name], formats)} (${weekBefore(before)})`;
  });
}

const EN: Words = {
  test: ({ ruleName }) => ({
    title: `Test: ${ruleName}`,
    body: ["Somebody asked the console to send this. Messages of this rule arrive here; nothing is wrong."],
  }),
  daily_summary: ({ facts, subjectName }, _isOver, formats) => ({
    title: `${facts.date}${subjectName === "" ? "" : `, ${subjectName}`}: ${formats.number(get(facts, "orders"))} orders, fulfilment ${figureText("fulfilment", facts.fulfilment, formats)}`,
    body: summaryLines(facts, EN_FIGURES, (text) => `a week before ${text}`, formats),
  }),
  low_fulfilment: ({ facts, subjectName, terms }, isOver, { share, duration, number }) =>
    isOver
      ? {
          title: `${subjectName}: fulfilment is no longer below ${terms.percent} %`,
          body: [`It was for ${duration(get(facts, "lasted_seconds"))}.`],
        }
      : {
          title: `${subjectName}: fulfilment is below ${terms.percent} %`,
          body: [
            `${share(get(facts, "fulfilment"))} of ${number(get(facts, "ended"))} orders of the last ${get(facts, "hours")} h that have ended were delivered.`,
          ],
        },
  no_driver: ({ facts, subjectName }, isOver, { duration, number }) =>
    isOver
      ? {
          title: `${subjectName}: orders find a driver again`,
          body: [`They did not for ${duration(get(facts, "lasted_seconds"))}.`],
        }
      : {
          title: `${subjectName}: no driver for ${duration(get(facts, "wait_seconds"))}`,
          body: [`So long the oldest order has waited; ${number(get(facts, "waiting"))} wait.`],
        },
  endpoint_down: ({ facts, subjectName }, isOver, { duration, number }) =>
    isOver
      ? {
          title: `${subjectName}: callbacks arrive again`,
          body: [`They did not for ${duration(get(facts, "lasted_seconds"))}.`],
        }
      : {
          title: `${subjectName}: callbacks do not arrive`,
          body: [
            facts.held === "stopped"
              ? "The endpoint answered 410: nothing is sent there until it is set up again."
              : "",
            `${number(get(facts, "waiting"))} wait, the oldest for ${duration(get(facts, "wait_seconds"))}.`,
          ],
        },
  ledger_unclean: ({ facts }, isOver, { number }) =>
    isOver
      ? { title: "The ledger is clean again", body: [] }
      : {
          title: `The ledger is not clean: ${number(get(facts, "problems"))} found`,
          body: ["The console names them under Money, and so does giao ledger verify."],
        },
  documents_ending: ({ facts, subjectName }, _isOver, { number }) => ({
    title: `${subjectName === "" ? "" : `${subjectName}: `}${number(get(facts, "ending"))} documents of drivers end by ${facts.until}`,
    body: [`${number(get(facts, "ended"))} of them have ended already. The console lists them among what needs you.`],
  }),
};

const EN_FIGURES: Readonly<Record<SummaryMeasure, string>> = {
  orders: "Orders",
  delivered: "Delivered",
  cancelled: "Cancelled",
  failed: "Failed",
  unmet: "No driver found",
  fulfilment: "Fulfilment",
  promise_kept: "Promise kept",
  assign_p50: "Until a driver took it (half of them)",
  deliver_p50: "Until delivered (half of them)",
  revenue: "Revenue",
  cod_collected: "COD collected",
};

const VI: Words = {
  test: ({ ruleName }) => ({
    title: `Gửi thử: ${ruleName}`,
    body: ["Có người bấm gửi thử trong bảng điều hành. Tin của quy tắc này sẽ đến đây; không có sự cố nào."],
  }),
  daily_summary: ({ facts, subjectName }, _isOver, formats) => ({
    title: `${facts.date}${subjectName === "" ? "" : `, ${subjectName}`}: ${formats.number(get(facts, "orders"))} đơn, hoàn thành ${figureText("fulfilment", facts.fulfilment, formats)}`,
    body: summaryLines(facts, VI_FIGURES, (text) => `tuần trước ${text}`, formats),
  }),
  low_fulfilment: ({ facts, subjectName, terms }, isOver, { share, duration, number }) =>
    isOver
      ? {
          title: `${subjectName}: tỷ lệ hoàn thành không còn dưới ${terms.percent} %`,
          body: [`Đã thấp trong ${duration(get(facts, "lasted_seconds"))}.`],
        }
      : {
          title: `${subjectName}: tỷ lệ hoàn thành dưới ${terms.percent} %`,
          body: [
            `Đã giao ${share(get(facts, "fulfilment"))} trong ${number(get(facts, "ended"))} đơn đã kết thúc của ${get(facts, "hours")} giờ qua.`,
          ],
        },
  no_driver: ({ facts, subjectName }, isOver, { duration, number }) =>
    isOver
      ? {
          title: `${subjectName}: đơn lại có tài xế nhận`,
          body: [`Đã thiếu tài xế trong ${duration(get(facts, "lasted_seconds"))}.`],
        }
      : {
          title: `${subjectName}: ${duration(get(facts, "wait_seconds"))} chưa có tài xế`,
          body: [`Đơn chờ lâu nhất đã đợi ngần ấy; ${number(get(facts, "waiting"))} đơn đang chờ.`],
        },
  endpoint_down: ({ facts, subjectName }, isOver, { duration, number }) =>
    isOver
      ? {
          title: `${subjectName}: callback đã đến nơi trở lại`,
          body: [`Đã không đến trong ${duration(get(facts, "lasted_seconds"))}.`],
        }
      : {
          title: `${subjectName}: callback không đến nơi`,
          body: [
            facts.held === "stopped" ? "Nơi nhận trả lời 410: không gửi nữa cho đến khi được cài đặt lại." : "",
            `${number(get(facts, "waiting"))} đang chờ, lâu nhất ${duration(get(facts, "wait_seconds"))}.`,
          ],
        },
  ledger_unclean: ({ facts }, isOver, { number }) =>
    isOver
      ? { title: "Sổ cái đã khớp trở lại", body: [] }
      : {
          title: `Sổ cái không khớp: ${number(get(facts, "problems"))} lỗi`,
          body: ["Xem chi tiết ở mục Tiền của bảng điều hành, hoặc chạy giao ledger verify."],
        },
  documents_ending: ({ facts, subjectName }, _isOver, { number }) => ({
    title: `${subjectName === "" ? "" : `${subjectName}: `}${number(get(facts, "ending"))} giấy tờ của tài xế hết hạn đến ${facts.until}`,
    body: [`${number(get(facts, "ended"))} giấy tờ đã hết hạn. Bảng điều hành liệt kê ở phần cần xử lý.`],
  }),
};

const VI_FIGURES: Readonly<Record<SummaryMeasure, string>> = {
  orders: "Đơn",
  delivered: "Đã giao",
  cancelled: "Đã hủy",
  failed: "Giao không thành công",
  unmet: "Không tìm được tài xế",
  fulfilment: "Hoàn thành",
  promise_kept: "Đúng hẹn",
  assign_p50: "Đến khi có tài xế (một nửa số đơn)",
  deliver_p50: "Đến khi giao xong (một nửa số đơn)",
  revenue: "Doanh thu",
  cod_collected: "Thu hộ",
};

const WORDS: Readonly<Record<Language, Words>> = { en: EN, vi: VI };
