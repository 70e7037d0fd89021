// Which city the operator looks at; remembered, because it is the same one all day.
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { useAsked } from "./ask.ts";
import type { City } from "./wire.ts";

const KEPT = "giao.console.city";
const FIRST_CITY = "SGN";

export function useCities(): readonly City[] {
  return useAsked<{ readonly cities: readonly City[] }>("/cities", false).data?.cities ?? [];
}

export function useCity(): readonly [string, (cityId: string) => void] {
  const [cityId, setCityId] = useState(() => sessionStorage.getItem(KEPT) ?? FIRST_CITY);
  return [
    cityId,
    (chosen) => {
      sessionStorage.setItem(KEPT, chosen);
      setCityId(chosen);
    },
  ];
}

type Props = { readonly cityId: string; readonly onChange: (cityId: string) => void };

export function CityChoice({ cityId, onChange }: Props) {
  const words = useWords(consoleWords);
  const { language } = useLanguage();
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
