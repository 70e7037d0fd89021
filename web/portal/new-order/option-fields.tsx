// What holds for the whole order: payment, promo code, time, remarks.

import { Checkbox, Paper, Select, SimpleGrid, TextInput } from "@mantine/core";
import { PAYMENT_METHODS } from "../../../src/domain/pricing/payment.ts";
import { choicesOf } from "../../parts/forms/choices.ts";
import { useField } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { Heading } from "../../parts/looks/kinds.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { paymentWords } from "../../words/payment.ts";
import { portalNewOrderWords } from "../../words/portal/new-order.ts";
import type { Draft } from "./order-draft.ts";

type Props = {
  readonly draft: Draft;
  readonly zone: string;
  // When the chosen service delivers, of a time that was agreed.
  readonly window: string | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
};

const OPTIMIZABLE_POINTS = 4;

export function OptionFields({ draft, zone, window, onChange }: Props) {
  const words = useWords(portalNewOrderWords);
  const payments = useWords(paymentWords);
  return (
    <Paper withBorder p="sm" component="section" aria-label={words.options}>
      <Heading mb="xs">{words.options}</Heading>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <Select
          label={words.payment}
          data={choicesOf(payments)}
          value={draft.paymentMethod}
          allowDeselect={false}
          onChange={(chosen) =>
            onChange({ paymentMethod: PAYMENT_METHODS.find((known) => known === chosen) ?? draft.paymentMethod })
          }
        />
        <TextInput
          label={words.promo}
          {...useField("promo_code")}
          value={draft.promoCode}
          maxLength={32}
          onChange={(event) => onChange({ promoCode: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={words.when}
          {...useField("order_time")}
          description={window === undefined ? words.whenHint(zone) : words.whenWindow(window, zone)}
          value={draft.when}
          onChange={(event) => onChange({ when: event.currentTarget.value })}
        />
        {isSandbox() && (
          <Select
            label={words.story}
            description="remarks"
            data={choicesOf(words.stories)}
            value={draft.story}
            allowDeselect={false}
            onChange={(story) => onChange({ story: story ?? "" })}
          />
        )}
      </SimpleGrid>
      <TextInput
        mt="xs"
        label={words.remarks}
        {...useField("remarks")}
        value={draft.remarks}
        maxLength={900}
        onChange={(event) => onChange({ remarks: event.currentTarget.value })}
      />
      {draft.points.length >= OPTIMIZABLE_POINTS && (
        <Checkbox
          mt="sm"
          label={words.optimize}
          checked={draft.optimize}
          onChange={(event) => onChange({ optimize: event.currentTarget.checked })}
        />
      )}
    </Paper>
  );
}
