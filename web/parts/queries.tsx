// For pages that hold lists and forms (portal, console, drive): `<Queries>` around the page, then @tanstack/react-query's
// useQuery and useMutation with `call`. What the server has refused is not asked again; what did not arrive is, twice at once and then every few seconds: who looks at a view that could not be read need not press anything when the
// server is back. Off the network a page says so: a call that waits silently for its return would look like one that takes long, and a write would
// happen when nobody thinks of it any more.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Refused } from "./call.ts";

const AGAIN_MS = 5_000;

const isAway = (error: unknown): boolean => error instanceof Refused && (error.status === 0 || error.status === 503);

const client = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isAway(error),
      refetchInterval: ({ state }) => isAway(state.error) && AGAIN_MS,
    },
    mutations: { networkMode: "always" },
  },
});

export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
