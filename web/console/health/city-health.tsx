// How dispatch goes, city by city, as whoever leads each tells.

import { Text } from "@mantine/core";
import type { CityHealth } from "../../../clients/typescript/src/api.ts";
import { decimal } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { consoleDispatchWords } from "../../words/console/dispatch.ts";
import { consoleHealthWords } from "../../words/console/health.ts";
import { DataTable } from "../frame/data-table.tsx";

export function Cities({ cities }: { readonly cities: readonly CityHealth[] }) {
  const words = useWords(consoleHealthWords);
  const { verdicts, answers } = useWords(consoleDispatchWords);
  const { language } = useLanguage();
  const percent = (share: number) => `${decimal(100 * share, language, 0)} %`;
  const said = (reason: string) =>
    reason === "BEING_ASKED" ? words.beingAsked : ((verdicts as Readonly<Record<string, string>>)[reason] ?? reason);
  return (
    <DataTable
      label={words.dispatch}
      rows={cities}
      keyOf={(one) => one.city_id}
      empty={words.noCities}
      columns={[
        {
          title: words.city,
          cell: (one) => (
            <>
              {one.city_id}
              <Text size="sm" c="dimmed">
                {one.led ? one.leader : words.notLed}
              </Text>
            </>
          ),
        },
        {
          title: words.waitingOrders,
          cell: (one) => (
            <>
              {one.waiting}
              {Object.entries(one.waiting_for).map(([reason, count]) => (
                <Text key={reason} size="sm" c="dimmed">
                  {count} {said(reason)}
                </Text>
              ))}
            </>
          ),
        },
        {
          title: words.oldest,
          cell: (one) => (one.oldest_seconds ? words.seconds(one.oldest_seconds) : "–"),
          right: true,
        },
        { title: words.driversOut, cell: (one) => one.drivers, right: true },
        {
          title: words.rounds,
          cell: (one) => (
            <>
              {one.rounds.done} · {words.ms(one.rounds.mean_ms)}
              <Text size="sm" c="dimmed">
                {words.roundsWrong(one.rounds.failed, one.rounds.capped)}
              </Text>
            </>
          ),
          right: true,
        },
        {
          title: words.accepted,
          cell: (one) => (
            <>
              {one.acceptance === null ? "–" : percent(one.acceptance)}
              {Object.entries(one.offers).map(([outcome, count]) => (
                <Text key={outcome} size="sm" c="dimmed">
                  {count} {answers[outcome] ?? outcome}
                </Text>
              ))}
            </>
          ),
          right: true,
        },
        { title: words.byCrow, cell: (one) => percent(one.crow_share), right: true },
      ]}
    />
  );
}
