// Every try to tell the partner about an order, and sending one again.

import { Alert, Button, Text } from "@mantine/core";
import type { CallbackLog } from "../../../clients/typescript/src/api.ts";
import type { StepEvent } from "../../../src/domain/orders/order-step.ts";
import { fullTime } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { useWrite } from "../frame/ask.ts";
import { DataTable } from "../frame/data-table.tsx";
import { Pages } from "../frame/pages.tsx";
import { Panel } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

export function OrderCallbacks({ orderId }: { readonly orderId: string }) {
  const { words, common, language } = useConsole(consoleOrderWords);
  const outcomes: Readonly<Record<string, string>> = words.outcomes;
  const resend = useWrite("resendCallback");
  return (
    <Panel title={words.callbacks}>
      {resend.error && <ErrorNote error={resend.error} />}
      {resend.isSuccess && <Alert color="green" variant="light" role="status" title={words.resent} mb="sm" />}
      <Pages of="listCallbacksOfOrder" input={{ query: { order_id: orderId } }}>
        {(pages) => (
          <DataTable
            label={words.callbacks}
            rows={pages.flatMap((page) => page.callbacks)}
            keyOf={(one) => `${one.event_id}/${one.try}`}
            empty={words.noCallbacks}
            columns={[
              { title: common.time, cell: (one) => fullTime(one.callback_time, language) },
              { title: words.event, cell: (one) => <Event of={one} /> },
              {
                title: words.answer,
                cell: (one) => <Text size="sm">{one.response_code || outcomes[one.outcome]}</Text>,
              },
              {
                title: "",
                cell: (one) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={resend.isPending}
                    onClick={() => resend.mutate({ params: { event_id: one.event_id } })}
                  >
                    {words.resend}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Pages>
    </Panel>
  );
}

function Event({ of }: { readonly of: CallbackLog }) {
  const words = useWords(consoleOrderWords);
  // Whatever was sent.
  const { event_type: type } = of.request as { readonly event_type?: StepEvent };
  return (
    <>
      {type && words.steps[type]}
      <Text size="sm" c="dimmed">
        {of.event_id}
      </Text>
    </>
  );
}
