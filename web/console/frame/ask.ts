// The console's way to the server: `call`, saying which page it is, so that somebody who is also signed in to the portal acts as the
// operator here.
import { useDebouncedValue } from "@mantine/hooks";
import {
  keepPreviousData,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type CallOptions, call, type Refused } from "../../parts/call.ts";

export const CONSOLE_HEADER = { "x-giao-page": "console" } as const;

const REFRESH_MS = 15_000;
const TYPING_MS = 250;

export function ask<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  return call<Answer>(path, { ...options, headers: { ...options.headers, ...CONSOLE_HEADER } });
}

// What a GET call answers, kept fresh while it is looked at.
export function useAsked<Answer>(
  path: string | undefined,
  refreshMs: number | false = REFRESH_MS,
): UseQueryResult<Answer> {
  return useQuery({
    queryKey: ["asked", path ?? ""],
    queryFn: ({ signal }) => ask<Answer>(`/operator/v1${path}`, { signal }),
    enabled: path !== undefined,
    refetchInterval: refreshMs,
  });
}

// The same of a list that comes in pages. It may be searched while somebody types: what was found stays until there is newer.
export function useAskedPages<Page extends { readonly next?: string }>(path: string) {
  const [settled] = useDebouncedValue(path, TYPING_MS);
  return useInfiniteQuery({
    queryKey: ["asked", "pages", settled],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam && `${settled.includes("?") ? "&" : "?"}after=${encodeURIComponent(pageParam)}`;
      return ask<Page>(`/operator/v1${settled}${after}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next || undefined,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

type Write = {
  readonly method?: CallOptions["method"];
  readonly path: string;
  readonly body: unknown;
  // Known to be wrong without asking.
  readonly refused?: Refused | undefined;
};

// A write. Whatever is on screen is read again afterwards, also when it was refused: somebody else may have been quicker.
export function useWrite<Answer = unknown>(onDone?: (answer: Answer) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ method, path, body, refused }: Write) => {
      if (refused) throw refused;
      return ask<Answer>(`/operator/v1${path}`, { method: method ?? "POST", body });
    },
    onSuccess: (answer) => onDone?.(answer),
    onSettled: () => client.invalidateQueries({ queryKey: ["asked"] }),
  });
}
