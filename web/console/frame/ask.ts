// The console's way to the server: `call`, saying which page it is, so that somebody who is also signed in to the portal acts as the
// operator here.
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type CallOptions, call } from "../../parts/call.ts";

export const CONSOLE_HEADER = { "x-giao-page": "console" } as const;

export function ask<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>(path, { ...options, headers: { ...options.headers, ...CONSOLE_HEADER } });
}

// What a GET call answers, kept fresh while it is looked at.
export function useAsked<Answer>(path: string | undefined, refreshMs: number | false = 15_000): UseQueryResult<Answer> {
  return useQuery({
    queryKey: ["asked", path ?? ""],
    queryFn: ({ signal }) => ask<Answer>(`/operator/v1${path}`, { signal }),
    enabled: path !== undefined,
    refetchInterval: refreshMs,
  });
}

type Write = { readonly method?: CallOptions["method"]; readonly path: string; readonly body: unknown };

// A write. Whatever is on screen is read again afterwards, also when it was refused: somebody else may have been quicker.
export function useWrite<Answer = unknown>(onDone?: (answer: Answer) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ method, path, body }: Write) =>
      ask<Answer>(`/operator/v1${path}`, { method: method ?? "POST", body }),
    onSuccess: (answer) => onDone?.(answer),
    onSettled: () => client.invalidateQueries({ queryKey: ["asked"] }),
  });
}
