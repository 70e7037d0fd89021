// The same figures by city, service, partner, account or driver.
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { PARTS, type Part } from "../../../src/domain/figures/spans.ts";
import { DataTable } from "../../parts/data-table.tsx";
import type { FigureDates } from "../../parts/figures/figure-choice.tsx";
import { measureText } from "../../parts/figures/measure-text.ts";
import { useSpoken } from "../../parts/language.tsx";
import { Link } from "../../parts/router.tsx";
import { figureWords, measureWords } from "../../words/figures.ts";
import { useAsked } from "../frame/ask.ts";
import { useCityName } from "../frame/city-choice.tsx";
import { useServiceName } from "../frame/service-name.ts";
import { Panel, Shown } from "../frame/view.tsx";

type Props = {
  readonly dates: FigureDates;
  readonly where: { readonly city_id?: string; readonly service_id?: string };
  readonly hrefOf: (part: Part, id: string) => string;
};

const SHOWN = [
  "orders",
  "cancelled",
  "fulfilment",
  "deliver_p50",
  "promise_kept",
  "acceptance",
  "utilisation",
  "earnings_per_hour",
  "revenue",
  "commission",
] as const;

export function PartsPanel({ dates, where, hrefOf }: Props) {
  const { words, language } = useSpoken(figureWords);
  const { words: names } = useSpoken(measureWords);
  const serviceName = useServiceName();
  const cityName = useCityName();
  const [of, setOf] = useState<Part>("service");
  const parts = useAsked("seeFigureParts", { query: { ...dates, ...where, of } });
  // Choosing one shows all figures of it.
  const nameOf = (id: string) => {
    return <Link href={hrefOf(of, id)}>{of === "service" ? serviceName(id) : of === "city" ? cityName(id) : id}</Link>;
  };
  return (
    <Panel title={`${words.parts} ${(words.partNames[of] ?? of).toLowerCase()}`}>
      <NativeSelect
        label={words.parts}
        value={of}
        onChange={(event) => setOf(PARTS.find((part) => part === event.currentTarget.value) ?? "service")}
        data={PARTS.map((part) => ({ value: part, label: words.partNames[part] ?? part }))}
        w={200}
        mb="sm"
      />
      <Shown query={parts}>
        {({ parts: rows }) => (
          <DataTable
            label={words.partNames[of] ?? of}
            rows={rows}
            keyOf={({ id }) => id}
            empty={words.nothing}
            columns={[
              { title: words.partNames[of] ?? of, cell: ({ id }) => nameOf(id) },
              ...SHOWN.filter((name) => rows.some(({ measures }) => (measures[name] ?? null) !== null)).map((name) => ({
                title: names[name],
                right: true,
                cell: ({ measures }: (typeof rows)[number]) => measureText(name, measures[name], language),
              })),
            ]}
          />
        )}
      </Shown>
    </Panel>
  );
}
