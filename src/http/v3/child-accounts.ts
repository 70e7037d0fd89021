// Child accounts (4.1); the path says "childs", and only the path.
import { Type } from "typebox";
import { AccountRecord } from "../../contract/account.ts";
import { field } from "../../contract/fields.ts";
import { activateChild } from "../../operations/accounts/activate-child.ts";
import { removeChild } from "../../operations/accounts/child-accounts.ts";
import { type InviteDeps, inviteChild } from "../../operations/accounts/invite-child.ts";
import { listChildren } from "../../store/accounts/accounts.ts";
import { callerOf } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";
import { encodeAccount } from "../wire/account.ts";

const ChildParams = Type.Object({ child_id: field.text("The child's phone number.") });

const call = callsOf<InviteDeps>("Child accounts");

export const childAccountCalls = [
  call({
    id: "listChildren",
    at: "GET /v3/accounts/childs",
    summary: "List child accounts",
    answer: Type.Array(AccountRecord),
    run: (request, deps) => listChildren(deps.db, callerOf(request).phone),
    encode: (children) => children.map(encodeAccount),
  }),
  call({
    id: "inviteChild",
    at: "POST /v3/accounts/childs",
    summary: "Add a child account",
    description: "Sends an activation code to the child's phone. Asking again sends a new code and voids the old one.",
    body: Type.Object({ child_id: field.text("The child's phone number.") }),
    ...DONE,
    invalid: "left out",
    refusals: [
      ["NOT_AUTHORIZED", "the token, or the caller is itself a child"],
      ["INVALID_PHONE_NUMBER", "no possible mobile number"],
      ["NOT_FOUND", "no such account"],
      ["ACCOUNT_NOT_SAME_PARTNER", "an account of another partner"],
      ["PARENT_ACCOUNT_EXISTED", "it has a parent, has children, or is the caller"],
      "TOO_MANY_REQUESTS",
      "SERVICE_UNAVAILABLE",
    ],
    run: (request, deps) => {
      const { child_id } = request.body;
      return inviteChild(deps, callerOf(request), child_id);
    },
  }),
  call({
    id: "activateChild",
    at: "POST /v3/accounts/childs/:child_id/activate",
    summary: "Activate a child account",
    params: ChildParams,
    body: Type.Object({ activation_code: Type.String() }),
    answer: AccountRecord,
    invalid: "left out",
    refusals: [
      ["NOT_AUTHORIZED", "the token"],
      ["NOT_FOUND", "no such account"],
      ["PARENT_ACCOUNT_EXISTED", "it has a parent by now"],
      ["INVALID_ACTIVATION_CODE", "wrong, expired, used up or never sent"],
    ],
    run: (request, deps) => {
      const { activation_code: code } = request.body;
      const activation = { childId: request.params.child_id, code };
      return activateChild(deps, callerOf(request), activation);
    },
    encode: encodeAccount,
  }),
  call({
    id: "removeChild",
    at: "DELETE /v3/accounts/childs/:child_id",
    summary: "Remove a child account",
    description: "Succeeds only when the child has no ongoing orders and no unsettled balance.",
    params: ChildParams,
    answer: Type.Object({ status: Type.String() }),
    refusals: [
      ["NOT_AUTHORIZED", "the token"],
      ["INVALID_PHONE_NUMBER", "no possible mobile number"],
      ["NOT_FOUND", "not the caller's child"],
      ["NOT_ALLOWED", "ongoing orders, or money that is not settled"],
    ],
    run: (request, deps) => removeChild(deps, callerOf(request), request.params.child_id),
    encode: () => ({ status: "success" }),
  }),
];
