// Accounts in the form of version 1, on the operations of version 3.
import type { FastifyRequest } from "fastify";
import { isRefusal, type Promised, refuse } from "../../domain/refusal.ts";
import { activateChild } from "../../operations/accounts/activate-child.ts";
import { removeChild } from "../../operations/accounts/child-accounts.ts";
import { type InviteDeps, inviteChild } from "../../operations/accounts/invite-child.ts";
import type { IssueToken, TokenDeps, TokenPair, TokenRequest } from "../../operations/accounts/issue-token.ts";
import { registerAccount } from "../../operations/accounts/register-account.ts";
import { updateProfile } from "../../operations/accounts/update-profile.ts";
import type { Tokens } from "../../ports/tokens.ts";
import { listChildren } from "../../store/accounts/accounts.ts";
import { arrivalOf } from "../base/arrival.ts";
import { callerOf } from "../base/callers.ts";
import type { RefusalCode } from "../base/statuses.ts";
import { encodeAccount } from "../wire/account.ts";
import { nothing, olderCallsOf } from "./older-call.ts";
import { textOf } from "./order-words.ts";
import { type Parameters, parametersOf } from "./parameters.ts";

export type OlderAccountDoor = InviteDeps & TokenDeps & { readonly tokens: Tokens; readonly issueToken: IssueToken };

const older = olderCallsOf<OlderAccountDoor>();

export const olderAccountCalls = [
  ...older(
    "/v1/partner/register_account",
    (request, deps, { reply }) => {
      const arrivedAt = arrivalOf(reply, deps.clock.now());
      return signInOrUp(deps, (asked) => deps.issueToken(asked, arrivedAt), parametersOf(request));
    },
    ({ token, refreshToken }) => ({ token, refresh_token: refreshToken }),
  ),
  ...older(
    "/v1/partner/add_child_account",
    (request, deps) => inviteChild(deps, callerOf(request), childOf(request)),
    nothing,
  ),
  ...older(
    "/v1/partner/activate_child_account",
    (request, deps) => {
      const code = textOf(parametersOf(request).activation_code);
      return activateChild(deps, callerOf(request), { childId: childOf(request), code });
    },
    encodeAccount,
  ),
  ...older(
    "/v1/partner/remove_child_account",
    (request, deps) => removeChild(deps, callerOf(request), childOf(request)),
    nothing,
  ),
  ...older(
    "/v1/partner/get_child_list",
    (request, deps) => listChildren(deps.db, callerOf(request).phone),
    (children) => children.map(encodeAccount),
  ),
];

function childOf(request: FastifyRequest): string {
  return textOf(parametersOf(request).child_id) ?? "";
}

// An account that is there already is signed in, with the name and the e-mail that came along.
async function signInOrUp(
  deps: OlderAccountDoor,
  signIn: (asked: TokenRequest) => ReturnType<IssueToken>,
  given: Parameters,
): Promised<TokenPair, RefusalCode> {
  const apiKey = textOf(given.api_key) ?? "";
  const mobile = textOf(given.mobile) ?? "";
  const [name, email] = [textOf(given.name), textOf(given.email)];
  if (apiKey === "") return refuse("PARTNER_NOT_FOUND", "api_key is missing.");
  if (mobile === "") return refuse("INVALID_PHONE_NUMBER", "mobile is missing.");
  const opened = await registerAccount(deps, {
    apiKey,
    mobile,
    name: name ?? mobile,
    address: textOf(given.address) ?? "Việt Nam",
  });
  const isKnown = isRefusal(opened) && opened.refused === "ACCOUNT_EXISTED";
  if (isRefusal(opened) && !isKnown) return opened;
  // A new account is signed in like a known one, so that those who open it at the same moment end up with the same pair.
  const pair = await signIn({ apiKey, mobile });
  if (isRefusal(pair)) {
    return pair.refused === "DEACTIVATED_ACCOUNT" ? refuse("DEACTIVATED_ACCOUNT_V1", pair.why) : pair;
  }
  if (email === undefined && !(isKnown && name !== undefined)) return pair;
  const claims = await deps.tokens.read(pair.token);
  if (!claims) throw new Error("a token that was just made cannot be read");
  const { phone, partnerId } = claims;
  const change = { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
  const updated = await updateProfile(deps, { phone, partnerId, parentPhone: null }, change);
  return isRefusal(updated) ? updated : pair;
}
