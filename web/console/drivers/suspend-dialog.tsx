// Before a driver is suspended: why, what they hold, and what becomes of each of it. What is not fetched yet goes to somebody else at once; goods on board cannot
// be moved from afar, and stand among what needs a person until they are settled.

import { List, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Order, PlacedDriver } from "../../../clients/typescript/src/api.ts";
import { money } from "../../parts/formats.ts";
import { ErrorNote, Loading } from "../../parts/notice.tsx";
import { Link } from "../../parts/router.tsx";
import { StatusBadge } from "../../parts/status-badge.tsx";
import { consolePeopleWords } from "../../words/console/people.ts";
import { ask, useAsked } from "../frame/ask.ts";
import { FormDialog } from "../frame/form-dialog.tsx";
import { useConsole } from "../frame/words.ts";

type Props = { readonly driver: PlacedDriver; readonly onClose: () => void };

const LEFT_OVER: ReadonlySet<string> = new Set(["FAILED", "PARTLY_DELIVERED", "RETURNING"]);

export function SuspendDialog({ driver, onClose }: Props) {
  const { words, language } = useConsole(consolePeopleWords);
  const { mobile } = driver;
  const [reason, setReason] = useState("");
  const open = useAsked("searchOrders", { query: { q: mobile, outcome: "OPEN" } });
  const newest = useAsked("searchOrders", { query: { q: mobile } });
  const wallet = useAsked("getDriverWallet", { params: { mobile } });
  const held = [
    ...(open.data?.orders ?? []),
    ...(newest.data?.orders ?? []).filter(({ outcome }) => LEFT_OVER.has(outcome)),
  ].filter(({ supplier_id }) => supplier_id === mobile);
  const suspend = useSuspend(mobile, held, onClose);
  const error = open.error ?? newest.error ?? wallet.error;
  const isKnown = open.data && newest.data && wallet.data;
  return (
    <FormDialog
      title={words.suspendWho(driver.name)}
      action={words.suspend}
      isOpen
      danger
      busy={suspend.isPending}
      error={suspend.error}
      onClose={onClose}
      onSubmit={() => suspend.mutate(reason)}
    >
      {error && <ErrorNote error={error} />}
      {isKnown ? (
        <Stack gap="xs">
          <Text>{words.codInHand(money(wallet.data.cod_in_hand, language))}</Text>
          {held.length === 0 ? (
            <Text>{words.holdsNothing}</Text>
          ) : (
            <List aria-label={words.holds}>
              {held.map((order) => (
                <List.Item key={order._id}>
                  <Link href={`/console/orders/${order._id}`}>{order._id}</Link> <StatusBadge order={order} />
                  <Text size="sm">{fateOf(order, words)}</Text>
                </List.Item>
              ))}
            </List>
          )}
        </Stack>
      ) : (
        !error && <Loading />
      )}
      <Textarea
        label={words.suspendReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        required
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}

function fateOf({ status, outcome }: Order, words: (typeof consolePeopleWords)["en"]): string {
  if (LEFT_OVER.has(outcome)) return words.fates.leftOver;
  return status === "ACCEPTED" ? words.fates.accepted : words.fates.onBoard;
}

// If this ends in the middle, what is left stands among what needs a person.
function useSuspend(mobile: string, held: readonly Order[], onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (reason: string) => {
      await ask("changeDriver", { params: { mobile }, body: { status: "DEACTIVATED", reason } });
      for (const { _id, status } of held) {
        if (status !== "ACCEPTED") continue;
        await ask("reassignOrder", { params: { order_id: _id }, body: { comment: reason } });
      }
    },
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ["asked"] }),
  });
}
