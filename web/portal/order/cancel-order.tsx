// Cancelling an order as its sender, with one of the standard reasons or in one's own words.

import { Select, Textarea } from "@mantine/core";
import { useState } from "react";
import type { Order } from "../../../clients/typescript/src/api.ts";
import { USER_CANCEL_REASONS } from "../../../src/domain/orders/cancel-reasons.ts";
import { useSpoken } from "../../parts/language.tsx";
import { portalOrderWords } from "../../words/portal/order.ts";
import { ask } from "../ask.ts";
import { SureButton } from "../sure-button.tsx";
import { useChange } from "./order-queries.ts";

const OTHER = "OTHER";

export function CancelOrder({ order }: { readonly order: Order }) {
  const { words, language } = useSpoken(portalOrderWords);
  const [code, setCode] = useState<string | null>(null);
  const [comment, setComment] = useState("");
  const cancel = useChange(order, (why: string) =>
    ask("cancelOrder", { params: { order_id: order._id }, body: { comment: why } }),
  );
  const reason = USER_CANCEL_REASONS.find((known) => known.code === code);
  const why = reason && reason.code !== OTHER ? reason[language] : comment.trim();
  return (
    <SureButton
      label={words.cancel}
      look={{ color: "red", variant: "light", c: "var(--mantine-color-text)" }}
      title={words.cancelTitle}
      keep={words.keep}
      change={cancel}
      given={why === "" ? undefined : why}
    >
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
    </SureButton>
  );
}
