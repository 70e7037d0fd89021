// Who of the operator's people is signed in. The cookie is out of a script's reach, so the page asks.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Refused } from "../../parts/call.ts";
import { ask } from "./ask.ts";

export type Session = { readonly name: string; readonly expires_at: number };
type SessionAnswer = { readonly session: Session | null };

const PATH = "/console/v1/session";
const KEY = ["session"] as const;

export function useSessionQuery() {
  const client = useQueryClient();
  // A call that was refused may be the first to learn that the session has ended.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error" || event.query.queryKey[0] === KEY[0]) return;
        const { error } = event.action;
        if (error instanceof Refused && error.status === 401) void client.invalidateQueries({ queryKey: KEY });
      }),
    [client],
  );
  return useQuery({ queryKey: KEY, queryFn: () => ask<SessionAnswer>(PATH), staleTime: 60_000 });
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: { readonly operator_key: string; readonly name: string }) =>
      ask<SessionAnswer>(PATH, { body: given }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask<object>(PATH, { method: "DELETE" }),
    // Nothing that was read stays on the screen of a shared computer.
    onSuccess: () => {
      client.clear();
      client.setQueryData(KEY, { session: null });
    },
  });
}
