// Somebody who wants to drive: proves their phone, writes, sends their documents.
import { aPng } from "../fixtures/photos.ts";
import { assertOk } from "./expect.ts";
import type { Answer, Call, Giao } from "./giao.ts";

export const A_FORM = {
  city_id: "SGN",
  name: "Nguyễn Văn Nam",
  vehicle: "BIKE",
  plate_number: "59A1-123.45",
  bank: "Vietcombank",
  bank_account: "0071 0012 34567",
  bank_holder: "NGUYEN VAN NAM",
  pin: "246810",
  consent: true,
} as const;

export const DOCUMENTS: Readonly<Record<string, string | undefined>> = {
  id_card: undefined,
  licence: "2031-03-31",
  registration: undefined,
  insurance: "2031-01-15",
};

export type Applicant = {
  readonly mobile: string;
  readonly token: string;
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  readonly photo: (kind: string, expiresOn?: string, file?: Uint8Array) => Promise<Answer>;
};

// `codeOf`: what was sent to the phone last; by default as the sandbox shows it to the operator.
export async function proveApplicant(
  giao: Pick<Giao, "call">,
  mobile: string,
  codeOf: () => string | Promise<string> = () => sandboxCode(giao, mobile),
): Promise<Applicant> {
  assertOk(await giao.call("POST", "/join/v1/codes", { body: { mobile } }));
  const opened = await giao.call("POST", "/join/v1/sessions", { body: { mobile, code: await codeOf() } });
  assertOk(opened);
  const { token } = opened.body;
  const call: Applicant["call"] = (method, path, given = {}) =>
    giao.call(method, `/join/v1${path}`, { ...given, token });
  return {
    mobile,
    token,
    call,
    photo: (kind, expiresOn, file = aPng()) =>
      call("PUT", `/application/documents/${kind}${expiresOn === undefined ? "" : `?expires_on=${expiresOn}`}`, {
        raw: new Uint8Array(file),
        headers: { "content-type": "image/png" },
      }),
  };
}

export async function sandboxCode(giao: Pick<Giao, "call">, mobile: string): Promise<string> {
  const sent = await giao.call("GET", `/operator/v1/sms?to=${mobile}`, { operator: true });
  return sent.body[0].code;
}

// Written and sent, with all its documents. Says its id.
export async function sendApplication(applicant: Applicant, form: object = A_FORM): Promise<string> {
  assertOk(await applicant.call("PUT", "/application", { body: form }));
  for (const [kind, expiresOn] of Object.entries(DOCUMENTS)) assertOk(await applicant.photo(kind, expiresOn));
  const sent = await applicant.call("POST", "/application/submit");
  assertOk(sent);
  return sent.body.id;
}
