// For pages that hold lists and forms (portal, console, drive): `<Queries>` around the page, then @tanstack/react-query's
// useQuery and useMutation with `call`. What the server has refused is not asked again; what did not arrive is, twice. Off the
// network a page says so: a call that waits silently for its return would look like one that takes long, and a write would
// happen when nobody thinks of it any more.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Refused } from "./call.ts";

const client = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof Refused && (error.status === 0 || error.status === 503),
    },
    mutations: { networkMode: "always" },
  },
});

export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
