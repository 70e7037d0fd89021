// Child accounts (4.1); the path says "childs", and only the path.
import { Type } from "typebox";
import { activateChild } from "../../operations/accounts/activate-child.ts";
import { listChildren, removeChild } from "../../operations/accounts/child-accounts.ts";
import { type InviteDeps, inviteChild } from "../../operations/accounts/invite-child.ts";
import { answer, responses } from "../base/answer.ts";
import type { App } from "../base/app.ts";
import { callerOf } from "../base/callers.ts";
import type { Hook } from "../base/rate-limits.ts";
import { fittingFields } from "../base/validation.ts";
import { AccountRecord, encodeAccount } from "../wire/account.ts";

const ChildParams = Type.Object({ child_id: Type.String({ description: "The child's phone number." }) });

export type ChildAccountDoor = InviteDeps & { readonly userOnly: Hook; readonly signInLimit: Hook };

export function registerChildAccountCalls(app: App, deps: ChildAccountDoor): void {
  const documented = { tags: ["Child accounts"], security: [{ token: [] }] };

  app.get(
    "/v3/accounts/childs",
    {
      onRequest: deps.userOnly,
      schema: {
        ...documented,
        operationId: "listChildren",
        summary: "List child accounts",
        response: responses(Type.Array(AccountRecord)),
      },
    },
    async (request, reply) =>
      answer(reply, await listChildren(deps, callerOf(request)), (children) => children.map(encodeAccount)),
  );

  app.post(
    "/v3/accounts/childs",
    {
      onRequest: deps.userOnly,
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "inviteChild",
        summary: "Add a child account",
        description:
          "Sends an activation code to the child's phone. Asking again sends a new code and voids the old one.",
        body: Type.Object({ child_id: Type.String({ description: "The child's phone number." }) }),
        response: responses(Type.Object({})),
      },
    },
    async (request, reply) => {
      const { child_id } = fittingFields<{ child_id: string }>(request);
      return answer(reply, await inviteChild(deps, callerOf(request), child_id), () => ({}));
    },
  );

  app.post(
    "/v3/accounts/childs/:child_id/activate",
    {
      onRequest: [deps.userOnly, deps.signInLimit],
      attachValidation: true,
      schema: {
        ...documented,
        operationId: "activateChild",
        summary: "Activate a child account",
        params: ChildParams,
        body: Type.Object({ activation_code: Type.String() }),
        response: responses(AccountRecord),
      },
    },
    async (request, reply) => {
      const { activation_code: code } = fittingFields<{ activation_code: string }>(request);
      const activation = { childId: request.params.child_id, code };
      return answer(reply, await activateChild(deps, callerOf(request), activation), encodeAccount);
    },
  );

  app.delete(
    "/v3/accounts/childs/:child_id",
    {
      onRequest: deps.userOnly,
      schema: {
        ...documented,
        operationId: "removeChild",
        summary: "Remove a child account",
        description: "Succeeds only when the child has no ongoing orders and no unsettled balance.",
        params: ChildParams,
        response: responses(Type.Object({ status: Type.String() })),
      },
    },
    async (request, reply) =>
      answer(reply, await removeChild(deps, callerOf(request), request.params.child_id), () => ({ status: "success" })),
  );
}
