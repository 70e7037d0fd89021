// What the partner was told about an order: each event with its state, every try, what was sent, and sending it again.

import { Accordion, Badge, Group, Stack, Table, Text } from "@mantine/core";
import type { CallbackOfOrder, Order } from "../../../clients/typescript/src/api.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { dayAndTime, fullTime } from "../../parts/formats.ts";
import { BellIcon } from "../../parts/icons.tsx";
import { useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton, Quiet, Strong } from "../../parts/looks/kinds.tsx";
import { Loading, Notice } from "../../parts/notice.tsx";
import { goTo } from "../../parts/router.tsx";
import { callbackEventWords } from "../../words/callback-events.ts";
import { portalOrderWords } from "../../words/portal/order.ts";
import { ask } from "../ask.ts";
import { useIsParent } from "../session.ts";
import { useCallbacks, useChange } from "./order-queries.ts";

type CallbackTry = CallbackOfOrder["tries"][number];

const COLORS = { delivered: "green", waiting: "yellow", given_up: "red", unsent: "gray", forgotten: "gray" } as const;

export function CallbackLog({ order }: { readonly order: Order }) {
  const words = useWords(portalOrderWords);
  const isParent = useIsParent();
  const { data, error, refetch } = useCallbacks(order);
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.callbacks.every((callback) => callback.state === "unsent" && callback.tries.length === 0)) {
    return (
      <Notice
        title={words.callbacks}
        text={words.callbacksNone}
        icon={<BellIcon size={40} />}
        {...(isParent ? { action: { label: words.setUp, onClick: () => goTo("/portal/callbacks") } } : {})}
      />
    );
  }
  return (
    <Stack gap="md">
      <Text c="dimmed">{words.callbacksText}</Text>
      <Accordion variant="separated" chevronPosition="left">
        {data.callbacks.map((callback) => (
          <CallbackItem key={callback.event_id} callback={callback} order={order} />
        ))}
      </Accordion>
    </Stack>
  );
}

function CallbackItem({ callback, order }: { readonly callback: CallbackOfOrder; readonly order: Order }) {
  const { words, language } = useSpoken(portalOrderWords);
  const { events, state } = useWords(callbackEventWords);
  const names: Readonly<Record<string, string>> = events;
  return (
    <Accordion.Item value={callback.event_id}>
      <Group wrap="nowrap" gap={0} pr="md">
        <Accordion.Control>
          <Group gap="sm">
            <Text fw={600}>{names[callback.event_type] ?? callback.event_type}</Text>
            <Badge variant="light" color={COLORS[callback.state]} c="var(--mantine-color-text)" tt="none">
              {state[callback.state]}
            </Badge>
            <Quiet>
              {fullTime(callback.event_time, language)} · {words.tries(callback.tries.length)}
              {callback.next_try_time > 0 && ` · ${words.nextTry(dayAndTime(callback.next_try_time, language))}`}
            </Quiet>
          </Group>
        </Accordion.Control>
        <Resend callback={callback} order={order} />
      </Group>
      <Accordion.Panel>
        <Stack gap="md">
          {callback.tries.length > 0 && <Tries tries={callback.tries} />}
          <div>
            <Quiet mb={4}>
              {words.sent} {callback.event_id}
            </Quiet>
            <CodeBlock text={JSON.stringify(callback.request, null, 2)} label={callback.event_id} height={260} />
          </div>
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function Resend({ callback, order }: { readonly callback: CallbackOfOrder; readonly order: Order }) {
  const words = useWords(portalOrderWords);
  const isParent = useIsParent();
  const resend = useChange(order, (eventId: string) => ask("resendCallbacks", { body: { event_id: eventId } }));
  if (!isParent) return null;
  return (
    <PlainButton
      size="xs"
      miw="max-content"
      loading={resend.isPending}
      onClick={() => resend.mutate(callback.event_id)}
    >
      {resend.isSuccess ? words.resent : words.resend}
    </PlainButton>
  );
}

function Tries({ tries }: { readonly tries: readonly CallbackTry[] }) {
  const { words, language } = useSpoken(portalOrderWords);
  return (
    <Table verticalSpacing="xs" aria-label={words.tries(tries.length)}>
      <Table.Tbody>
        {tries.map((one) => (
          <Table.Tr key={`${one.try} ${one.callback_time}`}>
            <Table.Td>{words.tryNumber(one.try)}</Table.Td>
            <Table.Td>{fullTime(one.callback_time, language)}</Table.Td>
            <Table.Td>
              <Strong>{one.response_code === 0 ? words.noAnswer : one.response_code}</Strong>
              <Quiet lineClamp={3}>{one.error || one.response_text}</Quiet>
            </Table.Td>
            <Table.Td ta="right">{Math.round(one.response_time * 1000)} ms</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
