// The buttons of an order, from the server's own table: one that is not allowed says why. Each action holds for what was seen: if
// somebody else was quicker, the server refuses and the page says so.

import { Alert, Button, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import type { InspectedOrder } from "../../../clients/typescript/src/api.ts";
import type { CallName } from "../../parts/ask.ts";
import { Refused } from "../../parts/call.ts";
import { money, SEPARATORS } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { Fine } from "../../parts/looks/kinds.tsx";
import { usePlace } from "../../parts/router.tsx";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { useWrite } from "../frame/ask.ts";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Panel } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { AssignDialog } from "./assign-dialog.tsx";

type Action = InspectedOrder["actions"][number];
type ActionName = Action["action"];
// A driver is chosen in a dialog of its own.
type FormAction = Exclude<ActionName, "assign">;
type Props = { readonly order: InspectedOrder };

export function OrderActions({ order }: Props) {
  const words = useWords(consoleOrderWords);
  const { query } = usePlace();
  const fits = order.actions.filter(({ allowed }) => allowed);
  const others = order.actions.filter(({ allowed }) => !allowed);
  // An address may name one: it is asked about at once, if it is possible.
  const [asked, setAsked] = useState(() => {
    const named = fits.find(({ action }) => action === query.get("do"));
    return named && { action: named.action, seen: order };
  });
  const [isDone, setDone] = useState(false);
  const [isOpen, rest] = useDisclosure(false);
  const done = (): void => {
    setAsked(undefined);
    setDone(true);
  };
  const buttons = (actions: readonly Action[]) =>
    actions.map((action) => (
      <ActionButton
        key={action.action}
        action={action}
        onClick={() => {
          setDone(false);
          setAsked({ action: action.action, seen: order });
        }}
      />
    ));
  return (
    <Panel title={words.actions}>
      <Stack gap="sm">
        {isDone && <Alert color="green" variant="light" role="status" title={words.done} />}
        {buttons(fits)}
        {fits.length === 0 && <Text c="dimmed">{words.nothingFits}</Text>}
        {others.length > 0 && (
          <Button variant="subtle" color="gray" aria-expanded={isOpen} onClick={rest.toggle}>
            {words.otherActions}
          </Button>
        )}
        {isOpen && buttons(others)}
      </Stack>
      {asked?.action === "assign" && (
        <AssignDialog orderIds={[order._id]} onClose={() => setAsked(undefined)} onDone={done} />
      )}
      {asked && asked.action !== "assign" && (
        <ActionDialog
          key={asked.action}
          action={asked.action}
          order={asked.seen}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
    </Panel>
  );
}

function ActionButton({ action, onClick }: { readonly action: Action; readonly onClick: () => void }) {
  const words = useWords(consoleOrderWords);
  const reason =
    action.because === ""
      ? ""
      : action.because === "STATUS"
        ? words.why.STATUS(action.possible_in)
        : words.why[action.because];
  const id = `why-${action.action}`;
  return (
    <div>
      <Button
        fullWidth
        variant={action.action === "cancel" ? "outline" : "light"}
        {...(action.action === "cancel" ? { color: "red" } : {})}
        disabled={!action.allowed}
        aria-describedby={reason ? id : undefined}
        onClick={onClick}
      >
        {words.action[action.action]}
      </Button>
      {reason && (
        <Fine id={id} mt={2}>
          {reason}
        </Fine>
      )}
    </div>
  );
}

const CALL_OF = {
  cancel: "cancelForOperator",
  reassign: "reassignOrder",
  confirm: "confirmOrder",
  complete_point: "completePoint",
  fail_point: "failPointForOperator",
  begin_return: "returnForOperator",
  note_returned: "returnForOperator",
  refund: "refundOrder",
} as const satisfies Record<FormAction, CallName>;

type DialogProps = Props & { readonly action: FormAction; readonly onClose: () => void; readonly onDone: () => void };

function ActionDialog({ action, order, onClose, onDone }: DialogProps) {
  const { words, common, language } = useConsole(consoleOrderWords);
  const open = order.path.flatMap((point, at) => (at > 0 && point.status === "" ? [String(at)] : []));
  const left = order.total_fee - order.refunded;
  const [comment, setComment] = useState("");
  const [point, setPoint] = useState(open[0] ?? "1");
  const [amount, setAmount] = useState<number | string>(left);
  // Another for what comes after: the same twice, also from a second window, moves the money once.
  const [reference, setReference] = useState(`console-${order.seq}-${order.refunded}`);
  const write = useWrite(CALL_OF[action], onDone);
  const isPoint = action === "complete_point" || action === "fail_point";
  const submit = (): void => {
    const isReturn = action === "begin_return" || action === "note_returned";
    const more = isReturn ? { done: action === "note_returned" } : action === "confirm" ? {} : { comment };
    const body = action === "refund" ? { amount: Number(amount), reference } : { seq: order.seq, ...more };
    write.mutate({ params: { order_id: order._id, path_index: point }, body });
  };
  const text = {
    cancel: words.cancelText,
    reassign: words.reassignText,
    refund: words.refundText(money(left, language)),
    confirm: "",
    complete_point: "",
    fail_point: "",
    begin_return: words.beginReturnText,
    note_returned: words.noteReturnedText,
  }[action];
  const { error } = write;
  const wasChanged = error instanceof Refused && error.code === "ORDER_CHANGED";
  return (
    <FormDialog
      title={words.action[action]}
      text={text}
      action={words.action[action]}
      isOpen
      busy={write.isPending}
      error={wasChanged ? undefined : error}
      danger={action === "cancel"}
      onClose={onClose}
      onSubmit={submit}
    >
      {wasChanged && <Alert color="yellow" variant="light" role="alert" title={words.orderChanged} />}
      {isPoint && (
        <NativeSelect
          label={words.point}
          value={point}
          onChange={(event) => setPoint(event.currentTarget.value)}
          data={open.map((at) => ({
            value: at,
            label: `${words.delivery(Number(at))}: ${order.path[Number(at)]?.address}`,
          }))}
        />
      )}
      {action === "refund" && (
        <>
          <NumberInput
            label={common.amount}
            value={amount}
            onChange={setAmount}
            min={1}
            max={left}
            decimalScale={0}
            {...SEPARATORS[language]}
          />
          <TextInput
            label={common.reference}
            description={common.referenceHint}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
            required
          />
        </>
      )}
      {(action === "cancel" || action === "reassign" || isPoint) && (
        <Textarea
          label={common.comment}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          required={action === "reassign" || action === "fail_point"}
          autosize
          minRows={2}
        />
      )}
    </FormDialog>
  );
}
