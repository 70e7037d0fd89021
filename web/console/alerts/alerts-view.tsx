// Rules of who is told what of the platform, and what was told.
import { Alert, Badge, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { AlertMessage, AlertRule } from "../../../clients/typescript/src/api.ts";
import { hasCity, termsOfKind } from "../../../src/domain/alerts/alert-rule.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { dayAndTime, fullTime } from "../../parts/formats.ts";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Fine, PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import { consoleAlertWords } from "../../words/console/alerts.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { useCityName } from "../frame/city-choice.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { PagedTable } from "../frame/pages.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { BrowserPanel } from "./browser-panel.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

export function AlertsView() {
  const { words, common } = useConsole(consoleAlertWords);
  const rules = useAsked("listAlertRules", {});
  const [edited, setEdited] = useState<AlertRule | "new">();
  return (
    <View title={common.alerts} actions={<PlainButton onClick={() => setEdited("new")}>{words.newRule}</PlainButton>}>
      <Text c="dimmed">{words.note}</Text>
      <Shown query={rules}>
        {(found) => (
          <>
            {!found.mail_ready && (
              <Alert variant="light" color="yellow" title={words.noMail} c="var(--mantine-color-text)">
                {words.noMailText}
              </Alert>
            )}
            <Rules rules={found.rules} onEdit={setEdited} />
          </>
        )}
      </Shown>
      <BrowserPanel />
      <Panel title={words.told}>
        <PagedTable
          of="listAlerts"
          input={{}}
          rowsOf={(page) => page.messages}
          label={words.told}
          keyOf={({ id }) => id}
          empty={words.nothingTold}
          columns={useMessageColumns()}
        />
      </Panel>
      {edited && (
        <RuleDialog
          key={edited === "new" ? edited : edited.id}
          rule={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </View>
  );
}

type RulesProps = { readonly rules: readonly AlertRule[]; readonly onEdit: (rule: AlertRule) => void };

function Rules({ rules, onEdit }: RulesProps) {
  const { words, common } = useConsole(consoleAlertWords);
  const cityName = useCityName();
  const [removing, setRemoving] = useState<AlertRule>();
  const [tested, setTested] = useState<readonly AlertMessage[]>();
  const test = useWrite("testAlertRule", ({ messages }) => setTested(messages));
  const remove = useWrite("removeAlertRule", () => setRemoving(undefined));
  const columns = useMessageColumns();
  return (
    <Panel title={words.rules}>
      <DataTable
        label={words.rules}
        rows={rules}
        keyOf={({ id }) => id}
        empty={words.noRules}
        columns={[
          { title: common.name, cell: (rule) => rule.name },
          { title: words.what, cell: (rule) => <What rule={rule} /> },
          {
            title: common.city,
            cell: (rule) => (hasCity(rule.kind) ? cityName(rule.city_id) || words.allCities : "–"),
          },
          { title: words.where, cell: (rule) => <Where rule={rule} /> },
          { title: words.state, cell: (rule) => <Now rule={rule} /> },
          {
            title: "",
            cell: (rule) => (
              <Group gap="xs" justify="flex-end">
                <PlainButton
                  size="compact-sm"
                  loading={test.isPending && test.variables?.params?.id === rule.id}
                  onClick={() => test.mutate({ params: { id: rule.id } })}
                >
                  {words.test}
                </PlainButton>
                <PlainButton size="compact-sm" onClick={() => onEdit(rule)}>
                  {words.edit}
                </PlainButton>
                <PlainButton size="compact-sm" onClick={() => setRemoving(rule)}>
                  {words.remove}
                </PlainButton>
              </Group>
            ),
          },
        ]}
      />
      {test.error && <ErrorNote error={test.error} />}
      {tested && (
        <Stack gap="xs" mt="md" role="status">
          <Text fw={600}>{words.tested}</Text>
          <DataTable
            label={words.tested}
            rows={tested}
            keyOf={({ id }) => id}
            empty={words.nothingTold}
            columns={columns.slice(1)}
          />
        </Stack>
      )}
      <FormDialog
        title={words.removeWho(removing?.name ?? "")}
        text={words.removeText}
        action={words.remove}
        isOpen={removing !== undefined}
        busy={remove.isPending}
        error={remove.error}
        danger
        onClose={() => setRemoving(undefined)}
        onSubmit={() => removing && remove.mutate({ params: { id: removing.id } })}
      />
    </Panel>
  );
}

function What({ rule }: { readonly rule: AlertRule }) {
  const { words } = useConsole(consoleAlertWords);
  const terms = termsOfKind(rule.kind).flatMap(([name]) =>
    rule[name] === undefined ? [] : [words.shown[name](rule[name])],
  );
  return (
    <>
      {words.kinds[rule.kind]}
      <Fine>{terms.join(", ")}</Fine>
    </>
  );
}

function Where({ rule }: { readonly rule: AlertRule }) {
  const { words } = useConsole(consoleAlertWords);
  const places = [
    ...rule.mail,
    ...(rule.push ? [words.ways.push] : []),
    ...(rule.webhook_host ? [rule.webhook_host] : []),
  ];
  return (
    <Stack gap={0}>
      {places.map((place) => (
        <Text key={place} size="sm" style={{ overflowWrap: "anywhere" }}>
          {place}
        </Text>
      ))}
    </Stack>
  );
}

// What goes on, of which city or partner.
function Now({ rule }: { readonly rule: AlertRule }) {
  const { words, language } = useConsole(consoleAlertWords);
  const cityName = useCityName();
  if (!rule.on) return <Quiet>{words.off}</Quiet>;
  if (rule.open.length === 0) return <Quiet>{words.quiet}</Quiet>;
  return (
    <Stack gap={4} align="flex-start">
      {rule.open.map(({ subject, since }) => (
        <Badge key={subject} variant="light" color="red" c="var(--mantine-color-text)" tt="none" h="auto" style={WRAPS}>
          {words.goesOn(cityName(subject) || words.kinds[rule.kind], dayAndTime(since, language))}
        </Badge>
      ))}
    </Stack>
  );
}

const WRAPS = { whiteSpace: "normal", overflow: "visible" } as const;
const COLORS = { waiting: "yellow", sent: "green", failed: "red" } as const;

function useMessageColumns() {
  const { words, common, language } = useConsole(consoleAlertWords);
  return [
    { title: common.time, cell: (told: AlertMessage) => fullTime(told.time, language) },
    {
      title: words.what,
      cell: (told: AlertMessage) => (
        <>
          {told.title}
          <Fine>{`${told.rule} · ${words.occasions[told.occasion]}`}</Fine>
        </>
      ),
    },
    {
      title: words.where,
      cell: (told: AlertMessage) => (
        <>
          {words.ways[told.way]}
          <Fine style={{ overflowWrap: "anywhere" }}>{told.address}</Fine>
        </>
      ),
    },
    {
      title: common.status,
      cell: (told: AlertMessage) => (
        <>
          <Badge variant="light" color={COLORS[told.status]} c="var(--mantine-color-text)" tt="none">
            {words.statuses[told.status]}
          </Badge>
          {told.error && <Fine style={{ overflowWrap: "anywhere" }}>{words.failures[told.error] ?? told.error}</Fine>}
          {told.next_time > 0 && <Fine>{words.again(dayAndTime(told.next_time, language))}</Fine>}
        </>
      ),
    },
  ];
}
