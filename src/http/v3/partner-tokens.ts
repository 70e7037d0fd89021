// Tokens that speak for a partner and may do no more than they were made for.
import { Type } from "typebox";
import { field, maybe } from "../../contract/fields.ts";
import { PARTNER_SCOPES, PARTNER_TOKEN_SECONDS } from "../../domain/accounts/partner-scopes.ts";
import { type CredentialDeps, issuePartnerToken } from "../../operations/partners/partner-credential.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";

const { least, usual, most } = PARTNER_TOKEN_SECONDS;
const scopes = Type.Array(Type.String(), { description: PARTNER_SCOPES.join(", ") });

const call = callsOf<CredentialDeps>("Accounts");

export const partnerTokenCalls = [
  call({
    id: "issuePartnerToken",
    at: "POST /v3/partner/tokens",
    summary: "Get a token for the whole partner",
    description:
      "For a program that reads the partner's events or keeps its callbacks and shall not hold the API key. It may do what `scopes` " +
      "name and nothing else, and ends with its time or with the key it was made with, on every server at once.",
    body: Type.Object({
      api_key: Type.String({ examples: ["0123456789abcdef0123456789abcdef01234567"] }),
      scopes,
      seconds: maybe(field.number(`${least} to ${most}; ${usual} when absent.`)),
    }),
    answer: Type.Object(
      { token: Type.String(), scopes: Type.Array(Type.String()), expires_at: Type.Number() },
      { title: "PartnerToken" },
    ),
    invalid: "INVALID_DATA",
    refusals: [
      ["INVALID_DATA", "`api_key`, `scopes` or `seconds` is missing or not allowed"],
      ["PARTNER_NOT_FOUND", "the API key"],
    ],
    run: (request, deps) => {
      const { api_key: apiKey, scopes, seconds } = request.body;
      return issuePartnerToken(deps, { apiKey, scopes, seconds });
    },
    encode: (made) => ({
      token: made.token,
      scopes: [...made.scopes],
      expires_at: unixSeconds(made.expiresAt),
    }),
  }),
];
