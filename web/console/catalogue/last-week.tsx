// What last week's orders would have cost under a tariff.
import { Group, Text, Title } from "@mantine/core";
import type { Answer } from "../../parts/ask.ts";
import { decimal, money } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { Loading } from "../../parts/notice.tsx";
import { Link } from "../../parts/router.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { DataTable } from "../frame/data-table.tsx";
import { Facts } from "../frame/view.tsx";

export function LastWeek({ preview }: { readonly preview: Answer<"previewTariff"> | undefined }) {
  const words = useWords(consoleCatalogueWords);
  const { language } = useLanguage();
  return (
    <section aria-label={words.lastWeek}>
      <Title order={3} size="h5" mb="xs">
        {words.lastWeek}
      </Title>
      {!preview && <Loading />}
      {preview?.orders === 0 && <Text c="dimmed">{words.lastWeekNone}</Text>}
      {preview && preview.orders > 0 && (
        <>
          <Facts
            cols={4}
            facts={[
              [
                words.ordersPriced,
                `${preview.orders} (${words.dearer(preview.dearer)}, ${words.cheaper(preview.cheaper)})`,
              ],
              [words.before, money(preview.total_in_force, language)],
              [words.after, money(preview.total, language)],
              [
                words.platform,
                `${money(preview.commission_in_force, language)} → ${money(preview.commission, language)}`,
              ],
            ]}
          />
          <Group mt="sm" mb={4}>
            <Text size="sm" c="dimmed">
              {words.changesMost}
            </Text>
          </Group>
          <DataTable
            label={words.changesMost}
            rows={preview.examples.slice(0, 5)}
            keyOf={(example) => example.order_id}
            empty=""
            columns={[
              {
                title: words.order,
                cell: (example) => <Link href={`/console/orders/${example.order_id}`}>{example.order_id}</Link>,
              },
              { title: words.km, cell: (example) => decimal(example.x, language, 2), right: true },
              { title: words.before, cell: (example) => money(example.before, language), right: true },
              { title: words.after, cell: (example) => money(example.after, language), right: true },
            ]}
          />
        </>
      )}
    </section>
  );
}
