// A new service: its id, what it is, tariff, limits and how its drivers are found, in one form. What needs a map or a list is set
// on its own page afterwards.

import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { OperatorService } from "../../../clients/typescript/src/api.ts";
import { hostedServiceIdOf, serviceIdOf } from "../../../src/domain/catalogue/ids.ts";
import { Refused } from "../../parts/call.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { useWords } from "../../parts/language.tsx";
import { Quiet } from "../../parts/looks/kinds.tsx";
import { goTo, usePlace } from "../../parts/router.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { consoleServiceWords } from "../../words/console/service.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { useCities } from "../frame/city-choice.tsx";
import { type Field, Fields, type Values, valuesOf } from "../frame/fields.tsx";
import { FormPanel } from "../frame/form-panel.tsx";
import { Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { useServiceFields } from "./service-fields.ts";
import { TariffFields, tariffBody, tariffOf, useTariffFault } from "./tariff-fields.tsx";

// As the server begins one that says nothing.
const BEGIN = {
  vehicle: "BIKE",
  delivery_type: "INSTANT",
  enable: true,
  distance_fee: "(25000 if x <= 4 else 25000 + (x - 4) * 5500)",
  stop_fee: 5_000,
  toll_fee: 0,
  ferry_fee: 0,
  vat_rate: 0.08,
  commission_value: 21.2,
  cod: 0,
  max_distance: 100_000,
  min_stop_points: 1,
  max_stop_points: 5,
  timeout: 600,
  rebroadcast_limit: 2,
  auto_assign: true,
  auto_assign_distance: 3_000,
  advance_broadcast_distance: 5_000,
  max_bundle: 1,
  take_back: false,
  need_confirm_before_pickup: false,
  collect_cash_before_pickup: false,
};

const HOSTED = "";

type Services = { readonly services: readonly OperatorService[] };

export function NewServiceView() {
  const { newService } = useWords(consoleCatalogueWords);
  // Which ids are taken has to be known.
  const known = useAsked("listOperatorServices", {}, false);
  return (
    <View title={newService}>
      <Shown query={known}>{({ services }) => <NewService services={services} />}</Shown>
    </View>
  );
}

function NewService({ services }: Services) {
  const words = useWords(consoleServiceWords);
  const { query } = usePlace();
  const place = useDraft<Values>("where", () => ({ city: query.get("city") ?? HOSTED, _id: "", from: "" }));
  const where = place.typed;
  const model = services.find((service) => service._id === where.from);
  const isHosted = where.city === HOSTED;
  const code = String(where._id).trim().toUpperCase();
  const id = isHosted ? hostedServiceIdOf(code) : serviceIdOf(String(where.city), code);
  return (
    <ServiceForm
      // Another model begins the form anew.
      key={String(where.from)}
      id={id}
      onMade={place.forget}
      isTaken={services.some((service) => service._id === id)}
      isHosted={isHosted}
      model={model}
      head={
        <>
          <Fields fields={useWhereFields(isHosted, services)} values={where} onChange={place.change} />
          <Quiet>
            {code && words.willBe(id)} {words.newServiceText}
          </Quiet>
        </>
      }
    />
  );
}

function useWhereFields(isHosted: boolean, services: readonly OperatorService[]): readonly Field[] {
  const { words, language } = useConsole(consoleServiceWords);
  const cities = useCities().map((city) => ({
    value: city._id,
    label: language === "vi" ? city.name_vi_vn : city.name,
  }));
  const groups = new Set(services.filter((service) => service.city_id).map((service) => service.group_service_id));
  return [
    {
      name: "city",
      kind: "choice",
      label: words.cityOf,
      choices: [...cities, { value: HOSTED, label: words.hostedCity }],
    },
    {
      name: "_id",
      kind: "text",
      label: words.serviceCode,
      hint: isHosted ? words.hostedCodeHint : words.serviceCodeHint,
      ...(isHosted ? {} : { suggestions: [...groups] }),
    },
    {
      name: "from",
      kind: "choice",
      label: words.startFrom,
      hint: words.startFromHint,
      choices: [{ value: "", label: words.nothing }, ...services.map(({ _id }) => ({ value: _id, label: _id }))],
    },
  ];
}

type FormProps = {
  readonly id: string;
  readonly isTaken: boolean;
  readonly onMade: () => void;
  readonly isHosted: boolean;
  readonly model: OperatorService | undefined;
  readonly head: ReactNode;
};

function ServiceForm({ id, isTaken, onMade, isHosted, model, head }: FormProps) {
  const words = useWords(consoleServiceWords);
  const catalogue = useWords(consoleCatalogueWords);
  const { about, limits, dispatch } = useServiceFields(isHosted);
  const begin = model ?? BEGIN;
  const fields = [...about, ...limits, ...dispatch];
  const draft = useDraft("service", () => ({ values: valuesOf(fields, begin), tariff: tariffOf(begin) }));
  const { values, tariff } = draft.typed;
  const write = useWrite("saveService", (service) => {
    draft.forget();
    onMade();
    goTo(`/console/catalogue/services/${service._id}`);
  });
  const metersMax = Number(values.max_distance) || 1;
  const fault = useTariffFault(tariff.distance_fee, metersMax);
  const body = {
    ...(model ? { service_hours: model.service_hours, requests: model.requests.map(withoutId) } : {}),
    // Of the fields that are shown: a service of a city has no partner of its own, whatever was typed before.
    ...Object.fromEntries(fields.flatMap(({ name }) => ((values[name] ?? "") !== "" ? [[name, values[name]]] : []))),
    ...tariffBody(tariff),
  };
  const part = (title: string, fields: readonly Field[]) => (
    <Part title={title}>
      <Fields
        fields={fields}
        values={values}
        onChange={(changes) => draft.change({ values: { ...values, ...changes } })}
      />
    </Part>
  );
  return (
    <FormPanel
      title={catalogue.newService}
      write={write}
      draft={draft}
      isDisabled={fault !== undefined}
      onSubmit={() => {
        const refused = isTaken ? new Refused(409, "EXISTS", catalogue.exists(id), undefined, "_id") : undefined;
        write.mutate({ params: { id }, body, refused });
      }}
    >
      {head}
      {part(words.about, about)}
      <Part title={catalogue.tariff}>
        <Quiet mb="sm">{catalogue.tariffNote}</Quiet>
        <TariffFields
          tariff={tariff}
          onChange={(changed) => draft.change({ tariff: changed })}
          fault={fault}
          metersMax={metersMax}
        />
      </Part>
      {part(words.limits, limits)}
      {part(words.dispatch, dispatch)}
    </FormPanel>
  );
}

// The id of a special request names its service; of another service it is told by its group.
function withoutId<Request extends { readonly _id: string }>({ _id, ...request }: Request): Omit<Request, "_id"> {
  return request;
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap={0} role="group" aria-label={title} mt="md">
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
