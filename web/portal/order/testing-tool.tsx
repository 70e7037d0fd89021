// The sandbox's hand on an order: the next step, any single step its state allows, a cancel from either side, and the clock. Which
// steps are offered is read off the same table that the server goes by.

import { Button, Divider, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Order } from "../../../clients/typescript/src/api.ts";
import { allowedEvents, type LifeEvent } from "../../../src/domain/orders/order-life.ts";
import type { Input } from "../../parts/ask.ts";
import { fullTime } from "../../parts/formats.ts";
import { useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading, PlainButton, Quiet, Strong } from "../../parts/looks/kinds.tsx";
import { portalTestingWords } from "../../words/portal/testing.ts";
import { ask } from "../ask.ts";
import { isOngoing, useChange } from "./order-queries.ts";

type Words = (typeof portalTestingWords)["en"];
type Played = Input<"playEvent">["body"];
type Step = { readonly label: string; readonly play: () => Promise<unknown>; readonly harm?: boolean };

const PLAIN = ["accept", "board", "arrive", "confirm", "pay", "pickup"] as const;
const FORWARD_SECONDS = [60, 600, 3_600, 86_400] as const;

export function TestingTool({ order }: { readonly order: Order }) {
  const words = useWords(portalTestingWords);
  const change = useChange(order, (play: () => Promise<unknown>) => play());
  const params = { order_id: order._id };
  const steps = stepsOf(order, words);
  return (
    <Paper withBorder p="md" component="section" aria-label={words.title}>
      <Heading>{words.title}</Heading>
      <Quiet mb="md">{words.text}</Quiet>
      <Stack gap="sm">
        {isOngoing(order) ? (
          <Button
            loading={change.isPending}
            title={words.continueHint}
            onClick={() => change.mutate(() => ask("continueOrder", { params }))}
          >
            {words.continue}
          </Button>
        ) : (
          <Text size="sm">{words.over}</Text>
        )}
        {steps.length > 0 && (
          <Group gap="xs" role="group" aria-label={words.steps}>
            {steps.map((step) => (
              <Button
                key={step.label}
                size="xs"
                variant={step.harm ? "light" : "default"}
                {...(step.harm ? { color: "red", c: "var(--mantine-color-text)" } : {})}
                disabled={change.isPending}
                onClick={() => change.mutate(step.play)}
              >
                {step.label}
              </Button>
            ))}
          </Group>
        )}
        {change.error && <ErrorNote error={change.error} />}
        <Divider />
        <ClockTool />
      </Stack>
    </Paper>
  );
}

function ClockTool() {
  const { words, language } = useSpoken(portalTestingWords);
  const client = useQueryClient();
  const advance = useMutation({
    mutationFn: (seconds: number) => ask("advanceClock", { body: { seconds } }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Stack gap="xs">
      <div>
        <Strong>{words.clock}</Strong>
        <Quiet>{words.clockText}</Quiet>
      </div>
      <Group gap="xs" role="group" aria-label={words.clock}>
        {FORWARD_SECONDS.map((seconds) => (
          <PlainButton key={seconds} size="xs" disabled={advance.isPending} onClick={() => advance.mutate(seconds)}>
            {words.forward[seconds]}
          </PlainButton>
        ))}
      </Group>
      {advance.data && (
        <Text size="sm" role="status">
          {words.now(fullTime(advance.data.now, language))}
        </Text>
      )}
      {advance.error && <ErrorNote error={advance.error} />}
    </Stack>
  );
}

function stepsOf(order: Order, words: Words): readonly Step[] {
  const params = { order_id: order._id };
  const allowed = new Set<LifeEvent>(allowedEvents(order.status));
  const play =
    (type: Played["type"], more: Omit<Played, "type"> = {}) =>
    (): Promise<unknown> =>
      ask("playEvent", { params, body: { type, ...more } });
  const waiting = order.path.flatMap((point, at) => (at > 0 && point.status === "" ? [at] : []));
  const hasFailed = order.path.some((point) => point.status === "FAILED");
  const cancel = (): Promise<unknown> => ask("cancelOrder", { params, body: { comment: words.cancelComment } });
  return [
    ...PLAIN.filter((type) => allowed.has(type)).map((type) => ({ label: words[type], play: play(type) })),
    ...(allowed.has("deliver") ? waiting.flatMap((at) => deliveries(at, words, play)) : []),
    ...(allowed.has("return_begin") && hasFailed ? returns(order, words, play) : []),
    ...(allowed.has("driver_cancel")
      ? [{ label: words.driver_cancel, play: play("driver_cancel", { comment: words.driverComment }), harm: true }]
      : []),
    ...(allowed.has("cancel") ? [{ label: words.cancel, play: cancel, harm: true }] : []),
  ];
}

type Play = (type: Played["type"], more?: Omit<Played, "type">) => () => Promise<unknown>;

function deliveries(at: number, words: Words, play: Play): readonly Step[] {
  return [
    { label: words.deliver(at), play: play("deliver", { path_index: at }) },
    { label: words.fail(at), play: play("fail", { path_index: at, comment: words.failComment }), harm: true },
  ];
}

function returns(order: Order, words: Words, play: Play): readonly Step[] {
  if (order.sub_status === "RETURNED" || order.sub_status === "IN_REDELIVERY") return [];
  const type = order.sub_status === "IN_RETURN" ? "return_done" : "return_begin";
  return [{ label: words[type], play: play(type) }];
}
