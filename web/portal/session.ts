// Whose account is signed in.
import type { Answer, Input } from "../parts/ask.ts";
import { webSession } from "../parts/sign-in/web-session.ts";
import { ask } from "./ask.ts";

export type Session = NonNullable<Answer<"seePortalSession">["session"]>;
export const portalSession = webSession({
  see: () => ask("seePortalSession", {}),
  open: (body: Input<"openPortalSession">["body"]) => ask("openPortalSession", { body }),
  end: () => ask("endPortalSession", {}),
  idOf: ({ account, member }: Session) => `${account._id} ${member?.name ?? ""}`,
});
export const { useSession } = portalSession;

export type Right = Session["rights"][number];

// The server decides; the page leaves out what it would refuse.
export function useMay(right: Right): boolean {
  return useSession().rights.includes(right);
}

// Settings and children are a parent account's business.
export function useIsParent(): boolean {
  return useSession().account.parent_id === null;
}
