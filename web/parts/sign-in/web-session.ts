// Who is signed in on a page of the portal or the console. The cookie is out of a script's reach, so the page asks.
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect } from "react";
import { Refused } from "../call.ts";
import { forgetDrafts } from "../drafts/use-draft.ts";

type Answer<Session> = { readonly session: Session | null };
// The page's own calls about its session.
type SessionCalls<Session, Given> = {
  readonly see: () => Promise<Answer<Session>>;
  readonly open: (given: Given) => Promise<Answer<Session>>;
  readonly end: () => Promise<unknown>;
  // What tells one who signs in from another.
  readonly idOf: (session: Session) => string;
};

const KEY = ["session"] as const;
// A browser signs out as a whole: the other tabs hear of it by this name.
const SIGNED_OUT = "giao.signed-out";

export function webSession<Session, Given>(calls: SessionCalls<Session, Given>) {
  function useSessionQuery() {
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
      const onElsewhere = (event: StorageEvent): void => {
        if (event.key === SIGNED_OUT)
          void calls.see().then((answer) => (answer.session ? undefined : forgetSession(client)));
      };
      window.addEventListener("storage", onElsewhere);
      return () => {
        for (const stop of stops) stop();
        window.removeEventListener("storage", onElsewhere);
      };
    }, [client]);
    return useQuery({ queryKey: KEY, queryFn: calls.see, staleTime: 60_000 });
  }

  function useSignIn() {
    const client = useQueryClient();
    return useMutation({
      mutationFn: calls.open,
      onSuccess: async (answer) => {
        await noteSession(client, answer);
        // What was refused while nobody was signed in is asked for again.
        await client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] });
      },
    });
  }

  function useSignOut() {
    const client = useQueryClient();
    return useMutation({
      mutationFn: calls.end,
      onSuccess: async () => {
        forgetDrafts();
        localStorage.setItem(SIGNED_OUT, String(Date.now()));
        await forgetSession(client);
      },
    });
  }

  // For the views inside.
  const SignedIn = createContext<Session | undefined>(undefined);
  function useSession(): Session {
    const session = useContext(SignedIn);
    if (!session) throw new Error("nobody is signed in here");
    return session;
  }

  return { useSessionQuery, useSignIn, useSignOut, SignedIn, useSession, idOf: calls.idOf };
}

// Somebody has signed out, as against a session that came to its end by itself.
const LEFT = { session: null, hasLeft: true } as const;

export function hasLeft(answer: Answer<unknown>): boolean {
  return "hasLeft" in answer;
}

export type WebSession<Session, Given> = ReturnType<typeof webSession<Session, Given>>;

// An answer that was asked for before is older than this one: it must not put the door, or somebody who has left, back.
export async function noteSession(client: QueryClient, answer: Answer<unknown>): Promise<void> {
  await client.cancelQueries({ queryKey: KEY });
  client.setQueryData(KEY, answer);
}

// Nothing that was read stays in a shared computer's memory; keys that were made are answers to changes.
export async function forgetSession(client: QueryClient): Promise<void> {
  await noteSession(client, LEFT);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] });
  client.getMutationCache().clear();
}
