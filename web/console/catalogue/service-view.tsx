// One service: tariff, figures, zones, hours, surge, special requests, and what it was before.
import { Alert, Button, Group, NumberInput, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import { fullTime } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { ErrorNote, Notice } from "../../parts/notice.tsx";
import { consoleWords } from "../../words/console.ts";
import { consoleCatalogueWords } from "../../words/console-catalogue.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { useCities } from "../frame/city-choice.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import type { Area, City, Service } from "../frame/wire.ts";
import { SpecialRequests } from "./special-requests.tsx";
import { TariffEditor } from "./tariff-editor.tsx";
import { WindowsEditor } from "./windows-editor.tsx";
import { ZoneEditor } from "./zone-editor.tsx";

export function ServiceView({ id }: { readonly id: string }) {
  const common = useWords(consoleWords);
  // Not read again by itself: somebody may be in the middle of changing it.
  const services = useAsked<{ readonly services: readonly Service[] }>("/services", false);
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

function Found({ service }: { readonly service: Service }) {
  const words = useWords(consoleCatalogueWords);
  const city = useCities().find((one) => one._id === service.city_id);
  return (
    <>
      <TariffEditor service={service} />
      <Figures service={service} />
      {city && <Zones service={service} city={city} />}
      <WindowsEditor
        title={words.hours}
        note={words.hoursNote}
        serviceId={service._id}
        field="service_hours"
        windows={service.service_hours}
      />
      <WindowsEditor
        title={words.surge}
        note={words.surgeNote}
        serviceId={service._id}
        field="surge_rules"
        windows={service.surge_rules}
      />
      <SpecialRequests service={service} />
      <Versions service={service} />
    </>
  );
}

function Figures({ service }: { readonly service: Service }) {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  const [cod, setCod] = useState<number | string>(service.cod);
  const [distance, setDistance] = useState<number | string>(service.max_distance);
  const [stops, setStops] = useState<number | string>(service.max_stop_points);
  const [timeout, setTimeout] = useState<number | string>(service.timeout);
  const [isOffered, setOffered] = useState(service.enable);
  const write = useWrite();
  const body = {
    cod: Number(cod),
    max_distance: Number(distance),
    max_stop_points: Number(stops),
    timeout: Number(timeout),
    enable: isOffered,
  };
  return (
    <Panel title={words.figures}>
      <Stack gap="md">
        {write.error && <ErrorNote error={write.error} />}
        {write.isSuccess && <Alert color="green" variant="light" role="status" title={common.saved} />}
        <Group align="flex-end">
          <NumberInput label={words.cod} value={cod} onChange={setCod} min={0} thousandSeparator="," />
          <NumberInput
            label={words.maxDistance}
            value={distance}
            onChange={setDistance}
            min={1}
            thousandSeparator=","
          />
          <NumberInput label={words.stops} value={stops} onChange={setStops} min={1} w={140} />
          <NumberInput label={words.timeout} value={timeout} onChange={setTimeout} min={1} w={180} />
        </Group>
        <Switch
          label={words.enable}
          checked={isOffered}
          onChange={(event) => setOffered(event.currentTarget.checked)}
        />
        <div>
          <Button
            loading={write.isPending}
            onClick={() => write.mutate({ method: "PUT", path: `/services/${service._id}`, body })}
          >
            {common.save}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}

function Zones({ service, city }: { readonly service: Service; readonly city: City }) {
  const words = useWords(consoleCatalogueWords);
  const write = useWrite();
  const zone = (field: "pickup_area" | "delivery_area", title: string) => (
    <ZoneEditor
      title={title}
      area={service[field]}
      outline={city.outline}
      center={city.center}
      isRemovable
      busy={write.isPending}
      error={undefined}
      onSave={(area: Area) =>
        write.mutate({ method: "PUT", path: `/services/${service._id}`, body: { [field]: area } })
      }
    />
  );
  return (
    <Panel title={words.zones}>
      <Stack gap="xl">
        {write.error && <ErrorNote error={write.error} />}
        {zone("pickup_area", words.pickupZone)}
        {zone("delivery_area", words.deliveryZone)}
      </Stack>
    </Panel>
  );
}

type Version = { readonly version: number; readonly save_time: number; readonly service: Service };

function Versions({ service }: { readonly service: Service }) {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  const versions = useAsked<{ readonly versions: readonly Version[] }>(`/services/${service._id}/versions`);
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
