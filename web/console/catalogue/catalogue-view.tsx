// The catalogue: a city's services, and the cities themselves.
import { Button } from "@mantine/core";
import { DataTable } from "../../parts/data-table.tsx";
import { goTo, Link } from "../../parts/router.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { CityChoice, useCities, useCity } from "../frame/city-choice.tsx";
import { Panel, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { CityServices, Offered } from "./city-services.tsx";
import { newServiceAt } from "./city-view.tsx";

export function CatalogueView() {
  const { words, common, language } = useConsole(consoleCatalogueWords);
  const [cityId, setCityId] = useCity();
  const cities = useCities();
  return (
    <View title={common.catalogue} actions={<CityChoice cityId={cityId} onChange={setCityId} />}>
      <Panel title={words.services}>
        <CityServices cityId={cityId} />
        <Button mt="md" onClick={() => goTo(newServiceAt(cityId))}>
          {words.newService}
        </Button>
      </Panel>
      <Panel title={words.cities}>
        <DataTable
          label={words.cities}
          rows={cities}
          keyOf={(city) => city._id}
          empty={words.noCities}
          columns={[
            {
              title: common.city,
              cell: (city) => (
                <Link href={`/console/catalogue/cities/${city._id}`} fw={600}>
                  {language === "vi" ? city.name_vi_vn : city.name}
                </Link>
              ),
            },
            { title: words.code, cell: (city) => city._id },
            { title: common.status, cell: (city) => <Offered isOn={city.enable} label={words.served} /> },
          ]}
        />
        <Button mt="md" onClick={() => goTo("/console/catalogue/cities/new")}>
          {words.newCity}
        </Button>
      </Panel>
    </View>
  );
}
