// Measures as maps write them: "2.5", "3 m", 6'2", "7500 kg", "0.5 lbs".

const METERS_PER_FOOT = 0.3048;
const METERS_PER_INCH = 0.0254;
const TONNES_PER_POUND = 0.00045359237;

// Undefined where there is no number: "none", "default", "unsigned".
export function metersOf(tagged: string): number | undefined {
  const found = /(\d+(?:[.,]\d+)?)\s*(cm|'|ft)?\s*(?:(\d+(?:[.,]\d+)?)\s*("|''|in))?/.exec(tagged);
  if (!found) return undefined;
  const first = numberOf(found[1]!);
  if (found[2] === "cm") return first / 100;
  if (found[2] === undefined) return first;
  return first * METERS_PER_FOOT + (found[3] === undefined ? 0 : numberOf(found[3]) * METERS_PER_INCH);
}

export function tonnesOf(tagged: string): number | undefined {
  const found = /(\d+(?:[.,]\d+)?)\s*(kg|lbs?)?/.exec(tagged);
  if (!found) return undefined;
  const amount = numberOf(found[1]!);
  if (found[2] === "kg") return amount / 1000;
  return found[2] === undefined ? amount : amount * TONNES_PER_POUND;
}

// "00:10", "1:05:30", "PT10M", "90" minutes; undefined for anything else.
export function durationSeconds(tagged: string | undefined): number | undefined {
  if (tagged === undefined) return undefined;
  const clock = /^(?:(\d+):)?(\d+)(?::(\d{2}))?$/.exec(tagged.trim());
  if (clock) {
    const [, hours, minutes, seconds] = clock;
    return (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds ?? 0) || undefined;
  }
  const words = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(tagged.trim());
  if (!words) return undefined;
  return (Number(words[1] ?? 0) * 60 + Number(words[2] ?? 0)) * 60 + Number(words[3] ?? 0) || undefined;
}

function numberOf(digits: string): number {
  return Number(digits.replace(",", "."));
}
