// Phone numbers (D8): an account is known by one canonical spelling, `84` and nine digits; a stop may carry any phone.

// Canonical: 84900000001.
export type Phone = string;

// With or without the country's code, a trunk 0 beside the code included: +84 (0)90… is how business cards write it.
const MOBILE = /^(?:(?:\+|00)?840?|0)([35789]\d{8})$/;
const SPELLING_LENGTH_MAX = 40;
const STOP_PHONE = /^\+?\d{8,15}$/;

// The canonical form of a possible Vietnamese mobile number, however it is spelled; undefined for anything else.
export function parsePhone(spelled: string): Phone | undefined {
  const digits = MOBILE.exec(withoutSeparators(spelled));
  return digits ? `84${digits[1]}` : undefined;
}

// A sender's or recipient's phone: 8 to 15 digits, separators allowed.
export function isStopPhone(spelled: string): boolean {
  return STOP_PHONE.test(withoutSeparators(spelled));
}

function withoutSeparators(spelled: string): string {
  return spelled.length > SPELLING_LENGTH_MAX ? "" : spelled.replace(/[\s().-]/g, "");
}

const SHOWN_BEFORE = 5;
const SHOWN_BEHIND = 3;

// Enough to recognise a number one knows, too little to call it.
export function maskedPhone(phone: Phone): string {
  const hidden = Math.max(0, phone.length - SHOWN_BEFORE - SHOWN_BEHIND);
  return phone.slice(0, SHOWN_BEFORE) + "*".repeat(hidden) + phone.slice(SHOWN_BEFORE + hidden);
}

// The first letter, so that people in one list can still be told apart.
export function maskedName(name: string): string {
  const [letter] = new Intl.Segmenter().segment(name.trim());
  return letter === undefined ? "" : `${letter.segment}…`;
}
