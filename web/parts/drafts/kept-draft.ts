// A draft as text: what was typed, when, and what the form began with. Of a form that begins otherwise now (somebody else has saved meanwhile)
// it is no draft any more, and neither is one that is older than a few days.

export const KEPT_PREFIX = "giao.draft ";
const DAYS_MAX = 3;
const AGE_MS_MAX = DAYS_MAX * 86_400_000;
const LETTERS_MAX = 200_000;

export type Kept<Typed> = { readonly at: number; readonly typed: Typed };

// Nothing is kept of a form that is as it began, or that no browser would have room for.
export function keptText<Typed>({ at, typed }: Kept<Typed>, begun: Typed): string | undefined {
  const of = JSON.stringify(begun);
  if (JSON.stringify(typed) === of) return undefined;
  const text = JSON.stringify({ at, of: hashOf(of), typed });
  return text.length > LETTERS_MAX ? undefined : text;
}

export function readKept<Typed extends object>(
  text: string | null,
  begun: Typed,
  now: number,
): Kept<Typed> | undefined {
  if (text === null) return undefined;
  const kept = parsed(text);
  if (kept === undefined || kept.of !== hashOf(JSON.stringify(begun)) || now - kept.at > AGE_MS_MAX) return undefined;
  return { at: kept.at, typed: { ...begun, ...(kept.typed as Partial<Typed>) } };
}

function parsed(text: string): { readonly at: number; readonly of: string; readonly typed: object } | undefined {
  try {
    const { at, of, typed } = JSON.parse(text);
    return typeof at === "number" && typeof of === "string" && typeof typed === "object" && typed !== null
      ? { at, of, typed }
      : undefined;
  } catch {
    return undefined;
  }
}

// Short and the same every time; it need not withstand anybody.
function hashOf(text: string): string {
  let hash = 5381;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) ^ text.charCodeAt(at)) >>> 0;
  return hash.toString(36);
}
