// A measure as people read it.
import { kindOf, type Measure } from "../../../src/domain/figures/measures.ts";
import { decimal, distance, money } from "../formats.ts";
import type { Language } from "../language.tsx";

const MINUTES = { en: ["s", "min", "h"], vi: ["giây", "phút", "giờ"] } as const;

export function measureText(name: string, figure: number | null | undefined, language: Language): string {
  if (figure === null || figure === undefined) return "–";
  switch (kindOf(name as Measure)) {
    case "share":
      return `${decimal(figure * 100, language, 1)} %`;
    case "seconds": {
      const [s, min, h] = MINUTES[language];
      if (figure < 90) return `${Math.round(figure)} ${s}`;
      return figure < 7_200
        ? `${decimal(figure / 60, language, 1)} ${min}`
        : `${decimal(figure / 3_600, language, 1)} ${h}`;
    }
    case "meters":
      return distance(figure, language);
    case "money":
      return money(Math.round(figure), language);
    case "number":
      return decimal(figure, language, 1);
    default:
      return decimal(figure, language, 0);
  }
}

export function isCount(name: string): boolean {
  return kindOf(name as Measure) === "count";
}

// 2026-11-17T09 as 09:00, 2026-11-17 as 17/11.
export function pointText(at: string): string {
  const [date = "", hour] = at.split("T");
  const [, month, day] = date.split("-");
  return hour === undefined ? `${day}/${month}` : `${day}/${month} ${hour}:00`;
}
