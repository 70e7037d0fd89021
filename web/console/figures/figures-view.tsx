// How today and the last days were: for all that the operator's people may see.
import { NativeSelect, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { OPERATOR_CALLS } from "../../../clients/typescript/src/api.ts";
import type { Part } from "../../../src/domain/figures/spans.ts";
import { HOME_ZONE } from "../../../src/domain/local-time.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { Cancellations } from "../../parts/figures/cancellations.tsx";
import { FigureChoice, useFigureChoice } from "../../parts/figures/figure-choice.tsx";
import { FiguresBoard } from "../../parts/figures/figures-board.tsx";
import { pointSeconds } from "../../parts/figures/point-span.ts";
import { Link } from "../../parts/router.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { figureWords } from "../../words/figures.ts";
import { ask, CONSOLE_HEADER, useAsked } from "../frame/ask.ts";
import { useCities } from "../frame/city-choice.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { DemandMap } from "./demand-map.tsx";
import { PartsPanel } from "./parts-panel.tsx";

const REFRESH_MS = 15_000;
// Whose figures, where they are not everybody's.
const WHOSE = ["partner_id", "account", "driver"] as const;
const NOBODY = { partner_id: "", account: "", driver: "" };
const ASKED_BY: Readonly<Record<Part, string>> = {
  city: "city_id",
  service: "service_id",
  partner: "partner_id",
  account: "account",
  driver: "driver",
};
// What choosing one takes back: a driver's figures are of all services.
const CHOSEN: Readonly<Record<Part, Readonly<Record<string, string>>>> = {
  city: {},
  service: { driver: "" },
  partner: NOBODY,
  account: NOBODY,
  driver: { ...NOBODY, service_id: "" },
};

export function TodayView() {
  return <FiguresOf isToday />;
}

export function FiguresView() {
  return <FiguresOf isToday={false} />;
}

function FiguresOf({ isToday }: { readonly isToday: boolean }) {
  const { words, language } = useConsole(figureWords);
  const cities = useCities();
  const choice = useFigureChoice(isToday);
  const [cityId, serviceId] = [choice.get("city_id"), choice.get("service_id")];
  const services =
    useAsked("listOperatorServices", { query: cityId ? { city_id: cityId } : {} }, false).data?.services ?? [];
  const whose = WHOSE.find((name) => choice.get(name) !== "");
  const subject = whose ? choice.get(whose) : "";
  const where = { ...(cityId && { city_id: cityId }), ...(serviceId && { service_id: serviceId }) };
  const { by } = choice.query;
  const query = { ...choice.query, ...where, ...(whose && { [whose]: subject }) };
  const figures = useQuery({
    queryKey: ["asked", "seeFigures", query],
    queryFn: ({ signal }) => ask("seeFigures", { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const zone = cities.find(({ _id }) => _id === cityId)?.time_zone ?? HOME_ZONE;
  const ordersAt = useCallback(
    (at: string) => {
      const { from, to } = pointSeconds(at, by, zone);
      const found = new URLSearchParams({ from_time: String(from), to_time: String(to) });
      if (cityId) found.set("city_id", cityId);
      if (serviceId) found.set("service_id", serviceId);
      // Accounts and drivers are found by their phones.
      if (whose) found.set(whose === "partner_id" ? whose : "q", subject);
      return `/console/orders?${found}`;
    },
    [by, zone, cityId, serviceId, whose, subject],
  );
  const hrefOf = (part: Part, id: string): string => choice.hrefWith({ ...CHOSEN[part], [ASKED_BY[part]]: id });
  const onCsv = async (): Promise<void> => {
    const { compare: _compare, ...asked } = query;
    const path = addressOf(OPERATOR_CALLS.exportFigures, { query: asked });
    saveFile(await callForFile(path, { headers: CONSOLE_HEADER }), "giao-figures.csv");
  };
  return (
    <View title={isToday ? words.today : words.figures}>
      <Text c="dimmed">{isToday ? words.todayText : words.figuresText}</Text>
      <FigureChoice choice={choice} isToday={isToday}>
        <NativeSelect
          label={words.city}
          value={cityId}
          onChange={(event) => choice.set("city_id", event.currentTarget.value)}
          data={[
            { value: "", label: words.allCities },
            ...cities.map((city) => ({ value: city._id, label: language === "vi" ? city.name_vi_vn : city.name })),
          ]}
        />
        <NativeSelect
          label={words.service}
          value={serviceId}
          disabled={whose === "driver"}
          onChange={(event) => choice.set("service_id", event.currentTarget.value)}
          data={[
            { value: "", label: words.allServices },
            ...services.map((one) => ({
              value: one._id,
              label: `${language === "vi" ? one.name_vi_vn : one.name_en_us} · ${one._id}`,
            })),
          ]}
        />
      </FigureChoice>
      {whose && (
        <Text>
          {words.onlyOf(`${words.partNames[whose === "partner_id" ? "partner" : whose] ?? ""} ${subject}`)}{" "}
          <Link underline="always" href={choice.hrefWith(NOBODY)}>
            {words.showAll}
          </Link>
        </Text>
      )}
      <Shown query={figures}>
        {(seen) => (
          <>
            <FiguresBoard seen={seen} ordersAt={ordersAt} onCsv={onCsv} />
            <Panel title={words.cancellations}>
              <Cancellations seen={seen} />
            </Panel>
          </>
        )}
      </Shown>
      <PartsPanel dates={choice.dates} where={where} hrefOf={hrefOf} />
      {cities.length > 0 && !whose && (
        <DemandMap dates={choice.dates} city={cities.find(({ _id }) => _id === cityId) ?? cities[0]!} />
      )}
    </View>
  );
}
