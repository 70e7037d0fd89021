// Whose account is signed in, for the views inside.
import { createContext, type ReactNode, useContext } from "react";
import { webSession } from "../parts/web-session.ts";
import { ask } from "./ask.ts";

export type Session = {
  readonly account: { readonly _id: string; readonly name: string; readonly parent_id: string | null };
  readonly partner: { readonly id: string; readonly name: string };
};
type SignIn = { readonly api_key: string; readonly mobile: string };

export const { useSessionQuery, useSignIn, useSignOut } = webSession<Session, SignIn>(ask, "/portal/v1/session");

const SignedIn = createContext<Session | undefined>(undefined);

export function SignedInProvider({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  return <SignedIn value={session}>{children}</SignedIn>;
}

export function useSession(): Session {
  const session = useContext(SignedIn);
  if (!session) throw new Error("nobody is signed in here");
  return session;
}

// Settings and children are a parent account's business.
export function useIsParent(): boolean {
  return useSession().account.parent_id === null;
}
