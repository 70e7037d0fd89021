// Who wants to drive, by city: the one that waits for longest first.
import { Anchor, Group, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { APPLICATION_STATUSES, type ApplicationStatus } from "../../../src/domain/joining/application.ts";
import { dayAndTime } from "../../parts/formats.ts";
import { Link } from "../../parts/router.tsx";
import { joiningWords } from "../../words/joining.ts";
import { CityChoice, useCity } from "../frame/city-choice.tsx";
import { PagedTable } from "../frame/pages.tsx";
import { View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

export function ApplicationsView() {
  const { words, common, language } = useConsole(joiningWords);
  const [cityId, setCityId] = useCity();
  const [status, setStatus] = useState<ApplicationStatus | "">("SUBMITTED");
  return (
    <View
      title={words.applications}
      actions={
        <Anchor href={`/join/${cityId}`} target="_blank">
          {words.joinPage}
        </Anchor>
      }
    >
      <Group align="flex-end">
        <CityChoice cityId={cityId} onChange={setCityId} />
        <NativeSelect
          label={common.status}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value as typeof status)}
          data={[
            { value: "", label: common.all },
            ...APPLICATION_STATUSES.map((one) => ({ value: one, label: words.statuses[one] })),
          ]}
        />
      </Group>
      <PagedTable
        of="listApplications"
        input={{ query: { city_id: cityId, status: status || undefined } }}
        rowsOf={(page) => page.applications}
        label={words.applications}
        keyOf={(one) => one.id}
        empty={words.none}
        columns={[
          {
            title: common.name,
            cell: (one) => (
              <Link href={`/console/applications/${one.id}`} fw={600}>
                {one.name}
              </Link>
            ),
          },
          { title: common.phone, cell: (one) => one.mobile },
          { title: words.plate, cell: (one) => `${one.plate_number} · ${words.vehicles[one.vehicle]}` },
          { title: common.status, cell: (one) => words.statuses[one.status] },
          { title: words.changed, cell: (one) => dayAndTime(one.change_time, language) },
        ]}
      />
    </View>
  );
}
