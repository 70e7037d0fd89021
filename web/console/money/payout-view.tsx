// One payout: its lines, who approved it, the bank's file, and its end.
import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { OPERATOR_CALLS, type Payout } from "../../../clients/typescript/src/api.ts";
import { refusePaying } from "../../../src/domain/ledger/payout.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { dayAndTime, money } from "../../parts/formats.ts";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { consolePayoutWords } from "../../words/console/payouts.ts";
import { CONSOLE_HEADER, useAsked, useWrite } from "../frame/ask.ts";
import { useCityName } from "../frame/city-choice.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Facts, Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { PayoutLines } from "./payout-lines.tsx";

export function PayoutView({ id }: { readonly id: string }) {
  const { words } = useConsole(consolePayoutWords);
  const asked = useAsked("getPayout", { params: { id } });
  return (
    <View title={words.payout(id)}>
      <Shown query={asked}>{(payout) => <Found payout={payout} />}</Shown>
    </View>
  );
}

function Found({ payout }: { readonly payout: Payout }) {
  const { words, common, language } = useConsole(consolePayoutWords);
  const cityName = useCityName();
  const params = { id: payout.id };
  const approve = useWrite("approvePayout");
  const file = useMutation({
    mutationFn: async () =>
      saveFile(
        await callForFile(addressOf(OPERATOR_CALLS.exportPayout, { params }), { headers: CONSOLE_HEADER }),
        `giao-payout-${payout.id}.csv`,
      ),
  });
  const isOpen = payout.status === "OPEN";
  const isAwaited =
    isOpen &&
    refusePaying({ status: payout.status, needsTwo: payout.needs_two }, payout.approvals.length) !== undefined;
  const names = payout.approvals.map(({ name }) => name).join(", ");
  return (
    <Stack>
      <Panel title={words.statuses[payout.status]}>
        <Facts
          cols={3}
          facts={[
            [common.city, cityName(payout.city_id) || words.allCities],
            [words.upTo, dayAndTime(payout.up_to, language)],
            [words.total, money(payout.total, language)],
            [words.drivers, String(payout.drivers)],
            [words.made, `${dayAndTime(payout.made_time, language)}, ${payout.made_by}`],
            [words.approvals, names || words.nobodyYet],
            ...(isOpen
              ? []
              : ([[words.ended, `${dayAndTime(payout.end_time, language)}, ${payout.ended_by}`]] as const)),
            ...(payout.reference ? ([[words.reference, payout.reference]] as const) : []),
          ]}
        />
        {isOpen && payout.needs_two && (
          <Alert variant="light" color="yellow" title={words.needsTwo} mt="md">
            {`${words.approvals}: ${names || words.nobodyYet}`}
          </Alert>
        )}
        {[approve.error, file.error].map((error) => error && <ErrorNote key={String(error)} error={error} />)}
        <Group mt="md">
          <PlainButton loading={file.isPending} onClick={() => file.mutate()}>
            {words.csv}
          </PlainButton>
          {isOpen && payout.needs_two && (
            <Button
              {...(isAwaited ? {} : { variant: "outline" })}
              loading={approve.isPending}
              onClick={() => approve.mutate({ params })}
            >
              {words.approve}
            </Button>
          )}
          {isOpen && <End id={payout.id} isAwaited={isAwaited} />}
        </Group>
      </Panel>
      <Panel title={words.lines}>
        <PayoutLines title={`${words.total}: ${money(payout.total, language)}`} lines={payout.lines} />
      </Panel>
    </Stack>
  );
}

// `isAwaited`: somebody else has to approve before it may be marked paid.
function End({ id, isAwaited }: { readonly id: string; readonly isAwaited: boolean }) {
  const { words } = useConsole(consolePayoutWords);
  const [asking, setAsking] = useState<"paid" | "cancel">();
  const [reference, setReference] = useState("");
  const close = () => setAsking(undefined);
  const pay = useWrite("markPayoutPaid", close);
  const cancel = useWrite("cancelPayout", close);
  return (
    <>
      <Button disabled={isAwaited} onClick={() => setAsking("paid")}>
        {words.markPaid}
      </Button>
      <Button variant="outline" color="red" onClick={() => setAsking("cancel")}>
        {words.cancel}
      </Button>
      <FormDialog
        title={words.markPaid}
        text={words.markPaidText}
        action={words.markPaid}
        isOpen={asking === "paid"}
        busy={pay.isPending}
        error={pay.error}
        onClose={close}
        onSubmit={() => pay.mutate({ params: { id }, body: { reference } })}
      >
        <TextInput
          label={words.reference}
          required
          maxLength={100}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </FormDialog>
      <FormDialog
        title={words.cancel}
        text={words.cancelText}
        action={words.cancel}
        isOpen={asking === "cancel"}
        danger
        busy={cancel.isPending}
        error={cancel.error}
        onClose={close}
        onSubmit={() => cancel.mutate({ params: { id } })}
      />
    </>
  );
}
