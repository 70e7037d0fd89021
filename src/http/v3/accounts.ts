// Accounts and tokens (4.1).
import { Type } from "typebox";
import { openTokenIssue, type TokenDeps, type TokenPair } from "../../operations/accounts/issue-token.ts";
import { openRefresh } from "../../operations/accounts/refresh-token.ts";
import { registerAccount } from "../../operations/accounts/register-account.ts";
import { type ProfileChange, updateProfile } from "../../operations/accounts/update-profile.ts";
import { answer, responses, sendRefusal } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { arrivalOf } from "../base/arrival.ts";
import { callerOf } from "../base/callers.ts";
import { fittingFields, refuseInvalid } from "../base/validation.ts";

const TokenPairBody = Type.Object(
  { token: Type.String({ description: "Access token, a JWT." }), refresh_token: Type.String() },
  { title: "TokenPair" },
);
const mobile = Type.String({
  description: "Phone number of the account, in any usual spelling.",
  examples: ["84900000001"],
});
const apiKey = Type.String({ examples: ["0123456789abcdef0123456789abcdef01234567"] });

const TokenBody = Type.Object({ api_key: apiKey, mobile });
const RefreshBody = Type.Object({ refresh_token: Type.String() });
const RegisterBody = Type.Object({ api_key: apiKey, mobile, name: Type.String(), address: Type.String() });
const ProfileBody = Type.Object({
  name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  balance_low: Type.Optional(
    Type.Integer({
      description:
        "account.balance_low is sent when main and bonus fall below so many VND; 0: below the partner's threshold.",
    }),
  ),
});

export type AccountDoor = TokenDeps;

export function registerAccountCalls(app: App, deps: AccountDoor): void {
  const refresh = openRefresh(deps);
  const issueToken = openTokenIssue(deps);

  app.post(
    "/v3/accounts/token",
    {
      attachValidation: true,
      schema: {
        tags: ["Accounts"],
        operationId: "issueToken",
        summary: "Get a token",
        description:
          "Gives a new token pair and ends the account's old one. Requests that are in flight together get the same pair.",
        body: TokenBody,
        response: responses(TokenPairBody),
      },
    },
    async (request, reply) => {
      const body = fittingFields<{ api_key: string; mobile: string }>(request);
      const asked = { apiKey: body.api_key, mobile: body.mobile };
      return answer(reply, await issueToken(asked, arrivalOf(reply, deps.clock.now())), encodePair);
    },
  );

  app.post(
    "/v3/accounts/token/refresh",
    {
      attachValidation: true,
      schema: {
        tags: ["Accounts"],
        operationId: "refreshToken",
        summary: "Exchange a refresh token",
        description:
          "Gives a new token pair for a refresh token, which works once. One that was used before ends the newest pair that came of it.",
        body: RefreshBody,
        response: responses(TokenPairBody),
      },
    },
    async (request, reply) => {
      const { refresh_token } = fittingFields<{ refresh_token: string }>(request);
      return answer(reply, await refresh(refresh_token), encodePair);
    },
  );

  app.post(
    "/v3/accounts",
    {
      attachValidation: true,
      schema: {
        tags: ["Accounts"],
        operationId: "registerAccount",
        summary: "Register an account",
        body: RegisterBody,
        response: responses(TokenPairBody),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const { api_key, ...rest } = request.body;
      return answer(reply, await registerAccount(deps, { apiKey: api_key, ...rest }), encodePair);
    },
  );

  app.put(
    "/v3/accounts",
    {
      attachValidation: true,
      schema: {
        tags: ["Accounts"],
        operationId: "updateProfile",
        summary: "Update the profile",
        body: ProfileBody,
        response: responses(Type.Object({})),
      },
    },
    async (request, reply) => {
      const invalid = refuseInvalid(request, "INVALID_DATA");
      if (invalid) return sendRefusal(reply, invalid);
      const change = request.body as ProfileChange;
      return answer(reply, await updateProfile(deps, callerOf(request), change), () => ({}));
    },
  );
}

function encodePair(pair: TokenPair): object {
  return { token: pair.token, refresh_token: pair.refreshToken };
}
