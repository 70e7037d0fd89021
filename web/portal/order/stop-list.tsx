// The points of an order: who, where, what to collect, and how it went there.

import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import type { Order, PathPoint } from "../../../clients/typescript/src/api.ts";
import { dayAndTime, money, timeWindow } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { portalOrderWords } from "../../words/portal-order.ts";
import { statusWords } from "../../words/status.ts";

export function StopList({ order }: { readonly order: Order }) {
  return (
    <Stack gap="sm">
      {order.path.map((point, at) => (
        <Stop
          key={`${point.address} ${point.mobile} ${String(at)}`}
          point={point}
          at={at}
          expected={at === 0 ? [order.pickup_eta_low, order.pickup_eta_high] : [point.eta_low, point.eta_high]}
        />
      ))}
    </Stack>
  );
}

const COLORS = { "": "gray", COMPLETED: "green", FAILED: "red" } as const;

type StopProps = {
  readonly point: PathPoint;
  readonly at: number;
  // Nothing, or 0, while nobody is on the way.
  readonly expected: readonly [low: number | undefined, high: number | undefined];
};

function Stop({ point, at, expected: [low, high] }: StopProps) {
  const words = useWords(portalOrderWords);
  const { point: pointWords } = useWords(statusWords);
  const { language } = useLanguage();
  const doneAt = point.complete_time || point.fail_time;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text size="sm" c="dimmed">
            {at === 0 ? words.pickup : words.delivery(at)}
          </Text>
          <Text fw={600}>{point.address}</Text>
          <Text size="sm">
            {point.name} · {point.mobile}
          </Text>
        </div>
        {at > 0 && (
          <Badge variant="light" color={COLORS[point.status]} c="var(--mantine-color-text)" tt="none" miw="max-content">
            {pointWords[point.status]}
          </Badge>
        )}
      </Group>
      <Group gap="md" mt={point.cod > 0 || point.tracking_number || doneAt || point.remarks || high ? 6 : 0}>
        {low && high ? (
          <Text size="sm" data-testid="window">
            {at === 0 ? words.pickupExpected : words.deliveryExpected} <b>{timeWindow(low, high, language)}</b>
          </Text>
        ) : null}
        {point.tracking_number && (
          <Text size="sm">
            {words.tracking} <b>{point.tracking_number}</b>
          </Text>
        )}
        {point.cod > 0 && (
          <Text size="sm">
            {words.cod} <b>{money(point.cod, language)}</b>
          </Text>
        )}
        {doneAt > 0 && <Text size="sm">{dayAndTime(doneAt, language)}</Text>}
        {point.remarks !== "" && (
          <Text size="sm" c="dimmed">
            {point.remarks}
          </Text>
        )}
        {point.fail_comment !== "" && (
          <Text size="sm" c="red">
            {point.fail_comment}
          </Text>
        )}
      </Group>
    </Paper>
  );
}
