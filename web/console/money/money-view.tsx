// The platform's books: what is where, cash on its way, every account, and whether it all adds up.
import { Alert, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DataTable } from "../../parts/data-table.tsx";
import { money } from "../../parts/formats.ts";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { Link } from "../../parts/router.tsx";
import { consoleMoneyWords } from "../../words/console/money.ts";
import { ask, useAsked } from "../frame/ask.ts";
import { PagedTable } from "../frame/pages.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

export function MoneyView() {
  const { words, common, language } = useConsole(consoleMoneyWords);
  const books = useAsked("seeMoney", {});
  const verify = useMutation({ mutationFn: () => ask("verifyLedger", {}) });
  return (
    <View
      title={common.money}
      actions={
        <PlainButton loading={verify.isPending} onClick={() => verify.mutate()}>
          {words.verify}
        </PlainButton>
      }
    >
      {verify.error && <ErrorNote error={verify.error} />}
      {verify.data && (
        <Alert
          color={verify.data.ok ? "green" : "red"}
          variant="light"
          role="status"
          title={verify.data.ok ? words.verified(verify.data.journals) : words.notVerified}
        >
          {verify.data.problems.join(" ")}
        </Alert>
      )}
      <Shown query={books}>
        {({ totals, cod }) => (
          <>
            <Panel title={words.balances} note={words.balancesNote}>
              <DataTable
                label={words.balances}
                rows={totals}
                keyOf={(total) => total.account}
                empty=""
                columns={[
                  { title: words.account, cell: (total) => words.accounts[total.account] ?? total.account },
                  { title: words.balance, cell: (total) => money(total.balance, language), right: true },
                ]}
              />
            </Panel>
            <Panel title={words.cod} note={words.codNote}>
              <DataTable
                label={words.cod}
                rows={cod}
                keyOf={(one) => `${one.account} ${one.mobile}`}
                empty={words.noCod}
                columns={[
                  { title: words.account, cell: (one) => words.accounts[one.account] ?? one.account },
                  { title: common.name, cell: (one) => `${one.name}, ${one.mobile}` },
                  { title: common.amount, cell: (one) => money(one.amount, language), right: true },
                ]}
              />
            </Panel>
          </>
        )}
      </Shown>
      <Accounts />
    </View>
  );
}

function Accounts() {
  const { words, common, language } = useConsole(consoleMoneyWords);
  const [search, setSearch] = useState("");
  return (
    <Panel title={words.accountsTitle}>
      <TextInput
        label={common.search}
        placeholder={words.searchAccounts}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={320}
        mb="sm"
      />
      <PagedTable
        of="listAccounts"
        input={{ query: { q: search.trim() } }}
        rowsOf={(page) => page.accounts}
        label={words.accountsTitle}
        keyOf={(account) => account.phone}
        empty={words.noAccounts}
        columns={[
          {
            title: words.account,
            cell: (account) => <Link href={`/console/money/${account.phone}`}>{account.phone}</Link>,
          },
          { title: common.name, cell: (account) => account.name },
          { title: words.partner, cell: (account) => account.partner },
          { title: words.main, cell: (account) => money(account.main, language), right: true },
          { title: words.bonus, cell: (account) => money(account.bonus, language), right: true },
          { title: words.held, cell: (account) => money(account.held, language), right: true },
        ]}
      />
    </Panel>
  );
}
