// Accounts and tokens (4.1).
import { type Static, Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import type { openTokenIssue, TokenDeps, TokenPair } from "../../operations/accounts/issue-token.ts";
import type { openRefresh } from "../../operations/accounts/refresh-token.ts";
import { registerAccount } from "../../operations/accounts/register-account.ts";
import { type ProfileChange, updateProfile } from "../../operations/accounts/update-profile.ts";
import { arrivalOf } from "../base/arrival.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";

const TokenPairBody = Type.Object(
  { token: field.text("Access token, a JWT."), refresh_token: Type.String() },
  { title: "TokenPair" },
);
const mobile = field.text("Phone number of the account, in any usual spelling.", { examples: ["84900000001"] });
const apiKey = Type.String({ examples: ["0123456789abcdef0123456789abcdef01234567"] });

const TokenBody = Type.Object({ api_key: apiKey, mobile });
const RefreshBody = Type.Object({ refresh_token: Type.String() });
const RegisterBody = Type.Object({ api_key: apiKey, mobile, name: Type.String(), address: Type.String() });
const ProfileBody = Type.Object({
  name: maybe(Type.String()),
  email: maybe(Type.String()),
  balance_low: maybe(
    field.integer(
      "account.balance_low is sent when main and bonus fall below so many VND; 0: below the partner's threshold.",
    ),
  ),
});

export type AccountDoor = TokenDeps & {
  readonly issueToken: ReturnType<typeof openTokenIssue>;
  readonly refreshToken: ReturnType<typeof openRefresh>;
};

const call = callsOf<AccountDoor>("Accounts");

export const accountCalls = [
  call({
    id: "issueToken",
    at: "POST /v3/accounts/token",
    summary: "Get a token",
    description:
      "Gives a new token pair and ends the account's old one. Requests that are in flight together get the same pair.",
    body: TokenBody,
    answer: TokenPairBody,
    invalid: "left out",
    refusals: [
      ["PARTNER_NOT_FOUND", "the API key"],
      ["INVALID_PHONE_NUMBER", "no possible mobile number"],
      ["USER_NOT_FOUND", "no such account"],
      ["NOT_AUTHORIZED", "an account of another partner"],
      ["DEACTIVATED_ACCOUNT", "the account was deactivated"],
    ],
    run: ({ body }, deps, { reply }) =>
      deps.issueToken({ apiKey: body.api_key, mobile: body.mobile }, arrivalOf(reply, deps.clock.now())),
    encode: encodePair,
  }),
  call({
    id: "refreshToken",
    at: "POST /v3/accounts/token/refresh",
    summary: "Exchange a refresh token",
    description:
      "Gives a new token pair for a refresh token, which works once. One that was used before ends the newest pair that came of it.",
    body: RefreshBody,
    answer: TokenPairBody,
    invalid: "left out",
    refusals: ["NOT_AUTHORIZED"],
    run: ({ body }, deps, { reply }) => deps.refreshToken(body.refresh_token, arrivalOf(reply, deps.clock.now())),
    encode: encodePair,
  }),
  call({
    id: "registerAccount",
    at: "POST /v3/accounts",
    summary: "Register an account",
    body: RegisterBody,
    answer: TokenPairBody,
    invalid: "INVALID_DATA",
    refusals: [
      ["INVALID_DATA", "a field is missing, blank or of the wrong type"],
      ["PARTNER_NOT_FOUND", "the API key"],
      ["INVALID_PHONE_NUMBER", "no possible mobile number"],
      ["ACCOUNT_EXISTED", "the number has an account, whichever partner's"],
    ],
    run: ({ body: { api_key: apiKey, ...rest } }, deps) => registerAccount(deps, { apiKey, ...rest }),
    encode: encodePair,
  }),
  call({
    id: "updateProfile",
    at: "PUT /v3/accounts",
    summary: "Update the profile",
    body: ProfileBody,
    ...DONE,
    invalid: "INVALID_DATA",
    refusals: [
      ["INVALID_DATA", "the name"],
      ["NOT_ACCEPTABLE", "the e-mail"],
      ["EXISTED_EMAIL", "the e-mail is another account's"],
    ],
    run: (request, deps) => updateProfile(deps, callerOf(request), request.body as ProfileChange),
  }),
];

function encodePair(pair: TokenPair): Static<typeof TokenPairBody> {
  return { token: pair.token, refresh_token: pair.refreshToken };
}
