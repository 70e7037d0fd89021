// How the platform is doing, read again every few seconds.

import { Badge, Box, SimpleGrid } from "@mantine/core";
import { Suspense } from "react";
import type { CityHealth, Process } from "../../../clients/typescript/src/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { decimal } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { lateOrNothing } from "../../parts/loading/late-or-nothing.tsx";
import { Quiet } from "../../parts/looks/kinds.tsx";
import { consoleDispatchWords } from "../../words/console/dispatch.ts";
import { consoleHealthWords } from "../../words/console/health.ts";
import { BrowserPanel } from "../alerts/browser-panel.tsx";
import { useAsked } from "../frame/ask.ts";
import { type Fact, Facts, Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

const REFRESH_MS = 5_000;
const TABLES_SHOWN = 6;
const LastHours = lateOrNothing(() => import("./last-hours.tsx").then((late) => late.LastHours));

export function HealthView() {
  const { words, common, language } = useConsole(consoleHealthWords);
  const health = useAsked("seeHealth", {}, REFRESH_MS);
  return (
    <View title={common.health}>
      <Shown query={health}>
        {({ parts, map, clock, processes, callbacks, orders, drivers_online, dispatch, database }) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Panel title={words.parts}>
                <Facts
                  cols={1}
                  facts={parts.map(
                    (part): Fact => [
                      words.partNames[part.name] ?? part.name,
                      <span key={part.name}>
                        <Badge
                          component="span"
                          variant="light"
                          color={part.ready ? "green" : "red"}
                          tt="none"
                          c="var(--mantine-color-text)"
                        >
                          {part.ready ? words.ready : words.notReady}
                        </Badge>{" "}
                        {part.name === "map" && map
                          ? words.mapInUse(map)
                          : part.name === "clock"
                            ? words.clockNow(clock)
                            : part.ready
                              ? ""
                              : part.note}
                      </span>,
                    ],
                  )}
                />
              </Panel>
              <Panel title={words.callbacks}>
                <Facts
                  cols={3}
                  facts={[
                    [words.waiting, callbacks.waiting],
                    [words.givenUp, callbacks.given_up],
                    [words.oldest, callbacks.oldest_seconds ? words.seconds(callbacks.oldest_seconds) : "–"],
                  ]}
                />
              </Panel>
              <Panel title={words.work}>
                <Facts
                  cols={3}
                  facts={[
                    [words.openOrders, orders.open],
                    [words.waitingOrders, orders.waiting],
                    [words.driversOnline, drivers_online],
                  ]}
                />
              </Panel>
              <Panel title={words.database}>
                <Facts
                  cols={3}
                  facts={[
                    [words.size, words.megabytes(database.bytes)],
                    [words.connections, sum(processes, (one) => one.database.connections)],
                    [words.queue, sum(processes, (one) => one.database.queue)],
                    ...database.tables
                      .slice(0, TABLES_SHOWN)
                      .map((table): Fact => [table.name, words.tableSize(table)]),
                    ...database.standbys.map((one): Fact => [one.name, words.standby(one)]),
                  ]}
                />
              </Panel>
            </SimpleGrid>
            <Panel title={words.dispatch} note={words.dispatchNote}>
              <Cities cities={dispatch} />
            </Panel>
            <Panel title={words.processes} note={words.processesNote}>
              <Facts
                cols={3}
                facts={[
                  [
                    words.perSecond,
                    decimal(
                      sum(processes, (one) => one.requests.per_second),
                      language,
                      1,
                    ),
                  ],
                  [
                    words.failed,
                    decimal(
                      sum(processes, (one) => one.requests.failed_per_second),
                      language,
                      2,
                    ),
                  ],
                  [words.slowest, words.ms(Math.max(0, ...processes.map((one) => one.requests.p99_ms)))],
                ]}
              />
              <Processes processes={processes} />
            </Panel>
          </>
        )}
      </Shown>
      <Suspense>
        <LastHours />
      </Suspense>
      <BrowserPanel />
    </View>
  );
}

function sum(processes: readonly Process[], figure: (one: Process) => number): number {
  return processes.reduce((total, one) => total + figure(one), 0);
}

function Processes({ processes }: { readonly processes: readonly Process[] }) {
  const { words, language } = useConsole(consoleHealthWords);
  return (
    <Box mt="md">
      <DataTable
        label={words.processes}
        rows={processes}
        keyOf={(one) => one.name}
        empty={words.noProcesses}
        columns={[
          {
            title: words.process,
            cell: (one) => (
              <>
                {one.name}
                <Quiet>
                  {words.roles[one.role] ?? one.role}
                  {one.answering && ` · ${words.answering}`}
                </Quiet>
              </>
            ),
          },
          { title: words.perSecond, cell: (one) => decimal(one.requests.per_second, language, 1), right: true },
          { title: words.failed, cell: (one) => decimal(one.requests.failed_per_second, language, 2), right: true },
          { title: words.p50, cell: (one) => words.ms(one.requests.p50_ms), right: true },
          { title: words.p99, cell: (one) => words.ms(one.requests.p99_ms), right: true },
          {
            title: words.connections,
            cell: (one) => `${one.database.connections - one.database.idle} / ${one.database.connections}`,
            right: true,
          },
          { title: words.memory, cell: (one) => words.megabytes(one.memory_bytes), right: true },
          { title: words.up, cell: (one) => words.seconds(one.up_seconds), right: true },
          { title: words.told, cell: (one) => words.ago(one.age_seconds), right: true },
        ]}
      />
    </Box>
  );
}

// How dispatch goes, city by city, as whoever leads each tells.
function Cities({ cities }: { readonly cities: readonly CityHealth[] }) {
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
              <Quiet>{one.led ? one.leader : words.notLed}</Quiet>
            </>
          ),
        },
        {
          title: words.waitingOrders,
          cell: (one) => (
            <>
              {one.waiting}
              {Object.entries(one.waiting_for).map(([reason, count]) => (
                <Quiet key={reason}>
                  {count} {said(reason)}
                </Quiet>
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
              <Quiet>{words.roundsWrong(one.rounds.failed, one.rounds.capped)}</Quiet>
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
                <Quiet key={outcome}>
                  {count} {answers[outcome] ?? outcome}
                </Quiet>
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
