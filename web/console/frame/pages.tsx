// A list that comes in pages: what there is of it, and a button for more.
import { Center, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Answer, Input } from "../../parts/ask.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { type PagedCall, useAskedPages } from "./ask.ts";

type Props<Name extends PagedCall> = {
  readonly of: Name;
  readonly input: Input<Name>;
  readonly children: (pages: readonly Answer<Name>[]) => ReactNode;
};

export function Pages<Name extends PagedCall>({ of, input, children }: Props<Name>) {
  const words = useWords(consoleWords);
  const query = useAskedPages(of, input);
  return (
    <Stack gap="md" aria-busy={query.isPlaceholderData}>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && children(query.data.pages)}
      {query.isPending && <Loading />}
      {query.hasNextPage && (
        <Center>
          <PlainButton loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </PlainButton>
        </Center>
      )}
    </Stack>
  );
}
