// Who is signed in. The cookie is out of a script's reach, so the page asks.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import { Refused } from "../parts/call.ts";
import { ask } from "./ask.ts";

export type Session = {
  readonly account: { readonly _id: string; readonly name: string; readonly parent_id: string | null };
  readonly partner: { readonly id: string; readonly name: string };
};
type SessionAnswer = { readonly session: Session | null };
export type SignIn = { readonly api_key: string; readonly mobile: string };

const PATH = "/portal/v1/session";
const KEY = ["session"] as const;

export function useSessionQuery() {
  const client = useQueryClient();
  // A call that was refused may be the first to learn that the session has ended.
  useEffect(() => {
    const onError = (error: unknown): void => {
      if (error instanceof Refused && error.status === 401) void client.invalidateQueries({ queryKey: KEY });
    };
    const stops = [
      client.getQueryCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error" && event.query.queryKey[0] !== KEY[0]) {
          onError(event.action.error);
        }
      }),
      client.getMutationCache().subscribe((event) => {
        if (event.type === "updated" && event.action.type === "error") onError(event.action.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
  return useQuery({ queryKey: KEY, queryFn: () => ask<SessionAnswer>(PATH), staleTime: 60_000 });
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: SignIn) => ask<SessionAnswer>(PATH, { body: given }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask<object>(PATH, { method: "DELETE" }),
    // Nothing that was read stays in a shared computer's memory.
    onSuccess: () => {
      client.setQueryData(KEY, { session: null });
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] });
    },
  });
}

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
