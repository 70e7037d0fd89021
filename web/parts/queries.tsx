// For pages that hold lists and forms (portal, console, drive): `<Queries>` around the page, then @tanstack/react-query's
// useQuery and useMutation with `call`. What the server has refused is not asked again; what did not arrive is, twice.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Refused } from "./call.ts";

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof Refused && (error.status === 0 || error.status === 503),
    },
  },
});

export function Queries({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
