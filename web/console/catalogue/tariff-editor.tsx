// A service's tariff: written, compared with the one in force, and tried on last week's orders before it is saved.

import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { OperatorService } from "../../../clients/typescript/src/api.ts";
import type { Answer } from "../../parts/ask.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { decimal, money } from "../../parts/formats.ts";
import { Faults } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { Quiet } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";
import { Link } from "../../parts/router.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { ask, useWrite } from "../frame/ask.ts";
import { Facts, Panel } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { TariffFields, tariffBody, tariffOf, useTariffFault } from "./tariff-fields.tsx";

const PAUSE_MS = 400;

export function TariffEditor({ service }: { readonly service: OperatorService }) {
  const words = useWords(consoleCatalogueWords);
  const kept = useDraft("tariff", () => tariffOf(service));
  const tariff = kept.typed;
  const write = useWrite("saveService", kept.forget);
  const draft = tariffBody(tariff);
  const fault = useTariffFault(tariff.distance_fee, service.max_distance);
  const preview = usePreview(service, draft, fault === undefined);
  return (
    <Panel title={words.tariff} note={words.tariffNote}>
      <Faults error={write.error ?? preview.error}>
        <DraftNote draft={kept} />
        <TariffFields
          tariff={tariff}
          onChange={kept.change}
          fault={fault}
          metersMax={service.max_distance}
          inForce={service.distance_fee}
        />
        <Stack gap="md" mt="md">
          {fault || preview.error ? null : <LastWeek preview={preview.data} />}
          {write.data && (
            <Alert color="green" variant="light" role="status" title={words.tariffSaved(write.data.tariff_version)} />
          )}
          <Group>
            <Button
              loading={write.isPending}
              // Nobody saves what last week would have cost without having seen it.
              disabled={preview.data === undefined}
              onClick={() => write.mutate({ params: { id: service._id }, body: draft })}
            >
              {words.saveTariff}
            </Button>
          </Group>
        </Stack>
      </Faults>
    </Panel>
  );
}

// Of what is written now, against what is in force now; nothing while it is being written, or broken.
function usePreview({ _id, tariff_version }: OperatorService, draft: object, isSound: boolean) {
  const written = JSON.stringify(draft);
  const [text] = useDebouncedValue(written, PAUSE_MS);
  const isSettled = isSound && text === written;
  const { data, error } = useQuery({
    queryKey: ["preview", _id, tariff_version, text],
    queryFn: ({ signal }) => ask("previewTariff", { body: { service_id: _id, service: JSON.parse(text) } }, { signal }),
    enabled: isSettled,
  });
  return isSettled ? { data, error } : { data: undefined, error: null };
}

// What last week's orders would have cost under a tariff.
function LastWeek({ preview }: { readonly preview: Answer<"previewTariff"> | undefined }) {
  const { words, language } = useConsole(consoleCatalogueWords);
  return (
    <section aria-label={words.lastWeek}>
      <Title order={3} size="h5" mb="xs">
        {words.lastWeek}
      </Title>
      {!preview && <Loading />}
      {preview?.orders === 0 && <Text c="dimmed">{words.lastWeekNone}</Text>}
      {preview && preview.orders > 0 && (
        <>
          <Facts
            cols={4}
            facts={[
              [
                words.ordersPriced,
                `${preview.orders} (${words.dearer(preview.dearer)}, ${words.cheaper(preview.cheaper)})`,
              ],
              [words.before, money(preview.total_in_force, language)],
              [words.after, money(preview.total, language)],
              [
                words.platform,
                `${money(preview.commission_in_force, language)} → ${money(preview.commission, language)}`,
              ],
            ]}
          />
          <Group mt="sm" mb={4}>
            <Quiet>{words.changesMost}</Quiet>
          </Group>
          <DataTable
            label={words.changesMost}
            rows={preview.examples.slice(0, 5)}
            keyOf={(example) => example.order_id}
            empty=""
            columns={[
              {
                title: words.order,
                cell: (example) => <Link href={`/console/orders/${example.order_id}`}>{example.order_id}</Link>,
              },
              { title: words.km, cell: (example) => decimal(example.x, language, 2), right: true },
              { title: words.before, cell: (example) => money(example.before, language), right: true },
              { title: words.after, cell: (example) => money(example.after, language), right: true },
            ]}
          />
        </>
      )}
    </section>
  );
}
