// The console's way to the server: its calls by name, saying which page it is, so that somebody who is also signed in to the portal acts as
// the operator here.
import { useDebouncedValue } from "@mantine/hooks";
import {
  keepPreviousData,
  skipToken,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { OPERATOR_CALLS } from "../../../clients/typescript/src/api.ts";
import { type Answer, askerOf, type Input } from "../../parts/ask.ts";
import type { Refused } from "../../parts/call.ts";
import { placesOf } from "../../parts/places/ask-places.ts";
import { withProof } from "./proof-asked.ts";

export const CONSOLE_HEADER = { "x-giao-page": "console" } as const;

const REFRESH_MS = 15_000;
const TYPING_MS = 250;

export const ask = askerOf(OPERATOR_CALLS, CONSOLE_HEADER);
export const places = placesOf(CONSOLE_HEADER);
type OperatorCall = keyof typeof OPERATOR_CALLS;

// What a call answers, kept fresh while it is looked at.
export function useAsked<Name extends OperatorCall>(
  // Undefined while there is nothing to ask for.
  name: Name | undefined,
  input: Input<Name>,
  refreshMs: number | false = REFRESH_MS,
): UseQueryResult<Answer<Name>> {
  return useQuery({
    queryKey: ["asked", name, input],
    queryFn: name === undefined ? skipToken : ({ signal }) => ask(name, input, { signal }),
    refetchInterval: refreshMs,
  });
}

// Lists that come in pages.
export type PagedCall = {
  [Name in OperatorCall]: Answer<Name> extends { next?: string }
    ? Input<Name> extends { query?: { after?: unknown } }
      ? Name
      : never
    : never;
}[OperatorCall];

// It may be searched while somebody types: what was found stays until there is newer.
export function useAskedPages<Name extends PagedCall>(name: Name, input: Input<Name>) {
  // By its text, because every drawing makes the same input anew.
  const [settled] = useDebouncedValue(JSON.stringify(input), TYPING_MS);
  return useInfiniteQuery({
    queryKey: ["asked", "pages", name, settled],
    queryFn: ({ pageParam, signal }) => {
      const asked = JSON.parse(settled);
      return ask(name, { ...asked, query: { ...asked.query, after: pageParam } }, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (page: { readonly next?: string }) => page.next || undefined,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

// What people typed into a form is judged by the server, and its body goes as it is.
type Write<Name extends OperatorCall> = Omit<Input<Name>, "body"> & {
  readonly body?: object;
  readonly refused?: Refused | undefined;
};

// A write. Whatever is on screen is read again afterwards, also when it was refused: somebody else may have been quicker.
// `refused`: known to be wrong without asking.
export function useWrite<Name extends OperatorCall>(name: Name, onDone?: (answer: Answer<Name>) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ refused, ...input }: Write<Name>) => {
      if (refused) throw refused;
      return withProof(() => ask(name, input as unknown as Input<Name>));
    },
    onSuccess: (answer) => onDone?.(answer),
    onSettled: () => client.invalidateQueries({ queryKey: ["asked"] }),
  });
}
