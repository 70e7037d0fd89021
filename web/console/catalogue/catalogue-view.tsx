// The catalogue: a city's services, and the cities themselves.
import { Badge } from "@mantine/core";
import { money } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { Link } from "../../parts/router.tsx";
import { consoleWords } from "../../words/console.ts";
import { consoleCatalogueWords } from "../../words/console-catalogue.ts";
import { useAsked } from "../frame/ask.ts";
import { CityChoice, useCities, useCity } from "../frame/city-choice.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import type { Service } from "../frame/wire.ts";

export function CatalogueView() {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  const [cityId, setCityId] = useCity();
  const cities = useCities();
  const services = useAsked<{ readonly services: readonly Service[] }>(`/services?city_id=${cityId}`);
  return (
    <View title={common.catalogue} actions={<CityChoice cityId={cityId} onChange={setCityId} />}>
      <Panel title={words.services}>
        <Shown query={services}>
          {(found) => (
            <DataTable
              label={words.services}
              rows={found.services}
              keyOf={(service) => service._id}
              empty={words.noServices}
              columns={[
                {
                  title: common.service,
                  cell: (service) => (
                    <Link href={`/console/catalogue/services/${service._id}`} fw={600}>
                      {service._id}
                    </Link>
                  ),
                },
                {
                  title: common.name,
                  cell: (service) => (language === "vi" ? service.name_vi_vn : service.name_en_us),
                },
                { title: words.cod, cell: (service) => money(service.cod, language), right: true },
                { title: common.status, cell: (service) => <Offered isOn={service.enable} /> },
              ]}
            />
          )}
        </Shown>
      </Panel>
      <Panel title={words.cities}>
        <DataTable
          label={words.cities}
          rows={cities}
          keyOf={(city) => city._id}
          empty=""
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
            { title: common.status, cell: (city) => <Offered isOn={city.enable} /> },
          ]}
        />
      </Panel>
    </View>
  );
}

function Offered({ isOn }: { readonly isOn: boolean }) {
  const words = useWords(consoleCatalogueWords);
  return (
    <Badge variant="light" color={isOn ? "green" : "gray"} tt="none" c="var(--mantine-color-text)">
      {isOn ? words.enabled : words.disabled}
    </Badge>
  );
}
