// One service: what it is, tariff, limits, dispatch, zones, hours, surge, special requests, and what it was before.

import { Stack } from "@mantine/core";
import type { OperatorCity, OperatorService } from "../../../clients/typescript/src/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { fullTime } from "../../parts/formats.ts";
import { listed } from "../../parts/forms/listed.ts";
import { useWords } from "../../parts/language.tsx";
import { Notice } from "../../parts/notice.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { consoleWords } from "../../words/console/frame.ts";
import { consoleServiceWords } from "../../words/console/service.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { useCities } from "../frame/city-choice.tsx";
import { type Field, Fields, type Values, valuesOf } from "../frame/fields.tsx";
import { FormPanel } from "../frame/form-panel.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { useServiceFields } from "./service-fields.ts";
import { SpecialRequests } from "./special-requests.tsx";
import { TariffEditor } from "./tariff-editor.tsx";
import { WindowsPanel } from "./windows-editor.tsx";
import { ZoneEditor } from "./zone-editor.tsx";

export function ServiceView({ id }: { readonly id: string }) {
  const common = useWords(consoleWords);
  // Not read again by itself: somebody may be in the middle of changing it.
  const services = useAsked("listOperatorServices", {}, false);
  return (
    <View title={id}>
      <Shown query={services}>
        {(found) => {
          const service = found.services.find((one) => one._id === id);
          return service ? (
            <Found service={service} />
          ) : (
            <Notice title={common.missingTitle} text={common.missingText} />
          );
        }}
      </Shown>
    </View>
  );
}

function Found({ service }: { readonly service: OperatorService }) {
  const words = useWords(consoleServiceWords);
  const city = useCities().find((one) => one._id === service.city_id);
  const { about, limits, dispatch, drivers, planning } = useServiceFields(service.city_id === "");
  return (
    <>
      <SettingsPanel title={words.about} service={service} fields={about} />
      <TariffEditor service={service} />
      <SettingsPanel title={words.limits} service={service} fields={limits} />
      <SettingsPanel
        title={words.dispatch}
        note={words.dispatchNote}
        service={{ ...service, equipment: service.equipment.join(", ") }}
        fields={[...dispatch, ...drivers]}
        bodyOf={({ equipment, ...typed }) => ({ ...typed, equipment: listed(equipment) })}
      />
      <SettingsPanel
        title={words.planning}
        note={words.planningNote}
        service={{ ...service, plan_waves: service.plan_waves.join(", ") }}
        fields={planning}
        bodyOf={({ plan_waves, ...typed }) => ({ ...typed, plan_waves: listed(plan_waves) })}
      />
      {city && <Zones service={service} city={city} />}
      <WindowsPanel service={service} field="service_hours" />
      <WindowsPanel service={service} field="surge_rules" />
      <SpecialRequests service={service} />
      <Versions service={service} />
    </>
  );
}

type SettingsProps = {
  readonly title: string;
  readonly note?: string;
  readonly service: { readonly _id: string; readonly [field: string]: unknown };
  readonly fields: readonly Field[];
  // Where a field is typed otherwise than it is sent.
  readonly bodyOf?: (typed: Values) => object;
};

function SettingsPanel({ title, note, service, fields, bodyOf = (typed) => typed }: SettingsProps) {
  const draft = useDraft<Values>(fields[0]?.name, () => valuesOf(fields, service));
  const write = useWrite("saveService", draft.forget);
  return (
    <FormPanel
      title={title}
      {...(note ? { note } : {})}
      write={write}
      draft={draft}
      onSubmit={() => write.mutate({ params: { id: service._id }, body: bodyOf(draft.typed) })}
    >
      <Fields fields={fields} values={draft.typed} onChange={draft.change} />
    </FormPanel>
  );
}

function Zones({ service, city }: { readonly service: OperatorService; readonly city: OperatorCity }) {
  const words = useWords(consoleCatalogueWords);
  return (
    <Panel title={words.zones}>
      <Stack gap="xl">
        <ZoneEditor title={words.pickupZone} service={service} city={city} field="pickup_area" />
        <ZoneEditor title={words.deliveryZone} service={service} city={city} field="delivery_area" />
      </Stack>
    </Panel>
  );
}

function Versions({ service }: { readonly service: OperatorService }) {
  const { words, common, language } = useConsole(consoleCatalogueWords);
  const versions = useAsked("listServiceVersions", { params: { id: service._id } });
  return (
    <Panel title={words.history}>
      <Shown query={versions}>
        {(found) => (
          <DataTable
            label={words.history}
            rows={found.versions}
            keyOf={(one) => String(one.version)}
            empty=""
            columns={[
              { title: words.tariff, cell: (one) => words.version(one.version) },
              { title: common.time, cell: (one) => fullTime(one.save_time, language) },
              { title: words.expression, cell: (one) => <code>{one.service.distance_fee}</code> },
            ]}
          />
        )}
      </Shown>
    </Panel>
  );
}
