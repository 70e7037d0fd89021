// Payouts to drivers: the runs there were, a new one with who would get what, and cash that drivers handed in.
import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { HOME_ZONE, secondsIn } from "../../../src/domain/local-time.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { dayAndTime, isoDay, money } from "../../parts/formats.ts";
import { goTo, Link } from "../../parts/router.tsx";
import { consolePayoutWords } from "../../words/console/payouts.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { useCities, useCityName } from "../frame/city-choice.tsx";
import type { Values } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { PagedTable } from "../frame/pages.tsx";
import { consoleSession } from "../frame/session.ts";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { PayoutLines } from "./payout-lines.tsx";

export function PayoutsView() {
  const { words, common, language } = useConsole(consolePayoutWords);
  const { cities } = consoleSession.useSession();
  const cityName = useCityName();
  const [isMaking, setMaking] = useState(false);
  return (
    <View title={words.payouts} actions={<Button onClick={() => setMaking(true)}>{words.make}</Button>}>
      <PagedTable
        of="listPayouts"
        input={{ query: {} }}
        rowsOf={(page) => page.payouts}
        label={words.payouts}
        keyOf={(one) => one.id}
        empty={words.none}
        columns={[
          {
            title: words.made,
            cell: (one) => (
              <Link href={`/console/payouts/${one.id}`} fw={600}>
                {dayAndTime(one.made_time, language)}
              </Link>
            ),
          },
          { title: common.city, cell: (one) => cityName(one.city_id) || words.allCities },
          { title: common.status, cell: (one) => words.statuses[one.status] },
          { title: words.drivers, cell: (one) => String(one.drivers), right: true },
          { title: words.total, cell: (one) => money(one.total, language), right: true },
        ]}
      />
      {cities.length === 0 && <HandIns />}
      {isMaking && <MakePayout onClose={() => setMaking(false)} />}
    </View>
  );
}

function MakePayout({ onClose }: { readonly onClose: () => void }) {
  const { words, common, language } = useConsole(consolePayoutWords);
  const session = consoleSession.useSession();
  const isLimited = session.cities.length > 0;
  const [cityId, setCityId] = useState(isLimited ? (session.cities[0] ?? "") : "");
  const [day, setDay] = useState("");
  const cities = useCities();
  // The end of that day; now where none is given.
  const upTo =
    day === "" ? undefined : Math.min(secondsIn(HOME_ZONE, `${day}T23:59:59`), Math.floor(Date.now() / 1_000));
  const scope = { city_id: cityId || undefined, up_to: upTo === undefined ? undefined : String(upTo) };
  const preview = useAsked("previewPayout", { query: scope }, false);
  const make = useWrite("makePayout", ({ id }) => goTo(`/console/payouts/${id}`));
  return (
    <FormDialog
      title={words.make}
      text={words.makeText}
      action={words.make}
      isOpen
      isWide
      busy={make.isPending}
      error={make.error}
      onClose={onClose}
      onSubmit={() =>
        make.mutate({
          body: { ...(cityId ? { city_id: cityId } : {}), ...(upTo === undefined ? {} : { up_to: upTo }) },
        })
      }
    >
      <Group align="flex-end">
        <NativeSelect
          label={common.city}
          value={cityId}
          onChange={(event) => setCityId(event.currentTarget.value)}
          data={[
            ...(isLimited ? [] : [{ value: "", label: words.allCities }]),
            ...cities.map((city) => ({ value: city._id, label: language === "vi" ? city.name_vi_vn : city.name })),
          ]}
        />
        <TextInput
          type="date"
          label={words.upTo}
          max={isoDay(new Date())}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </Group>
      <Shown query={preview}>
        {({ total, lines }) => (
          <PayoutLines title={`${words.preview} · ${words.total}: ${money(total, language)}`} lines={lines} />
        )}
      </Shown>
    </FormDialog>
  );
}

function HandIns() {
  const { words, common, language } = useConsole(consolePayoutWords);
  const asked = useAsked("listHandIns", {});
  const [isRecording, setRecording] = useState(false);
  const close = () => setRecording(false);
  const record = useWrite("recordHandIn", close);
  const draft = useDraft<Values>(undefined, () => ({ mobile: "", amount: "", receipt: "" }));
  return (
    <Panel title={words.handIns}>
      <Button mb="sm" onClick={() => setRecording(true)}>
        {words.handIn}
      </Button>
      <Shown query={asked}>
        {({ hand_ins }) => (
          <DataTable
            label={words.handIns}
            rows={hand_ins}
            keyOf={(one) => one.receipt}
            empty={words.noHandIns}
            columns={[
              { title: words.receipt, cell: (one) => one.receipt },
              {
                title: words.driver,
                cell: (one) => <Link href={`/console/drivers/${one.mobile}`}>{`${one.name}, ${one.mobile}`}</Link>,
              },
              { title: common.time, cell: (one) => dayAndTime(one.time, language) },
              { title: words.receivedBy, cell: (one) => one.received_by },
              { title: common.amount, cell: (one) => money(one.amount, language), right: true },
            ]}
          />
        )}
      </Shown>
      {isRecording && (
        <FieldsDialog
          title={words.handIn}
          text={words.handInText}
          fields={[
            { name: "mobile", kind: "text", type: "tel", label: words.driverPhone },
            { name: "amount", kind: "number", label: common.amount },
            { name: "receipt", kind: "text", label: words.receipt },
          ]}
          draft={draft}
          write={record}
          onClose={close}
          onSubmit={({ mobile, ...body }) => record.mutate({ params: { mobile: String(mobile) }, body })}
        />
      )}
    </Panel>
  );
}
