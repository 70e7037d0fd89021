// One account: its wallets, its limits, and everything that moved them.

import { Button } from "@mantine/core";
import { useState } from "react";
import type { OperatorAccount } from "../../../clients/typescript/src/api.ts";
import { fullTime, money } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { Link } from "../../parts/router.tsx";
import { consoleMoneyWords } from "../../words/console/money.ts";
import { consolePeopleWords } from "../../words/console/people.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { Fields, type Values } from "../frame/fields.tsx";
import { FormPanel } from "../frame/form-panel.tsx";
import { PagedTable } from "../frame/pages.tsx";
import { May } from "../frame/rights.tsx";
import { Facts, Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { MoveMoney } from "./move-money.tsx";

// As the call takes it: emptying the field takes the account's own limit away.
const NO_LIMIT = -1;

export function AccountView({ id }: { readonly id: string }) {
  const words = useWords(consoleMoneyWords);
  const account = useAsked("getAccount", { params: { phone: id } });
  const [moving, setMoving] = useState<"in" | "out">();
  return (
    <View
      title={`${words.account} ${id}`}
      actions={
        <May right="money">
          <Button onClick={() => setMoving("in")}>{words.topUp}</Button>
          <PlainButton onClick={() => setMoving("out")}>{words.withdraw}</PlainButton>
        </May>
      }
    >
      <Shown query={account}>{(found) => <Wallets account={found} />}</Shown>
      <Statement phone={id} />
      {moving && <MoveMoney direction={moving} account={id} onClose={() => setMoving(undefined)} />}
    </View>
  );
}

function Wallets({ account }: { readonly account: OperatorAccount }) {
  const { words, common, language } = useConsole(consoleMoneyWords);
  const [limits, setLimits] = useState<Values>({
    cod_limit: account.cod_limit ?? "",
    credit_limit: account.credit_limit,
  });
  const people = useWords(consolePeopleWords);
  const write = useWrite("changeAccount");
  const change = (body: object) => write.mutate({ params: { phone: account._id }, body });
  const isActive = account.account_status === "ACTIVATED";
  return (
    <>
      <Panel title={account.name}>
        <Facts
          cols={4}
          facts={[
            [words.accounts.user_main ?? "", money(account.main, language)],
            [words.accounts.user_bonus ?? "", money(account.bonus, language)],
            [words.accounts.user_held ?? "", money(account.held, language)],
            [words.accounts.user_cod ?? "", money(account.cod, language)],
            [words.partner, account.partner],
            [common.status, isActive ? people.active : people.suspended],
          ]}
        />
      </Panel>
      <May right="money">
        <FormPanel
          title={words.limits}
          write={write}
          onSubmit={() => change({ ...limits, cod_limit: limits.cod_limit === "" ? NO_LIMIT : limits.cod_limit })}
          more={
            <PlainButton onClick={() => change({ account_status: isActive ? "DEACTIVATED" : "ACTIVATED" })}>
              {isActive ? words.deactivate : words.activate}
            </PlainButton>
          }
        >
          <Fields
            fields={[
              { name: "cod_limit", kind: "number", label: words.codLimit, hint: words.codLimitHint },
              { name: "credit_limit", kind: "number", label: words.creditLimit },
            ]}
            values={limits}
            onChange={(changes) => setLimits({ ...limits, ...changes })}
          />
        </FormPanel>
      </May>
    </>
  );
}

function Statement({ phone }: { readonly phone: string }) {
  const { words, common, language } = useConsole(consoleMoneyWords);
  return (
    <Panel title={words.statement}>
      <PagedTable
        of="getAccountStatement"
        input={{ params: { phone } }}
        rowsOf={(page) => page.lines}
        label={words.statement}
        keyOf={(line) => `${line.id} ${line.account}`}
        empty={words.noLines}
        columns={[
          { title: common.time, cell: (line) => fullTime(line.time, language) },
          { title: words.statement, cell: (line) => words.journals[line.journal] ?? line.journal },
          { title: words.account, cell: (line) => words.accounts[line.account] ?? line.account },
          {
            title: words.order,
            cell: (line) =>
              line.order_id ? <Link href={`/console/orders/${line.order_id}`}>{line.order_id}</Link> : line.reference,
          },
          { title: common.amount, cell: (line) => money(line.amount, language), right: true },
        ]}
      />
    </Panel>
  );
}
