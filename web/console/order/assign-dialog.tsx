// Who takes an order that waits, or several: the drivers around its pickup as dispatch sees them, the best first, each with what keeps dispatch from
// asking them. One choice with the arrow keys, one button.

import { Alert, Badge, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { Refused } from "../../parts/call.ts";
import { distance, money } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { consoleBoardWords } from "../../words/console/board.ts";
import { consoleDispatchWords } from "../../words/console/dispatch.ts";
import { consoleOrderWords } from "../../words/console/orders.ts";
import { ask, useAsked } from "../frame/ask.ts";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Shown } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import styles from "./assign-dialog.module.css";

type Candidates = Answer<"listCandidates">;
type Candidate = Candidates["candidates"][number];

const REFRESH_MS = 10_000;
const OTHER = "other";

type Props = {
  // They are ranked for the first.
  readonly orderIds: readonly string[];
  readonly onClose: () => void;
  readonly onDone?: () => void;
};

export function AssignDialog({ orderIds, onClose, onDone }: Props) {
  const words = useWords(consoleBoardWords);
  const orders = useWords(consoleOrderWords);
  const [first = ""] = orderIds;
  const asked = useAsked("listCandidates", { params: { order_id: first } }, REFRESH_MS);
  const [chosen, setChosen] = useState<string>();
  const [typed, setTyped] = useState("");
  const best = asked.data?.candidates.find(({ assignable, rule }) => assignable && rule === "")?.mobile;
  const choice = chosen ?? best ?? "";
  const assign = useAssign(orderIds, asked.data, () => {
    onDone?.();
    onClose();
  });
  const wasChanged = assign.error instanceof Refused && assign.error.code === "ORDER_CHANGED";
  return (
    <FormDialog
      title={words.assignTo(orderIds.length)}
      action={orderIds.length === 1 ? words.give : words.giveAll(orderIds.length)}
      isOpen
      isWide
      busy={assign.isPending}
      error={wasChanged ? undefined : assign.error}
      onClose={onClose}
      onSubmit={() => assign.mutate(choice === OTHER ? typed : choice)}
    >
      {wasChanged && <Alert color="yellow" variant="light" role="alert" title={orders.orderChanged} />}
      <Shown query={asked}>
        {(found) => (
          <Radio.Group
            label={found.candidates.length === 0 ? words.noCandidates : words.candidates}
            value={choice}
            onChange={setChosen}
          >
            <Stack gap={0} mt="xs" className={styles.list ?? ""}>
              {found.candidates.map((candidate) => (
                <Radio
                  key={candidate.mobile}
                  value={candidate.mobile}
                  disabled={!candidate.assignable}
                  classNames={{ root: styles.candidate ?? "" }}
                  label={<Described candidate={candidate} found={found} />}
                />
              ))}
              <Radio value={OTHER} label={words.byPhone} classNames={{ root: styles.candidate ?? "" }} />
            </Stack>
          </Radio.Group>
        )}
      </Shown>
      {choice === OTHER && (
        <TextInput
          label={orders.driverPhone}
          type="tel"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          required
        />
      )}
    </FormDialog>
  );
}

function Described({ candidate, found }: { readonly candidate: Candidate; readonly found: Candidates }) {
  const { words, language } = useConsole(consoleBoardWords);
  const { name, plate_number, vehicle, pickup_in_seconds, pickup_distance, load, wallet } = candidate;
  return (
    <>
      <Group gap="xs">
        <Text component="span" fw={600}>
          {name}
        </Text>
        <Text component="span" size="sm" c="dimmed">
          {`${plate_number} · ${vehicle}`}
        </Text>
        <Rule candidate={candidate} found={found} />
      </Group>
      <Text component="span" size="sm">
        {[
          words.toPickup(Math.max(1, Math.round(pickup_in_seconds / 60)), distance(pickup_distance, language)),
          words.load(load),
          words.wallet(money(wallet, language)),
        ].join(" · ")}
      </Text>
    </>
  );
}

// Limits are said, not only that one was met.
function Rule({
  candidate: { rule, assignable },
  found,
}: {
  readonly candidate: Candidate;
  readonly found: Candidates;
}) {
  const words = useWords(consoleBoardWords);
  const { verdicts } = useWords(consoleDispatchWords);
  const { language } = useLanguage();
  const text =
    !assignable || rule === "WALLET_TOO_LOW"
      ? words.walletTooLow(money(found.wallet_needed, language))
      : rule === "TOO_FAR" && found.reach !== null
        ? words.tooFar(distance(found.reach, language))
        : rule === ""
          ? ""
          : verdicts[rule];
  if (text === "") return null;
  return (
    <Badge variant="light" color={assignable ? "yellow" : "red"} c="var(--mantine-color-text)" tt="none" fw={500}>
      {text}
    </Badge>
  );
}

// One after the other: each takes something from the same wallet.
function useAssign(orderIds: readonly string[], found: Candidates | undefined, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (mobile: string) => {
      for (const orderId of orderIds) {
        // What was seen is known of the first alone.
        const seen = orderId === found?.order_id ? { seq: found.seq } : {};
        await ask("assignOrder", { params: { order_id: orderId }, body: { mobile, ...seen } });
      }
    },
    onSuccess: onDone,
    // Who could take an order that somebody has is not asked for again.
    onSettled: (_done, error) =>
      client.invalidateQueries({
        queryKey: ["asked"],
        predicate: ({ queryKey }) => error !== null || queryKey[1] !== "listCandidates",
      }),
  });
}
