// Cancelling an order as its sender, with one of the standard reasons or in one's own words.
import { Button, Group, Modal, Select, Stack, Textarea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { USER_CANCEL_REASONS } from "../../../src/domain/cancel-reasons.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { portalOrderWords } from "../../words/portal-order.ts";
import { ask } from "../ask.ts";
import type { Order } from "../wire.ts";
import { useChange } from "./order-queries.ts";

const OTHER = "OTHER";

export function CancelOrder({ order }: { readonly order: Order }) {
  const words = useWords(portalOrderWords);
  const { language } = useLanguage();
  const [isOpen, dialog] = useDisclosure(false);
  const [code, setCode] = useState<string | null>(null);
  const [comment, setComment] = useState("");
  const cancel = useChange(order, (why: string) =>
    ask(`/v3/orders/${order._id}`, { method: "DELETE", body: { comment: why } }),
  );
  const reason = USER_CANCEL_REASONS.find((known) => known.code === code);
  const why = reason && reason.code !== OTHER ? reason[language] : comment.trim();
  return (
    <>
      <Button color="red" variant="light" c="var(--mantine-color-text)" onClick={dialog.open}>
        {words.cancel}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={words.cancelTitle} centered>
        <Stack>
          <Select
            label={words.cancelReason}
            data={USER_CANCEL_REASONS.map((known) => ({ value: known.code, label: known[language] }))}
            value={code}
            onChange={setCode}
            searchable
          />
          {code === OTHER && (
            <Textarea
              label={words.cancelComment}
              value={comment}
              maxLength={500}
              onChange={(event) => setComment(event.currentTarget.value)}
            />
          )}
          {cancel.error && <ErrorNote error={cancel.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {words.keep}
            </Button>
            <Button
              color="red"
              disabled={why === ""}
              loading={cancel.isPending}
              onClick={() => cancel.mutate(why, { onSuccess: dialog.close })}
            >
              {words.cancel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
