// A mail server on loopback that keeps what it is given, for addresses that it does not refuse.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type KeptMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

export type MailServer = {
  // With a name and a password that it asks for.
  readonly url: string;
  readonly password: string;
  readonly mails: (to?: string) => readonly KeptMail[];
  // The next mail to this address meets this code instead.
  readonly refuse: (address: string, code: number) => void;
  // Is called when it has a mail, before it says so.
  readonly whenGiven: (told: (() => void) | undefined) => void;
};

const USER = "desk";
const PASSWORD = "a word: with @ signs";

export async function startMailServer(more: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: KeptMail[] = [];
  const refused = new Map<string, number>();
  let whenGiven: (() => void) | undefined;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    // As a server of this machine: nobody else listens.
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === PASSWORD ? done(null, { user: USER }) : done(new Error("wrong password")),
    onRcptTo: ({ address }, _session, done) => {
      const code = refused.get(address);
      refused.delete(address);
      done(code === undefined ? null : Object.assign(new Error(`not ${address}`), { responseCode: code }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        mails.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          ...read(Buffer.concat(chunks).toString()),
        });
        whenGiven?.();
        done();
      });
    },
    ...more,
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  after(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    password: PASSWORD,
    mails: (to) => mails.filter((mail) => to === undefined || mail.to.includes(to)),
    refuse: (address, code) => void refused.set(address, code),
    whenGiven: (told) => {
      whenGiven = told;
    },
  };
}

function read(raw: string): Pick<KeptMail, "headers" | "text"> {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), words(line.slice(at + 1).trim())];
    }),
  );
  const body = rest.join("\r\n\r\n");
  const isBase64 = headers["content-transfer-encoding"] === "base64";
  const text = isBase64 ? Buffer.from(body, "base64").toString() : quoted(body);
  return { headers, text: text.replaceAll("\r\n", "\n") };
}

// RFC 2047, as mail programs write letters that are not ASCII into headers.
function words(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_all, how: string, coded: string) =>
      how.toLowerCase() === "b" ? Buffer.from(coded, "base64").toString() : quoted(coded.replaceAll("_", " ")),
    );
}

function quoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
