// Every try to tell the partner about an order, and sending one again.
import { Alert, Button, Text } from "@mantine/core";
import type { Outcome } from "../../../src/domain/callbacks/exchange.ts";
import type { StepEvent } from "../../../src/domain/orders/order-step.ts";
import { fullTime } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { useWrite } from "../frame/ask.ts";
import { DataTable } from "../frame/data-table.tsx";
import { Pages } from "../frame/pages.tsx";
import { Panel } from "../frame/view.tsx";

type Try = {
  readonly event_id: string;
  readonly try: number;
  readonly callback_time: number;
  readonly response_code: number;
  readonly outcome: Outcome;
  readonly request: { readonly event_type?: StepEvent };
};

export function OrderCallbacks({ orderId }: { readonly orderId: string }) {
  const words = useWords(consoleOrderWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  const resend = useWrite();
  return (
    <Panel title={words.callbacks}>
      {resend.error && <ErrorNote error={resend.error} />}
      {resend.isSuccess && <Alert color="green" variant="light" role="status" title={words.resent} mb="sm" />}
      <Pages<{ readonly callbacks: readonly Try[]; readonly next?: string }> path={`/callbacks?order_id=${orderId}`}>
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
                cell: (one) => <Text size="sm">{one.response_code || words.outcomes[one.outcome]}</Text>,
              },
              {
                title: "",
                cell: (one) => (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={resend.isPending}
                    onClick={() => resend.mutate({ path: `/callbacks/${one.event_id}/resend`, body: {} })}
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

function Event({ of }: { readonly of: Try }) {
  const words = useWords(consoleOrderWords);
  const { event_type: type } = of.request;
  return (
    <>
      {type && words.steps[type]}
      <Text size="sm" c="dimmed">
        {of.event_id}
      </Text>
    </>
  );
}
