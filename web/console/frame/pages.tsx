// A list that comes in pages: what there is of it, and a button for more.
import { Button, Center, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote, Loading } from "../../parts/notice.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { useAskedPages } from "./ask.ts";

type Props<Page> = { readonly path: string; readonly children: (pages: readonly Page[]) => ReactNode };

export function Pages<Page extends { readonly next?: string }>({ path, children }: Props<Page>) {
  const words = useWords(consoleWords);
  const query = useAskedPages<Page>(path);
  return (
    <Stack gap="md" aria-busy={query.isPlaceholderData}>
      {query.error && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && children(query.data.pages)}
      {query.isPending && <Loading />}
      {query.hasNextPage && (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
