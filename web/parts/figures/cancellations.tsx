// Who cancelled orders, and why.
import { Text } from "@mantine/core";
import type { Figures } from "../../../clients/typescript/src/api.ts";
import { DRIVER_CANCEL_REASONS, USER_CANCEL_REASONS } from "../../../src/domain/orders/cancel-reasons.ts";
import { figureWords } from "../../words/figures.ts";
import { DataTable } from "../data-table.tsx";
import { useSpoken } from "../language.tsx";

const REASONS = [...USER_CANCEL_REASONS, ...DRIVER_CANCEL_REASONS];

export function Cancellations({ seen }: { readonly seen: Figures }) {
  const { words, language } = useSpoken(figureWords);
  const by = Object.entries(seen.cancelled_by).map(([who, count]) => `${count} ${words.cancelledBy[who] ?? who}`);
  return (
    <>
      {by.length > 0 && <Text mb="sm">{by.join(" · ")}</Text>}
      <DataTable
        label={words.cancellations}
        rows={Object.entries(seen.cancel_reasons)}
        keyOf={([code]) => code}
        empty={words.nothing}
        columns={[
          { title: words.reason, cell: ([code]) => REASONS.find((one) => one.code === code)?.[language] ?? code },
          { title: words.count, right: true, cell: ([, count]) => count },
        ]}
      />
    </>
  );
}
