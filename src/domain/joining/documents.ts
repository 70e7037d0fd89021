// The documents a driver must show: which there are, when one ends, and what is still missing. Kinds are data: a row here is all that a new one takes.
import { startOfDate } from "../local-time.ts";

type DocumentRule = {
  // Nobody is approved without it.
  readonly isRequired: boolean;
  // It ends on a day that is printed on it.
  readonly ends: boolean;
};

export const DOCUMENT_RULES = {
  id_card: { isRequired: true, ends: false },
  licence: { isRequired: true, ends: true },
  registration: { isRequired: true, ends: false },
  insurance: { isRequired: true, ends: true },
} as const satisfies Record<string, DocumentRule>;

export type DocumentKind = keyof typeof DOCUMENT_RULES;
export const DOCUMENT_KINDS = Object.keys(DOCUMENT_RULES) as DocumentKind[];
export const REQUIRED_KINDS: readonly DocumentKind[] = DOCUMENT_KINDS.filter((kind) => DOCUMENT_RULES[kind].isRequired);

export function parseDocumentKind(word: string): DocumentKind | undefined {
  return DOCUMENT_KINDS.find((kind) => kind === word);
}

// A day as people write it on documents: 2027-03-31, the last on which it is good.
export type Day = string;
// Further off it is a slip of the finger.
const YEARS_MAX = 50;

export type SeenDocument = {
  readonly kind: DocumentKind;
  readonly isCurrent: boolean;
  readonly expiresOn: Day | null;
  readonly askedAgain: string | null;
};

// What keeps an application from being sent: documents that are required and not there, or asked for again.
export function missingOf(documents: readonly SeenDocument[]): readonly DocumentKind[] {
  return DOCUMENT_KINDS.filter((kind) => {
    const own = documents.filter((one) => one.kind === kind);
    const isThere = own.some(({ askedAgain }) => askedAgain === null);
    return !isThere && (DOCUMENT_RULES[kind].isRequired || own.length > 0);
  });
}

// undefined: nothing is wrong with the day.
export function expiryFault(kind: DocumentKind, expiresOn: Day | undefined, today: Day): string | undefined {
  if (!DOCUMENT_RULES[kind].ends)
    return expiresOn === undefined ? undefined : `${kind} does not end: leave expires_on out.`;
  if (expiresOn === undefined || !startOfDate("UTC", expiresOn)) return "expires_on must be a day, as 2027-03-31.";
  if (expiresOn < today) return "expires_on is past: this document has ended.";
  const latest = `${Number(today.slice(0, 4)) + YEARS_MAX}${today.slice(4)}`;
  return expiresOn > latest ? `expires_on must not be more than ${YEARS_MAX} years away.` : undefined;
}

// How far it is to the end: over, near, or neither.
export function endingOf(expiresOn: Day | null, today: Day, reminderDays: number): "ended" | "ends" | "good" {
  if (expiresOn === null) return "good";
  if (expiresOn < today) return "ended";
  return expiresOn <= dayAfter(today, reminderDays) ? "ends" : "good";
}

export function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
