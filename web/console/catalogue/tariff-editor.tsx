// A service's tariff: written, compared with the one in force, and tried on last week's orders before it is saved.

import { Alert, Button, Group, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { OperatorService } from "../../../clients/typescript/src/api.ts";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { Faults } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { ask, useWrite } from "../frame/ask.ts";
import { Panel } from "../frame/view.tsx";
import { LastWeek } from "./last-week.tsx";
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
