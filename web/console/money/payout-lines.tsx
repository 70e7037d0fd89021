// Who gets what of a payout, and why: the same in the preview and in a run that was made.
import type { PayoutLine } from "../../../clients/typescript/src/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { money } from "../../parts/formats.ts";
import { Heading } from "../../parts/looks/kinds.tsx";
import { Link } from "../../parts/router.tsx";
import { consolePayoutWords } from "../../words/console/payouts.ts";
import { useConsole } from "../frame/words.ts";

export function PayoutLines({ title, lines }: { readonly title: string; readonly lines: readonly PayoutLine[] }) {
  const { words, common, language } = useConsole(consolePayoutWords);
  return (
    <div>
      <Heading mb="sm">{title}</Heading>
      <DataTable
        label={words.lines}
        rows={lines}
        keyOf={(line) => line.mobile}
        empty={words.nobody}
        columns={[
          { title: words.driver, cell: (line) => <Link href={`/console/drivers/${line.mobile}`}>{line.name}</Link> },
          { title: words.wallet, cell: (line) => money(line.wallet, language), right: true },
          { title: words.later, cell: (line) => money(line.later, language), right: true },
          { title: words.held, cell: (line) => money(line.held, language), right: true },
          { title: words.why, cell: (line) => words.reasons[line.why] },
          { title: words.bank, cell: (line) => [line.bank, line.bank_account].filter(Boolean).join(" ") || "–" },
          { title: common.amount, cell: (line) => money(line.amount, language), right: true },
        ]}
      />
    </div>
  );
}
