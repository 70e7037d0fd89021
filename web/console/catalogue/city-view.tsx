// One city: what it is, and the services it has.
import { Button } from "@mantine/core";
import { useCallback, useMemo, useState } from "react";
import type { OperatorCity } from "../../../clients/typescript/src/api.ts";
import { Refused } from "../../parts/call.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { useWords } from "../../parts/language.tsx";
import type { LatLng } from "../../parts/map/polyline.ts";
import { Notice } from "../../parts/notice.tsx";
import { goTo } from "../../parts/router.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { useWrite } from "../frame/ask.ts";
import { useCitiesQuery } from "../frame/city-choice.tsx";
import { type Field, Fields, valuesOf } from "../frame/fields.tsx";
import { FormPanel } from "../frame/form-panel.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { AreaFields, areaIn } from "./area-fields.tsx";
import { CenterField, centerOf, NO_CENTER, useCenterMarker, usePinnedCenter } from "./city-center.tsx";
import { CityServices } from "./city-services.tsx";
import { readRings, ringsOf, writePlace, writeRings } from "./corners.ts";
import { OutsideMap } from "./outside-map.tsx";

export function CityView({ id }: { readonly id: string }) {
  const { words, common, language } = useConsole(consoleCatalogueWords);
  const cities = useCitiesQuery();
  const city = cities.data?.cities.find((one) => one._id === id);
  const name = city && (language === "vi" ? city.name_vi_vn : city.name);
  return (
    <View title={name ?? id} actions={<Button onClick={() => goTo(newServiceAt(id))}>{words.newService}</Button>}>
      <Shown query={cities}>
        {() =>
          city ? (
            <>
              <Panel title={words.services}>
                <CityServices cityId={id} />
              </Panel>
              <CityForm city={city} cities={cities.data?.cities ?? []} />
            </>
          ) : (
            <Notice title={common.missingTitle} text={common.missingText} />
          )
        }
      </Shown>
    </View>
  );
}

export function newServiceAt(cityId: string): string {
  return `/console/catalogue/services/new?city=${encodeURIComponent(cityId)}`;
}

export function NewCityView() {
  const words = useWords(consoleCatalogueWords);
  return (
    <View title={words.newCity}>
      <Shown query={useCitiesQuery()}>
        {({ cities }) => <CityForm cities={cities} onSaved={(city) => goTo(`/console/catalogue/cities/${city._id}`)} />}
      </Shown>
    </View>
  );
}

// A city, new or known: what it is called, where it ends, where its middle is, and whether it is served.
const NEW = {
  _id: "",
  name: "",
  name_vi_vn: "",
  country_id: "VN",
  time_zone: "Asia/Ho_Chi_Minh",
  level: 1,
  enable: true,
};

type Props = {
  readonly city?: OperatorCity;
  // Those there are: a new one takes the place of none of them.
  readonly cities: readonly OperatorCity[];
  readonly onSaved?: (city: OperatorCity) => void;
};

function CityForm({ city, cities, onSaved }: Props) {
  const words = useWords(consoleCatalogueWords);
  const fields = useCityFields(city === undefined);
  // As the form began: what another operator has drawn meanwhile is not drawn back by somebody who changes a name.
  const [begun] = useState(() => writeRings(ringsOf(city?.outline)));
  const draft = useDraft("city and its middle", () => ({
    values: valuesOf(fields, city ?? NEW),
    outline: begun,
    center: city ? centerOf(city.center) : NO_CENTER,
  }));
  const { values, outline, center } = draft.typed;
  const { change } = draft;
  const pinCenter = usePinnedCenter(change);
  const setOutline = useCallback((text: string) => change({ outline: text }), [change]);
  const write = useWrite("saveCity", (saved) => {
    draft.forget();
    onSaved?.(saved);
  });
  const { place } = center;
  // The field of the centre was in use last: a click on the map is for it.
  const [isPlacing, setPlacing] = useState(false);
  const placing = {
    name: words.center,
    onPlace: (at: LatLng): void => {
      setPlacing(false);
      pinCenter(at);
    },
  };
  const area = areaIn(outline);
  const corners = useMemo(() => cornersIn(outline), [outline]);
  const { _id, ...facts } = values;
  const id =
    city?._id ??
    String(_id ?? "")
      .trim()
      .toUpperCase();
  const body = {
    ...facts,
    // Text holds a place to a metre; an outline that nobody touched stays exactly as it is.
    ...(area && outline !== begun ? { outline: area } : {}),
    ...(place ? { center: place } : {}),
  };
  return (
    <FormPanel
      title={words.cityFacts}
      note={words.outlineNote}
      write={write}
      draft={draft}
      // A text that is no place must not be taken for none.
      isDisabled={(outline.trim() !== "" && !area) || (center.text.trim() !== "" && !place)}
      onSubmit={() => {
        const isTaken = !city && cities.some((one) => one._id === id);
        const refused = isTaken ? new Refused(409, "EXISTS", words.exists(id), undefined, "_id") : undefined;
        write.mutate({ params: { id: id || "-" }, body, refused });
      }}
    >
      <Fields fields={fields} values={values} onChange={(changes) => change({ values: { ...values, ...changes } })} />
      <CenterField
        center={center}
        near={corners[0]}
        onChange={(next) => change({ center: next })}
        onFocus={() => setPlacing(true)}
      />
      <AreaFields
        label={`${words.zoneMap}: ${words.outline}`}
        field="outline"
        text={outline}
        onText={setOutline}
        center={city?.center}
        marker={useCenterMarker(place, pinCenter)}
        // While somebody drags it, the view is theirs.
        writtenAt={place && center.source !== "pin" ? writePlace(place) : ""}
        click={isPlacing ? placing : undefined}
      />
      <OutsideMap of={place ? [...corners, place] : corners} />
    </FormPanel>
  );
}

function cornersIn(outline: string): readonly LatLng[] {
  const read = readRings(outline);
  return "faultLine" in read ? [] : read.flat();
}

function useCityFields(isNew: boolean): readonly Field[] {
  const words = useWords(consoleCatalogueWords);
  const id: Field = { name: "_id", kind: "text", label: words.cityCode, hint: words.cityCodeHint };
  return [
    ...(isNew ? [id] : []),
    { name: "name", kind: "text", label: words.nameEn },
    { name: "name_vi_vn", kind: "text", label: words.nameVi },
    { name: "country_id", kind: "text", label: words.country },
    { name: "time_zone", kind: "text", label: words.timeZone },
    { name: "level", kind: "number", label: words.level, hint: words.levelHint },
    { name: "enable", kind: "switch", label: words.enableCity },
  ];
}
