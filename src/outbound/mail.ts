// Hands mail to the operator's own server at SMTP_URL. It is the operator's choice, so no address guard stands before it; what it says is
// still bounded. A password goes over TLS only, unless the server is on this machine.
import { setTimeout as sleep } from "node:timers/promises";
import type { Transporter } from "nodemailer";
import type { Clock } from "../ports/clock.ts";

export type SmtpAddress = {
  readonly host: string;
  readonly port: number;
  // From the first byte on; otherwise it is begun with STARTTLS where the server offers it.
  readonly isTls: boolean;
  // Only this machine is there to listen.
  readonly isLocal: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
};

type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  // The same when it is sent again: mail programs show one of the two.
  readonly id: string;
};

// later: the server is away, or says that it cannot now. refused: it will never take this.
type MailVerdict = { readonly verdict: "taken" | "refused" | "later"; readonly why: string };

export type Mailer = { readonly send: (mail: Mail) => Promise<MailVerdict>; readonly close: () => Promise<void> };

const MAIL_MS_MAX = 8_000;
// Of each step: the connection, the greeting, an answer.
const STEP_MS_MAX = 5_000;
const WHY_LENGTH_MAX = 200;

// True time: mail programs sort by it.
export function openMailer(address: SmtpAddress, trueTime: Clock): Mailer {
  const { host, auth, from } = address;
  let opened: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      ...connectionTo(address),
      ...(auth ? { auth } : {}),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  const post = async ({ to, subject, text, id }: Mail): Promise<MailVerdict> => {
    opened ??= open();
    const domain = from.split("@").at(-1)?.replace(/>.*$/, "") ?? host;
    try {
      await (await opened).sendMail({
        from,
        to,
        subject,
        text,
        messageId: `<${id}@${domain}>`,
        date: trueTime.now(),
        // So that out-of-office programs do not answer.
        headers: { "auto-submitted": "auto-generated" },
      });
      return { verdict: "taken", why: "" };
    } catch (error) {
      return judgeFailure(error);
    }
  };
  const late: MailVerdict = { verdict: "later", why: `no answer within ${MAIL_MS_MAX / 1000} s` };
  return {
    send: (mail) => Promise.race([post(mail), sleep(MAIL_MS_MAX, late, { ref: false })]),
    close: async () => (await opened)?.close(),
  };
}

function connectionTo({ host, port, isTls, isLocal, auth }: SmtpAddress) {
  return {
    host,
    port,
    secure: isTls,
    requireTLS: auth !== undefined && !isLocal,
    // A server of this machine mostly has a certificate that nobody signed.
    tls: { rejectUnauthorized: !isLocal },
    connectionTimeout: STEP_MS_MAX,
    greetingTimeout: STEP_MS_MAX,
    socketTimeout: STEP_MS_MAX,
    dnsTimeout: STEP_MS_MAX,
  };
}

export type MailServerReport =
  // not_offered: there is a password, and the server takes none.
  | { readonly isTls: boolean; readonly signIn: "done" | "not_offered" | "no_password" }
  | { readonly fault: string; readonly code: string };

// Connects, greets and signs in as for a mail, and sends none.
export async function readMailServer(address: SmtpAddress): Promise<MailServerReport> {
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  const connection = new SMTPConnection(connectionTo(address));
  const { auth } = address;
  const greeted = async (): Promise<MailServerReport> => {
    await new Promise<void>((resolve, reject) => {
      connection.on("error", reject);
      connection.once("end", () => reject(new Error("it hung up")));
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    const isTls = connection.secure;
    if (!auth) return { isTls, signIn: "no_password" };
    if (!connection.allowsAuth) return { isTls, signIn: "not_offered" };
    await new Promise<void>((resolve, reject) => {
      connection.on("error", reject);
      connection.login(auth, (error) => (error ? reject(error) : resolve()));
    });
    return { isTls, signIn: "done" };
  };
  const late: MailServerReport = { fault: `no answer within ${MAIL_MS_MAX / 1000} s`, code: "" };
  try {
    return await Promise.race([greeted(), sleep(MAIL_MS_MAX, late, { ref: false })]);
  } catch (error) {
    return faultOf(error, auth?.pass ?? "");
  } finally {
    connection.close();
  }
}

// A server that repeats what it was sent does not get the password shown.
function faultOf(error: unknown, password: string): MailServerReport {
  if (!(error instanceof Error)) throw error;
  const { code } = error as Error & { readonly code?: unknown };
  const said = error.message.replace(/\s+/g, " ").slice(0, WHY_LENGTH_MAX);
  return { fault: password === "" ? said : said.replaceAll(password, "…"), code: typeof code === "string" ? code : "" };
}

// Only what the server said goes into the log: never what was sent to it.
function judgeFailure(error: unknown): MailVerdict {
  if (!(error instanceof Error)) throw error;
  const { code, responseCode, response } = error as Error & {
    readonly code?: unknown;
    readonly responseCode?: unknown;
    readonly response?: unknown;
  };
  const said = typeof response === "string" ? `it said ${response}` : `${code ?? error.name}`;
  const why = said.replace(/\s+/g, " ").slice(0, WHY_LENGTH_MAX);
  // A wrong password may be put right; an address that is not there stays so.
  const isFinal = typeof responseCode === "number" && responseCode >= 500 && code !== "EAUTH";
  return { verdict: isFinal ? "refused" : "later", why };
}
