// Whose account is signed in.
import { webSession } from "../parts/sign-in/web-session.ts";
import { ask } from "./ask.ts";

export type Session = {
  readonly account: { readonly _id: string; readonly name: string; readonly parent_id: string | null };
  readonly partner: { readonly id: string; readonly name: string };
};
type Given = { readonly api_key: string; readonly mobile: string };

export const portalSession = webSession<Session, Given>(ask, "/portal/v1/session");
export const { useSession } = portalSession;

// Settings and children are a parent account's business.
export function useIsParent(): boolean {
  return useSession().account.parent_id === null;
}
