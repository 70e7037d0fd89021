// Which city the operator looks at; remembered, because it is the same one all day.

import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { OperatorCity } from "../../../clients/typescript/src/api.ts";
import { HOME_ZONE } from "../../../src/domain/local-time.ts";
import { consoleWords } from "../../words/console/frame.ts";
import { useAsked } from "./ask.ts";
import { useConsole } from "./words.ts";

const KEPT = "giao.console.city";
const FIRST_CITY = "SGN";

// Not read again by itself: somebody may be in the middle of changing one.
export function useCitiesQuery() {
  return useAsked("listOperatorCities", {}, false);
}

export function useCities(): readonly OperatorCity[] {
  return useCitiesQuery().data?.cities ?? [];
}

// In which a city's times are told; the platform's own while nobody knows.
export function useCityZone(): (cityId: string) => string {
  const cities = useCities();
  return (cityId) => cities.find(({ _id }) => _id === cityId)?.time_zone ?? HOME_ZONE;
}

// As people call it; its code where it is not in the list.
export function useCityName(): (cityId: string) => string {
  const { language } = useConsole(consoleWords);
  const cities = useCities();
  return (cityId) => {
    const city = cities.find(({ _id }) => _id === cityId);
    return (language === "vi" ? city?.name_vi_vn : city?.name) ?? cityId;
  };
}

// The one that was looked at last, as long as there is such a city.
export function useCity(): readonly [string, (cityId: string) => void] {
  const [first, ...others] = useCities();
  const [kept, setKept] = useState(() => sessionStorage.getItem(KEPT) ?? FIRST_CITY);
  const isThere = !first || [first, ...others].some((city) => city._id === kept);
  return [
    isThere ? kept : first._id,
    (chosen) => {
      sessionStorage.setItem(KEPT, chosen);
      setKept(chosen);
    },
  ];
}

type Props = { readonly cityId: string; readonly onChange: (cityId: string) => void };

export function CityChoice({ cityId, onChange }: Props) {
  const { words, language } = useConsole(consoleWords);
  const cities = useCities();
  return (
    <NativeSelect
      label={words.city}
      value={cityId}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={cities.map((city) => ({ value: city._id, label: language === "vi" ? city.name_vi_vn : city.name }))}
    />
  );
}
