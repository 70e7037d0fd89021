// How the platform is doing, read again every few seconds.
import { Badge, SimpleGrid } from "@mantine/core";
import { useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console.ts";
import { consoleHealthWords } from "../../words/console-health.ts";
import { useAsked } from "../frame/ask.ts";
import { type Fact, Facts, Panel, Shown, View } from "../frame/view.tsx";

type Health = {
  readonly parts: readonly { readonly name: string; readonly ready: boolean; readonly note: string }[];
  readonly requests: {
    readonly per_second: number;
    readonly failed_per_second: number;
    readonly p50_ms: number;
    readonly p99_ms: number;
  };
  readonly callbacks: { readonly waiting: number; readonly given_up: number; readonly oldest_seconds: number };
  readonly orders: { readonly open: number; readonly waiting: number };
  readonly drivers_online: number;
  readonly database: {
    readonly bytes: number;
    readonly connections: number;
    readonly idle: number;
    readonly queue: number;
  };
};

const REFRESH_MS = 5_000;

export function HealthView() {
  const words = useWords(consoleHealthWords);
  const common = useWords(consoleWords);
  const health = useAsked<Health>("/health", REFRESH_MS);
  return (
    <View title={common.health}>
      <Shown query={health}>
        {({ parts, requests, callbacks, orders, drivers_online, database }) => (
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
                      {part.note}
                    </span>,
                  ],
                )}
              />
            </Panel>
            <Panel title={words.requests} note={words.requestsNote}>
              <Facts
                facts={[
                  [words.perSecond, requests.per_second.toFixed(1)],
                  [words.failed, requests.failed_per_second.toFixed(2)],
                  [words.p50, words.ms(requests.p50_ms)],
                  [words.p99, words.ms(requests.p99_ms)],
                ]}
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
                cols={4}
                facts={[
                  [words.size, words.megabytes(database.bytes)],
                  [words.connections, database.connections],
                  [words.idle, database.idle],
                  [words.queue, database.queue],
                ]}
              />
            </Panel>
          </SimpleGrid>
        )}
      </Shown>
    </View>
  );
}
