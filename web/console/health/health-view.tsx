// How the platform is doing, read again every few seconds.

import { Badge, Box, SimpleGrid, Text } from "@mantine/core";
import type { Process } from "../../../clients/typescript/src/api.ts";
import { decimal } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleHealthWords } from "../../words/console/health.ts";
import { useAsked } from "../frame/ask.ts";
import { DataTable } from "../frame/data-table.tsx";
import { type Fact, Facts, Panel, Shown, View } from "../frame/view.tsx";
import { Cities } from "./city-health.tsx";

const REFRESH_MS = 5_000;
const TABLES_SHOWN = 6;

export function HealthView() {
  const words = useWords(consoleHealthWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
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
    </View>
  );
}

function sum(processes: readonly Process[], figure: (one: Process) => number): number {
  return processes.reduce((total, one) => total + figure(one), 0);
}

function Processes({ processes }: { readonly processes: readonly Process[] }) {
  const words = useWords(consoleHealthWords);
  const { language } = useLanguage();
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
                <Text size="sm" c="dimmed">
                  {words.roles[one.role] ?? one.role}
                  {one.answering && ` · ${words.answering}`}
                </Text>
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
