// An order in hand: where to go next, whom to call, what to collect, and the one button that moves it on.

import { Button, Card, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { DriverOrder } from "../../clients/typescript/src/api.ts";
import { DRIVER_CANCEL_REASONS } from "../../src/domain/orders/cancel-reasons.ts";
import { money } from "../parts/formats.ts";
import { useSpoken, useWords } from "../parts/language.tsx";
import { Heading, PlainButton, Quiet } from "../parts/looks/kinds.tsx";
import { driveWords } from "../words/drive/drive.ts";
import { ProofDialog } from "./dialogs/proof-dialog.tsx";
import { ReasonDialog } from "./dialogs/reason-dialog.tsx";
import styles from "./page.module.css";
import type { Position } from "./positions/position-batch.ts";
import { nextTask, paysCashNow } from "./projected-order.ts";
import type { StepName } from "./queue/queued-step.ts";
import { StopList } from "./stop-list.tsx";
import type { StepQueue } from "./use-queue.ts";

type Stop = DriverOrder["path"][number];

type Props = {
  readonly order: DriverOrder;
  readonly queue: StepQueue;
  readonly position: Position | undefined;
};
// Of the standard reasons, those that make sense with the goods in hand before a door.
const FAIL_CODES = new Set([
  "RECIPIENT_SILENT",
  "RECIPIENT_CANCELS",
  "DELIVERY_ADDRESS_WRONG",
  "ADDRESS_CHANGED",
  "TIME_CHANGED",
  "WAITED_TOO_LONG",
  "VEHICLE_BROKEN",
  "OTHER",
]);
const FAIL_REASONS = DRIVER_CANCEL_REASONS.filter(({ code }) => FAIL_CODES.has(code));

type Dialog = "deliver" | "fail" | "cancel" | "return_done";

export function OrderCard({ order, queue, position }: Props) {
  const { words, language } = useSpoken(driveWords);
  const [dialog, setDialog] = useState<Dialog>();
  // Until the phone has kept it: a second tap would be a second step, refused, and with it all that was pressed after.
  const [isKeeping, setKeeping] = useState(false);
  const next = nextTask(order);
  if (!next) return null;
  const { task, stop } = next;
  const payer = paysCashNow(order, task);
  const press = async (
    name: StepName,
    more: { readonly comment?: string; readonly photo?: Blob } = {},
  ): Promise<void> => {
    setDialog(undefined);
    setKeeping(true);
    const place = position ? { lat: position.lat, lng: position.lng } : {};
    try {
      await queue.press({ orderId: order.order_id, name, pathIndex: stop.index, ...place, ...more });
    } finally {
      setKeeping(false);
    }
  };
  const moveOn = (): void => {
    if (task === "deliver" || task === "return_done") setDialog(task);
    else void press(task);
  };
  return (
    <Card withBorder className={styles.order} component="section" aria-label={words.orderTitle(order.order_id)}>
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Heading>{words.headlines[task]}</Heading>
          <Quiet>{order.order_id}</Quiet>
        </Group>
        <StopFacts stop={stop} order={order} isDelivery={task === "deliver"} />
        {stop.cod > 0 && task === "deliver" && (
          <div className={styles.money}>{words.codToCollect(money(stop.cod, language))}</div>
        )}
        {payer && <div className={styles.money}>{words.cashFrom[payer](money(order.cash, language))}</div>}
        <Button size="xl" disabled={isKeeping} onClick={moveOn}>
          {words.tasks[task]}
        </Button>
        <Group grow>
          {task === "deliver" && <PlainButton onClick={() => setDialog("fail")}>{words.fail}</PlainButton>}
          {order.status === "ACCEPTED" && <PlainButton onClick={() => setDialog("cancel")}>{words.giveUp}</PlainButton>}
        </Group>
        <StopList stops={order.path} nextIndex={stop.index} />
      </Stack>
      {(dialog === "deliver" || dialog === "return_done") && (
        <ProofDialog
          title={words.deliverTitle}
          label={words.tasks[dialog]}
          // Said once more where it is taken: by now the card is behind the dialog.
          money={[
            ...(dialog === "deliver" && stop.cod > 0 ? [words.codToCollect(money(stop.cod, language))] : []),
            ...(payer ? [words.cashFrom[payer](money(order.cash, language))] : []),
          ]}
          onClose={() => setDialog(undefined)}
          onDone={(photo) => void press(dialog, photo ? { photo } : {})}
        />
      )}
      {(dialog === "fail" || dialog === "cancel") && (
        <ReasonDialog
          title={dialog === "fail" ? words.failTitle : words.giveUpTitle}
          reasons={dialog === "fail" ? FAIL_REASONS : DRIVER_CANCEL_REASONS}
          withPhoto={dialog === "fail"}
          onClose={() => setDialog(undefined)}
          onDone={(comment, photo) => void press(dialog, { comment, ...(photo ? { photo } : {}) })}
        />
      )}
    </Card>
  );
}

type FactsProps = { readonly stop: Stop; readonly order: DriverOrder; readonly isDelivery: boolean };

function StopFacts({ stop, order, isDelivery }: FactsProps) {
  const words = useWords(driveWords);
  const notes = [order.remarks, stop.remarks].filter((note) => note !== "");
  return (
    <div>
      <Text fw={600}>{stop.address}</Text>
      <Text size="sm">
        {stop.name}
        {isDelivery && stop.tracking_number ? ` · ${stop.tracking_number}` : ""}
      </Text>
      <Button component="a" variant="default" my={4} href={`tel:+${stop.mobile.replace(/^0/, "84")}`}>
        {words.call(stop.name)}
      </Button>
      {order.items.length > 0 && (
        <Quiet>
          {words.goods}: {order.items.map(({ name, num }) => `${num} × ${name}`).join(", ")}
        </Quiet>
      )}
      {notes.length > 0 && (
        <Quiet>
          {words.note}: {notes.join(" · ")}
        </Quiet>
      )}
    </div>
  );
}
