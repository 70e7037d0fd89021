// One city: what it is, and the services it has.
import { Button } from "@mantine/core";
import { useWords } from "../../parts/language.tsx";
import { Notice } from "../../parts/notice.tsx";
import { goTo } from "../../parts/router.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { useCitiesQuery } from "../frame/city-choice.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { CityForm } from "./city-form.tsx";
import { CityServices } from "./city-services.tsx";

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
