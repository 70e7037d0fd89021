// Why an order went to whom: who was asked, and what the dispatcher weighed.
import { List, Stack, Text } from "@mantine/core";
import { dayAndTime } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console.ts";
import { consoleOrderWords } from "../../words/console-orders.ts";
import { useAsked } from "../frame/ask.ts";
import { DataTable } from "../frame/data-table.tsx";
import { Panel, Shown } from "../frame/view.tsx";
import type { InspectedOrder } from "../frame/wire.ts";

type Dispatch = {
  readonly offers: readonly {
    readonly id: string;
    readonly mobile: string;
    readonly name: string;
    readonly offered_at: number;
    readonly answer: string;
    readonly pickup_seconds: number;
  }[];
  readonly decisions: readonly {
    readonly time: number;
    readonly verdict: string;
    readonly drivers: number;
    readonly considered: readonly {
      readonly mobile: string;
      readonly name: string;
      readonly verdict: string;
      readonly pickup_in_seconds: number;
    }[];
  }[];
};

const DECISIONS_SHOWN = 3;
const DRIVERS_SHOWN = 5;

export function OrderDispatch({ order }: { readonly order: InspectedOrder }) {
  const words = useWords(consoleOrderWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  const dispatch = useAsked<Dispatch>(`/orders/${order._id}/dispatch`);
  return (
    <Panel title={words.dispatch}>
      <Shown query={dispatch}>
        {({ offers, decisions }) =>
          offers.length + decisions.length === 0 ? (
            <Text c="dimmed">{words.noDispatch}</Text>
          ) : (
            <Stack gap="md">
              <DataTable
                label={words.offers}
                rows={offers}
                keyOf={(offer) => offer.id}
                empty={words.noDispatch}
                columns={[
                  { title: words.driver, cell: (offer) => offer.name },
                  { title: common.time, cell: (offer) => dayAndTime(offer.offered_at, language) },
                  { title: words.way, cell: (offer) => words.pickupIn(Math.round(offer.pickup_seconds / 60)) },
                  { title: words.answer, cell: (offer) => words.answers[offer.answer] ?? offer.answer },
                ]}
              />
              {decisions.slice(0, DECISIONS_SHOWN).map((decision) => (
                <div key={decision.time}>
                  <Text size="sm" fw={600}>
                    {dayAndTime(decision.time, language)} · {decision.verdict} · {words.considered(decision.drivers)}
                  </Text>
                  <List size="sm">
                    {decision.considered.slice(0, DRIVERS_SHOWN).map((driver) => (
                      <List.Item key={driver.mobile}>
                        {driver.name}: {driver.verdict}, {words.pickupIn(Math.round(driver.pickup_in_seconds / 60))}
                      </List.Item>
                    ))}
                  </List>
                </div>
              ))}
            </Stack>
          )
        }
      </Shown>
    </Panel>
  );
}
