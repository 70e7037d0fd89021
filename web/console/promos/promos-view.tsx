// Promo codes: what there is, and a new or changed one.

import { Button, Center } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { HOME_ZONE, localIn, secondsIn } from "../../../src/domain/local-time.ts";
import type { Answer } from "../../parts/ask.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { money } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { ask, useWrite } from "../frame/ask.ts";
import { type Field, type Values, valuesOf } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

type Promo = Answer<"listPromos">[number];

const inputOf = (at: number | undefined): string => (at === undefined ? "" : localIn(HOME_ZONE, at).slice(0, 16));
// The input knows no seconds: an instant that nobody touched stays as it was.
const instantOf = (input: string, before: number | undefined): number | undefined =>
  input === inputOf(before) ? before : secondsIn(HOME_ZONE, `${input}:00`);

const NEW: Promo = { code: "", type: "PERCENT", value: 10, uses: 0 };

export function PromosView() {
  const { words, common, language } = useConsole(consoleCatalogueWords);
  const promos = usePromos();
  const [edited, setEdited] = useState<Promo>();
  return (
    <View title={common.promos} actions={<Button onClick={() => setEdited(NEW)}>{words.promoNew}</Button>}>
      {promos.error && <ErrorNote error={promos.error} onRetry={() => void promos.refetch()} />}
      {promos.isPending && <Loading />}
      {promos.data && (
        <>
          <DataTable
            label={common.promos}
            rows={promos.data.pages.flat()}
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
          {promos.hasNextPage && (
            <Center>
              <PlainButton loading={promos.isFetchingNextPage} onClick={() => void promos.fetchNextPage()}>
                {common.more}
              </PlainButton>
            </Center>
          )}
        </>
      )}
      {edited && <PromoForm key={edited.code} promo={edited} onClose={() => setEdited(undefined)} />}
    </View>
  );
}

// What the server gives at once; a page that is not full is the last.
const PAGE = 100;

function usePromos() {
  return useInfiniteQuery({
    // Read again after a write, like whatever else is asked for.
    queryKey: ["asked", "listPromos"],
    queryFn: ({ pageParam, signal }) => ask("listPromos", { query: { after: pageParam } }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.code),
  });
}

function PromoForm({ promo, onClose }: { readonly promo: Promo; readonly onClose: () => void }) {
  const words = useWords(consoleCatalogueWords);
  const kinds = [
    { value: "PERCENT", label: words.percent },
    { value: "FLAT", label: words.flat },
  ];
  const fields: readonly Field[] = [
    { name: "code", kind: "text", label: words.code },
    { name: "type", kind: "choice", label: words.kind, choices: kinds },
    { name: "value", kind: "number", label: words.worth, decimals: 2 },
    { name: "max_discount", kind: "number", label: words.maxDiscount },
    { name: "uses_max", kind: "number", label: words.usesMax },
    { name: "service_ids", kind: "text", label: words.onlyServices, hint: words.onlyServicesHint },
    { name: "starts_at", kind: "text", type: "datetime-local", label: words.starts },
    { name: "ends_at", kind: "text", type: "datetime-local", label: words.ends },
  ];
  const draft = useDraft<Values>(`promo ${promo.code}`, () => ({
    ...valuesOf(fields, promo),
    service_ids: promo.service_ids?.join(", ") ?? "",
    starts_at: inputOf(promo.starts_at),
    ends_at: inputOf(promo.ends_at),
  }));
  const write = useWrite("savePromo", () => {
    draft.forget();
    onClose();
  });
  return (
    <FieldsDialog
      title={words.promoNew}
      text={words.promoText}
      fields={fields}
      draft={draft}
      write={write}
      onClose={onClose}
      onSubmit={({ code, ...values }) => {
        const params = { code: String(code).trim().toUpperCase() || "-" };
        write.mutate({ params, body: bodyOf(values, promo) });
      }}
    />
  );
}

// What is left empty is left out: the code is then valid without an end, for every service, as often as anybody likes.
function bodyOf(values: Values, promo: Promo): object {
  const { service_ids: services, starts_at: starts, ends_at: ends, ...rest } = values;
  const serviceIds = String(services)
    .split(",")
    .flatMap((id) => id.trim() || []);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== "")),
    ...(serviceIds.length === 0 ? {} : { service_ids: serviceIds }),
    ...(starts ? { starts_at: instantOf(String(starts), promo.starts_at) } : {}),
    ...(ends ? { ends_at: instantOf(String(ends), promo.ends_at) } : {}),
  };
}
