// A list that comes in pages: what there is of it, and a button for more.
import { Center, Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import type { Answer, Input } from "../../parts/ask.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { KeptSince } from "../../parts/loading/kept-since.tsx";
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
      {query.data && !query.hasNextPage && <KeptSince pages={query.data.pages} />}
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

type TableProps<Name extends PagedCall, Row> = Omit<Props<Name>, "children"> &
  Omit<ComponentProps<typeof DataTable<Row>>, "rows"> & { readonly rowsOf: (page: Answer<Name>) => readonly Row[] };

// The usual list: a table of all rows so far.
export function PagedTable<Name extends PagedCall, Row>({ of, input, rowsOf, ...table }: TableProps<Name, Row>) {
  return (
    <Pages of={of} input={input}>
      {(pages) => <DataTable {...table} rows={pages.flatMap((page) => rowsOf(page))} />}
    </Pages>
  );
}
