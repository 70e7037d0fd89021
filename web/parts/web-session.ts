// Who is signed in on a page of the portal or the console. The cookie is out of a script's reach, so the page asks.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type CallOptions, Refused } from "./call.ts";

type Answer<Session> = { readonly session: Session | null };
type Ask = <Reply>(path: string, options?: CallOptions) => Promise<Reply>;

const KEY = ["session"] as const;

// `ask` is the page's own way to the server, `path` its session call.
export function webSession<Session, SignIn>(ask: Ask, path: string) {
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
      return () => {
        for (const stop of stops) stop();
      };
    }, [client]);
    return useQuery({ queryKey: KEY, queryFn: () => ask<Answer<Session>>(path), staleTime: 60_000 });
  }

  function useSignIn() {
    const client = useQueryClient();
    return useMutation({
      mutationFn: (given: SignIn) => ask<Answer<Session>>(path, { body: given }),
      onSuccess: (answer) => client.setQueryData(KEY, answer),
    });
  }

  function useSignOut() {
    const client = useQueryClient();
    return useMutation({
      mutationFn: () => ask<object>(path, { method: "DELETE" }),
      // Nothing that was read stays in a shared computer's memory.
      onSuccess: () => {
        client.setQueryData(KEY, { session: null });
        client.removeQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] });
      },
    });
  }

  return { useSessionQuery, useSignIn, useSignOut };
}
