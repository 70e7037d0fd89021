// The drivers: found by phone, plate or name, by city; and a new one.

import { Badge, Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { PlacedDriver } from "../../../clients/typescript/src/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { choicesOf } from "../../parts/forms/choices.ts";
import { useWords } from "../../parts/language.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { goTo, Link } from "../../parts/router.tsx";
import { consolePeopleWords } from "../../words/console/people.ts";
import { useWrite } from "../frame/ask.ts";
import { CityChoice, useCity } from "../frame/city-choice.tsx";
import type { Values } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { Pages } from "../frame/pages.tsx";
import { May } from "../frame/rights.tsx";
import { View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

export function DriversView() {
  const { words, common } = useConsole(consolePeopleWords);
  const [cityId, setCityId] = useCity();
  const [search, setSearch] = useState("");
  const [online, setOnline] = useState<"" | "true" | "false">("");
  const [isAdding, setAdding] = useState(false);
  return (
    <View
      title={common.drivers}
      actions={
        <May right="drivers">
          <Button onClick={() => setAdding(true)}>{words.newDriver}</Button>
        </May>
      }
    >
      <Group align="flex-end">
        <TextInput
          label={common.search}
          placeholder={words.searchDrivers}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w={{ base: "100%", xs: 340 }}
        />
        <CityChoice cityId={cityId} onChange={setCityId} />
        <NativeSelect
          label={common.status}
          value={online}
          onChange={(event) => setOnline(event.currentTarget.value as typeof online)}
          data={[
            { value: "", label: common.all },
            { value: "true", label: words.online },
            { value: "false", label: words.offline },
          ]}
        />
      </Group>
      <Pages of="listDrivers" input={{ query: { city_id: cityId, q: search.trim(), online: online || undefined } }}>
        {(pages) => <DriverTable drivers={pages.flatMap((page) => page.drivers)} />}
      </Pages>
      {isAdding && <NewDriver cityId={cityId} onClose={() => setAdding(false)} />}
    </View>
  );
}

function DriverTable({ drivers }: { readonly drivers: readonly PlacedDriver[] }) {
  const { words, common } = useConsole(consolePeopleWords);
  return (
    <DataTable
      label={common.drivers}
      rows={drivers}
      keyOf={(driver) => driver.mobile}
      empty={words.noDrivers}
      columns={[
        {
          title: common.name,
          cell: (driver) => (
            <Link href={`/console/drivers/${driver.mobile}`} fw={600}>
              {driver.name}
            </Link>
          ),
        },
        { title: common.phone, cell: (driver) => driver.mobile },
        {
          title: words.plate,
          cell: (driver) => `${driver.plate_number} · ${words.vehicles[driver.vehicle] ?? driver.vehicle}`,
        },
        { title: words.rating, cell: (driver) => driver.rating?.toFixed(1) ?? "–" },
        { title: common.status, cell: (driver) => <DriverState driver={driver} /> },
      ]}
    />
  );
}

export function DriverState({ driver }: { readonly driver: PlacedDriver }) {
  const words = useWords(consolePeopleWords);
  const isActive = driver.status === "ACTIVATED";
  const color = !isActive ? "red" : driver.online ? "green" : "gray";
  return (
    <Badge variant="light" color={color} tt="none" c="var(--mantine-color-text)">
      {!isActive ? words.suspended : driver.online ? words.online : words.offline}
      {driver.robot ? ` · ${words.robot}` : ""}
    </Badge>
  );
}

function NewDriver({ cityId, onClose }: { readonly cityId: string; readonly onClose: () => void }) {
  const { words, common } = useConsole(consolePeopleWords);
  const write = useWrite("createDriver", (driver) => goTo(`/console/drivers/${driver.mobile}`));
  return (
    <FieldsDialog
      title={words.newDriver}
      text={words.newDriverText}
      fields={[
        { name: "name", kind: "text", label: common.name },
        { name: "mobile", kind: "text", type: "tel", label: common.phone },
        { name: "plate_number", kind: "text", label: words.plate },
        { name: "vehicle", kind: "choice", label: words.vehicle, choices: choicesOf(words.vehicles) },
        { name: "pin", kind: "text", label: words.pin, hint: words.pinHint[isSandbox() ? "sandbox" : "production"] },
      ]}
      draft={useDraft<Values>(undefined, () => NOBODY)}
      write={write}
      onClose={onClose}
      onSubmit={(values) => write.mutate({ body: { ...values, city_id: cityId } })}
    />
  );
}

const NOBODY = { mobile: "", name: "", plate_number: "", vehicle: "BIKE", pin: "" };
