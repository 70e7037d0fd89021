// Sends a text message. The sandbox keeps messages in a table, an installation hands them to its gateway; callers cannot tell.
import type { Promised } from "../domain/refusal.ts";

export type SmsMessage = {
  readonly to: string; // canonical phone, 84…
  readonly text: string;
  // The same when it is sent again because nobody knows whether it was: one of the two is dropped.
  readonly id?: string;
  // The code inside the text, for a sender that shows it to testers; a gateway never sees it apart.
  readonly code?: string;
};

export type SmsSent = { readonly sent: true };

export type SmsSender = {
  readonly send: (message: SmsMessage) => Promised<SmsSent, "SMS_UNAVAILABLE">;
};
