// Promo codes: what there is, and a new or changed one.
import { Button, Group, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { money } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console.ts";
import { consoleCatalogueWords } from "../../words/console-catalogue.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { DataTable } from "../frame/data-table.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Shown, View } from "../frame/view.tsx";

type Promo = {
  readonly code: string;
  readonly type: string;
  readonly value: number;
  readonly max_discount?: number;
  readonly service_ids?: readonly string[];
  readonly starts_at?: number;
  readonly ends_at?: number;
  readonly uses_max?: number;
  readonly uses: number;
};

// As an input of kind datetime-local has it, in the platform's own zone, which knows no summer time.
const ZONE_SECONDS = 7 * 3600;
const inputOf = (at: number | undefined): string =>
  at === undefined ? "" : new Date((at + ZONE_SECONDS) * 1000).toISOString().slice(0, 16);
const instantOf = (input: string): number => Date.parse(`${input}:00Z`) / 1000 - ZONE_SECONDS;

const NEW: Promo = { code: "", type: "PERCENT", value: 10, uses: 0 };

export function PromosView() {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  const promos = useAsked<readonly Promo[]>("/promos");
  const [edited, setEdited] = useState<Promo>();
  return (
    <View title={common.promos} actions={<Button onClick={() => setEdited(NEW)}>{words.promoNew}</Button>}>
      <Shown query={promos}>
        {(found) => (
          <DataTable
            label={common.promos}
            rows={found}
            keyOf={(promo) => promo.code}
            empty={words.noPromos}
            columns={[
              {
                title: words.code,
                cell: (promo) => (
                  <Button variant="subtle" size="compact-sm" onClick={() => setEdited(promo)}>
                    {promo.code}
                  </Button>
                ),
              },
              {
                title: words.worth,
                cell: (promo) => (promo.type === "PERCENT" ? `${promo.value} %` : money(promo.value, language)),
              },
              {
                title: words.maxDiscount,
                cell: (promo) => (promo.max_discount === undefined ? "–" : money(promo.max_discount, language)),
              },
              { title: words.onlyServices, cell: (promo) => promo.service_ids?.join(", ") ?? common.all },
              { title: words.uses, cell: (promo) => `${promo.uses} / ${promo.uses_max ?? "∞"}`, right: true },
            ]}
          />
        )}
      </Shown>
      {edited && <PromoForm key={edited.code} promo={edited} onClose={() => setEdited(undefined)} />}
    </View>
  );
}

function PromoForm({ promo, onClose }: { readonly promo: Promo; readonly onClose: () => void }) {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  const [code, setCode] = useState(promo.code);
  const [type, setType] = useState(promo.type);
  const [worth, setWorth] = useState<number | string>(promo.value);
  const [most, setMost] = useState<number | string>(promo.max_discount ?? "");
  const [usesMax, setUsesMax] = useState<number | string>(promo.uses_max ?? "");
  const [services, setServices] = useState(promo.service_ids?.join(", ") ?? "");
  const [starts, setStarts] = useState(inputOf(promo.starts_at));
  const [ends, setEnds] = useState(inputOf(promo.ends_at));
  const write = useWrite(onClose);
  const serviceIds = services.split(",").flatMap((id) => id.trim() || []);
  const body = {
    type,
    value: Number(worth),
    ...(most === "" ? {} : { max_discount: Number(most) }),
    ...(usesMax === "" ? {} : { uses_max: Number(usesMax) }),
    ...(serviceIds.length === 0 ? {} : { service_ids: serviceIds }),
    ...(starts === "" ? {} : { starts_at: instantOf(starts) }),
    ...(ends === "" ? {} : { ends_at: instantOf(ends) }),
  };
  return (
    <FormDialog
      title={words.promoNew}
      text={words.promoText}
      action={common.save}
      isOpen
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() =>
        write.mutate({ method: "PUT", path: `/promos/${encodeURIComponent(code.trim().toUpperCase())}`, body })
      }
    >
      <TextInput label={words.code} value={code} onChange={(event) => setCode(event.currentTarget.value)} required />
      <Group grow align="flex-end">
        <NativeSelect
          label={words.kind}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
          data={[
            { value: "PERCENT", label: words.percent },
            { value: "FLAT", label: words.flat },
          ]}
        />
        <NumberInput label={words.worth} value={worth} onChange={setWorth} min={1} thousandSeparator="," required />
      </Group>
      <Group grow align="flex-end">
        <NumberInput label={words.maxDiscount} value={most} onChange={setMost} min={1} thousandSeparator="," />
        <NumberInput label={words.usesMax} value={usesMax} onChange={setUsesMax} min={1} thousandSeparator="," />
      </Group>
      <Group grow align="flex-end">
        <TextInput
          type="datetime-local"
          label={words.starts}
          value={starts}
          onChange={(event) => setStarts(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label={words.ends}
          value={ends}
          onChange={(event) => setEnds(event.currentTarget.value)}
        />
      </Group>
      <TextInput
        label={words.onlyServices}
        description={words.onlyServicesHint}
        value={services}
        onChange={(event) => setServices(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
