// What an order has moved in the ledger.

import { Text } from "@mantine/core";
import type { InspectedOrder } from "../../../clients/typescript/src/api.ts";
import { fullTime, money } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleMoneyWords } from "../../words/console/money.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { DataTable } from "../frame/data-table.tsx";
import { Panel } from "../frame/view.tsx";

export function OrderJournal({ journal }: { readonly journal: InspectedOrder["journal"] }) {
  const words = useWords(consoleOrderWords);
  const common = useWords(consoleWords);
  const books = useWords(consoleMoneyWords);
  const { language } = useLanguage();
  const rows = journal.flatMap((entry) => entry.postings.map((posting, line) => ({ ...entry, posting, line })));
  return (
    <Panel title={words.money}>
      <DataTable
        label={words.money}
        rows={rows}
        keyOf={({ id, line }) => `${id}/${line}`}
        empty={words.noMoney}
        columns={[
          { title: common.time, cell: ({ time, line }) => (line === 0 ? fullTime(time, language) : "") },
          { title: words.event, cell: ({ kind, line }) => (line === 0 ? (books.journals[kind] ?? kind) : "") },
          {
            title: books.account,
            cell: ({ posting }) => (
              <Text size="sm">
                {books.accounts[posting.account] ?? posting.account} {posting.owner}
              </Text>
            ),
          },
          { title: common.amount, cell: ({ posting }) => money(posting.amount, language), right: true },
        ]}
      />
    </Panel>
  );
}
