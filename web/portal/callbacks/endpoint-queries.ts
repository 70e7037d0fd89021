// The partner's endpoint: read often, because its queue moves, and changed.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ask } from "../ask.ts";

const KEY = ["endpoint"] as const;
const REFRESH_MS = 5_000;

export function useEndpoint(enabled: boolean) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => ask("getCallbacks", {}, { signal }),
    refetchInterval: REFRESH_MS,
    enabled,
  });
}

export function useEndpointChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey: KEY }) });
}
