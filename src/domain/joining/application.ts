// An application to drive: what somebody says of themselves, how it goes on, and who may still change it.

import { type Driver, judgeDriver } from "../drivers/driver.ts";
import type { SignInMode } from "../drivers/sign-in.ts";
import type { Phone } from "../phone.ts";
import { type Refusal, refuse } from "../refusal.ts";
import type { Counter } from "../tries.ts";
import { missingOf, type SeenDocument } from "./documents.ts";

export const APPLICATION_STATUSES = ["DRAFT", "SUBMITTED", "APPROVED", "REFUSED"] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

export type BankAccount = { readonly bank: string; readonly account: string; readonly holder: string };

type ApplicationFields = Pick<Driver, "name" | "plateNumber" | "vehicle" | "cityId"> & {
  readonly bank: BankAccount;
};

export type Application = ApplicationFields & {
  readonly id: string;
  readonly phone: Phone;
  readonly status: ApplicationStatus;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly reason: string | null;
};

export type ApplicationDraft = ApplicationFields & {
  // Absent: the one from before stays.
  readonly pin: string | undefined;
  readonly consent: boolean;
};

export const APPLICATION_ID_LENGTH = 12;
export const REASON_LENGTH_MAX = 500;
// Photos that are sent again and again cost decoding; nobody needs so many.
export const UPLOADS_MAX = 40;
// A form on a phone is filled in at leisure, with documents to be looked for.
export const APPLICANT_SESSION_SECONDS = 7 * 24 * 3600;
export const APPLICANT_SESSIONS_MAX = 5;
const BANK_LENGTH_MAX = 100;
const ACCOUNT = /^[0-9A-Za-z]{4,34}$/;

// Wrong codes from one address, whatever the phone: a code alone has five tries, and phones there are many.
export function applicantCounter(network: string): Counter {
  return {
    key: `joining from ${network}`,
    rule: { free: 50, firstSeconds: 1, longestSeconds: 300, forgetSeconds: 30 },
  };
}

export function judgeApplication(
  draft: ApplicationDraft,
  isNew: boolean,
  mode: SignInMode,
): Refusal<"INVALID_DATA"> | undefined {
  const fault = judgeDriver({ name: draft.name, plateNumber: draft.plateNumber, pin: draft.pin }, mode);
  if (fault) return fault;
  if (isNew && draft.pin === undefined) return refuse("INVALID_DATA", "pin: choose one to sign in with.", "pin");
  const bankFault = judgeBank(draft.bank);
  if (bankFault) return bankFault;
  if (!draft.consent) return refuse("INVALID_DATA", "consent: nothing is kept without it.", "consent");
  return undefined;
}

export function judgeBank({ bank, account, holder }: BankAccount): Refusal<"INVALID_DATA"> | undefined {
  if (isTextWrong(bank, BANK_LENGTH_MAX))
    return refuse("INVALID_DATA", `bank must be a text of 1 to ${BANK_LENGTH_MAX} characters.`, "bank");
  if (!ACCOUNT.test(plainAccount(account)))
    return refuse("INVALID_DATA", "bank_account must have 4 to 34 digits or letters.", "bank_account");
  if (isTextWrong(holder, 200))
    return refuse("INVALID_DATA", "bank_holder must be a text of 1 to 200 characters.", "bank_holder");
  return undefined;
}

// As banks take it: people write account numbers in groups.
export function plainBank({ bank, account, holder }: BankAccount): BankAccount {
  return { bank: bank.trim(), account: plainAccount(account), holder: holder.trim() };
}

export function refuseWrite(status: ApplicationStatus): Refusal<"APPLICATION_CLOSED"> | undefined {
  return status === "DRAFT"
    ? undefined
    : refuse("APPLICATION_CLOSED", `The application is ${status.toLowerCase()} and cannot be changed.`);
}

// Who drives already may send what replaces a document that ends.
export function refuseDocument(status: ApplicationStatus): Refusal<"APPLICATION_CLOSED"> | undefined {
  return status === "APPROVED" ? undefined : refuseWrite(status);
}

export function refuseSubmit(
  status: ApplicationStatus,
  documents: readonly SeenDocument[],
): Refusal<"APPLICATION_CLOSED" | "DOCUMENTS_MISSING"> | undefined {
  const missing = missingOf(documents);
  return (
    refuseWrite(status) ??
    (missing.length === 0 ? undefined : refuse("DOCUMENTS_MISSING", `Still missing: ${missing.join(", ")}.`))
  );
}

// Decided once, by whoever comes first.
export function refuseDecision(status: ApplicationStatus): Refusal<"APPLICATION_CLOSED"> | undefined {
  return status === "SUBMITTED"
    ? undefined
    : refuse("APPLICATION_CLOSED", `The application is ${status.toLowerCase()}; only one that was sent is decided.`);
}

export function judgeReason(reason: string): Refusal<"INVALID_DATA"> | undefined {
  return isTextWrong(reason, REASON_LENGTH_MAX)
    ? refuse("INVALID_DATA", `reason must be a text of 1 to ${REASON_LENGTH_MAX} characters.`, "reason")
    : undefined;
}

function plainAccount(account: string): string {
  return account.replace(/[\s.-]/g, "");
}

function isTextWrong(text: string, lengthMax: number): boolean {
  const trimmed = text.trim();
  return trimmed.length === 0 || trimmed.length > lengthMax || trimmed.includes("\0");
}
