// A partner's callback settings as they come in: where to, and how we show who we are. Refusals name the field and its rule.
import { AMOUNT_MAX, type Amount, isAmount } from "../amount.ts";
import { isRefusal, type Refusal, refuse } from "../refusal.ts";
import { classifyAddress, mayConnect } from "./address-class.ts";

export const AUTH_TYPES = [
  "none",
  "apikey",
  "bearer",
  "basic",
  "body",
] as const satisfies readonly CallbackAuth["type"][];

export type CallbackAuth =
  | { readonly type: "none" }
  // Sent as the header `apikey: <secret>`.
  | { readonly type: "apikey"; readonly secret: string }
  | { readonly type: "bearer"; readonly secret: string }
  // Sent as `api_key` in the body, where some receivers look for it.
  | { readonly type: "body"; readonly secret: string }
  | { readonly type: "basic"; readonly username: string; readonly password: string };

// What is told of accounts beside orders. null: no longer. What is not said stays as it was.
type AccountEventsDraft = { readonly balanceLow?: Amount | null; readonly codPaidOut?: boolean };

export type CallbackSettings = {
  readonly url: string;
  readonly auth: CallbackAuth;
  readonly accountEvents?: AccountEventsDraft;
};

const URL_LENGTH_MAX = 2048;
const SECRET_LENGTH_MAX = 1024;
const NAME_LENGTH_MAX = 256;

// Addresses are judged again at every connection; here only what is plainly wrong is told while somebody is looking.
export function parseCallbackSettings(
  input: unknown,
  allowPrivate: boolean,
): CallbackSettings | Refusal<"INVALID_DATA"> {
  if (!isRecord(input)) return invalid("callback", "must be an object with a url");
  const url = parseOutsideUrl(input.url, "callback.url", allowPrivate);
  if (typeof url !== "string") return url;
  const auth = parseAuth(input.auth);
  if ("refused" in auth) return auth;
  if (input.account_events === undefined || input.account_events === null) return { url, auth };
  const accountEvents = parseAccountEvents(input.account_events);
  return isRefusal(accountEvents) ? accountEvents : { url, auth, accountEvents };
}

function parseAccountEvents(input: unknown): AccountEventsDraft | Refusal<"INVALID_DATA"> {
  const field = "callback.account_events";
  if (!isRecord(input)) return invalid(field, "must be an object");
  const { balance_low: low, cod_paid_out: cod } = input;
  // A null counts as absent (D2), so that 0 must say it.
  if (low !== undefined && low !== null && !isAmount(low)) {
    return invalid(`${field}.balance_low`, `must be a whole number from 0 to ${AMOUNT_MAX}`);
  }
  if (cod !== undefined && cod !== null && typeof cod !== "boolean")
    return invalid(`${field}.cod_paid_out`, "must be a boolean");
  return {
    ...(typeof low === "number" ? { balanceLow: low === 0 ? null : low } : {}),
    ...(typeof cod === "boolean" ? { codPaidOut: cod } : {}),
  };
}

// An address of a stranger's server, which is never inside the operator's own network.
export function parseOutsideUrl(
  input: unknown,
  field: string,
  allowPrivate: boolean,
): string | Refusal<"INVALID_DATA"> {
  if (typeof input !== "string") return invalid(field, "must be an http or https URL");
  if (input.length > URL_LENGTH_MAX) return invalid(field, `must have at most ${URL_LENGTH_MAX} characters`);
  const url = URL.parse(input);
  if (!url || !["http:", "https:"].includes(url.protocol)) return invalid(field, "must be an http or https URL");
  if (url.username || url.password) return invalid(field, "must hold no name or password");
  if (url.hash) return invalid(field, "must have no fragment (#…)");
  if (url.port === "0") return invalid(field, "must have a port that can be reached");
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isAddress = classifyAddress(host) !== "unreadable";
  const isLocalName = /(^|\.)(localhost|local|internal)$/.test(host) || (!isAddress && !host.includes("."));
  if ((isAddress && !mayConnect(host, allowPrivate)) || (isLocalName && !allowPrivate)) {
    return invalid(field, "must lead to a public address");
  }
  return url.href;
}

function parseAuth(input: unknown): CallbackAuth | Refusal<"INVALID_DATA"> {
  if (input === undefined || input === null) return { type: "none" };
  if (!isRecord(input)) return invalid("callback.auth", "must be an object with a type");
  switch (input.type) {
    case "none":
      return { type: "none" };
    case "apikey":
    case "bearer":
      if (!isHeaderSecret(input.secret)) {
        return invalid(
          "callback.auth.secret",
          `must be 1 to ${SECRET_LENGTH_MAX} visible ASCII characters without spaces for type ${input.type}`,
        );
      }
      return { type: input.type, secret: input.secret };
    case "body":
      if (!isCredential(input.secret, SECRET_LENGTH_MAX) || input.secret === "") {
        return invalid("callback.auth.secret", `must be 1 to ${SECRET_LENGTH_MAX} characters for type body`);
      }
      return { type: "body", secret: input.secret };
    case "basic":
      // RFC 7617: the first colon ends the name; control characters are not allowed in either.
      if (!isCredential(input.username) || input.username === "" || input.username.includes(":")) {
        return invalid("callback.auth.username", `must be 1 to ${NAME_LENGTH_MAX} characters without a colon`);
      }
      if (!isCredential(input.password)) {
        return invalid("callback.auth.password", `must be at most ${NAME_LENGTH_MAX} characters`);
      }
      return { type: "basic", username: input.username, password: input.password };
    default:
      return invalid("callback.auth.type", "must be apikey, bearer, basic, body or none");
  }
}

function isRecord(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

// Anything else could end the header and begin another.
function isHeaderSecret(input: unknown): input is string {
  return typeof input === "string" && input.length <= SECRET_LENGTH_MAX && /^[\x21-\x7e]+$/.test(input);
}

function isCredential(input: unknown, lengthMax = NAME_LENGTH_MAX): input is string {
  return typeof input === "string" && input.length <= lengthMax && !/\p{Cc}/u.test(input);
}

function invalid(field: string, rule: string): Refusal<"INVALID_DATA"> {
  return refuse("INVALID_DATA", `${field} ${rule}.`, field);
}
