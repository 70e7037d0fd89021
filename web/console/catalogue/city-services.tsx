// The services that can be had in a city.
import { Badge } from "@mantine/core";
import { DataTable } from "../../parts/data-table.tsx";
import { money } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { Link } from "../../parts/router.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { useAsked } from "../frame/ask.ts";
import { Shown } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

export function CityServices({ cityId }: { readonly cityId: string }) {
  const { words, common, language } = useConsole(consoleCatalogueWords);
  const services = useAsked("listOperatorServices", { query: { city_id: cityId } });
  return (
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
  );
}

export function Offered({ isOn, label }: { readonly isOn: boolean; readonly label?: string }) {
  const words = useWords(consoleCatalogueWords);
  return (
    <Badge variant="light" color={isOn ? "green" : "gray"} tt="none" c="var(--mantine-color-text)">
      {isOn ? (label ?? words.enabled) : words.disabled}
    </Badge>
  );
}
