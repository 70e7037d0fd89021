// Who did what.

import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type AuditEntry, OPERATOR_CALLS } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { fullTime, money } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Fine, PlainButton } from "../../parts/looks/kinds.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { consoleAuditWords } from "../../words/console/audit.ts";
import { consoleAuditFieldWords } from "../../words/console/audit-fields.ts";
import { consoleHealthWords } from "../../words/console/health.ts";
import { consolePeopleWords } from "../../words/console/people.ts";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { statusWords } from "../../words/status.ts";
import { CONSOLE_HEADER } from "../frame/ask.ts";
import { PagedTable } from "../frame/pages.tsx";
import { View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

export function AuditView() {
  const { words, common, language } = useConsole(consoleHealthWords);
  const calls = useWords(consoleAuditWords);
  const [operator, setOperator] = useState("");
  const [target, setTarget] = useState("");
  const [search, setSearch] = useState("");
  const query = { operator: operator.trim(), target: target.trim(), q: search.trim() };
  const csv = useMutation({
    mutationFn: async () => {
      const path = addressOf(OPERATOR_CALLS.exportAudit, { query });
      saveFile(await callForFile(path, { headers: CONSOLE_HEADER }), "giao-audit.csv");
    },
  });
  return (
    <View title={common.audit}>
      <Text c="dimmed">{words.auditNote}</Text>
      <Group align="flex-end">
        <TextInput label={words.who} value={operator} onChange={(event) => setOperator(event.currentTarget.value)} />
        <TextInput label={common.search} value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
        <TextInput label={words.target} value={target} onChange={(event) => setTarget(event.currentTarget.value)} />
        <PlainButton loading={csv.isPending} onClick={() => csv.mutate()}>
          {words.auditCsv}
        </PlainButton>
      </Group>
      {csv.error && <ErrorNote error={csv.error} />}
      <PagedTable
        of="listAudit"
        input={{ query }}
        rowsOf={(page) => page.entries}
        label={common.audit}
        keyOf={(entry) => String(entry.id)}
        empty={words.noEntries}
        columns={[
          { title: common.time, cell: (entry) => fullTime(entry.time, language) },
          {
            title: words.who,
            cell: (entry) => entry.operator || (isStranger(entry) ? words.unknown : words.key),
          },
          { title: words.call, cell: (entry) => calls[entry.call] ?? entry.call },
          { title: words.target, cell: (entry) => entry.target || "–" },
          { title: words.changed, cell: (entry) => <Changed entry={entry} /> },
          { title: words.address, cell: (entry) => entry.address || "–" },
          { title: words.outcome, cell: (entry) => `${words.outcomes(entry.outcome)} (${entry.outcome})` },
        ]}
      />
    </View>
  );
}

// What was, what is, and why.
function Changed({ entry }: { readonly entry: AuditEntry }) {
  const { reason } = entry;
  const [before, after] = [entry.before, entry.after] as (Readonly<Record<string, unknown>> | null)[];
  const names = Object.keys({ ...before, ...after });
  const { fields } = useWords(consoleAuditFieldWords);
  const said = useSaid();
  if (names.length === 0 && reason === "") return "–";
  return (
    <Stack gap={0}>
      {names.map((name) => (
        <Fine key={name}>
          {`${fields[name] ?? name}: ${said(name, before?.[name])} → ${said(name, after?.[name])}`}
        </Fine>
      ))}
      {reason && <Text size="sm">{reason}</Text>}
    </Stack>
  );
}

const AMOUNTS = new Set([
  "wallet",
  "promised",
  "cod_in_hand",
  "main",
  "bonus",
  "held",
  "cod_limit",
  "credit_limit",
  "cash_max",
]);

// A field's value as the other pages show it.
function useSaid(): (name: string, value: unknown) => string {
  const { words, common, language } = useConsole(consoleAuditFieldWords);
  const { status, subStatus, point } = useWords(statusWords);
  const { roles } = useWords(consoleStaffWords);
  const { vehicles, active, suspended } = useWords(consolePeopleWords);
  const standing = { ACTIVATED: active, DEACTIVATED: suspended };
  const named: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    role: roles,
    status: { ...status, ...standing },
    account_status: standing,
    sub_status: subStatus,
    points: point,
    vehicle: vehicles,
  };
  const said = (name: string, value: unknown): string => {
    if (value === undefined || value === null || value === "") return "–";
    if (typeof value === "number" && AMOUNTS.has(name)) return money(value, language);
    if (typeof value === "boolean") return value ? words.yes : words.no;
    if (Array.isArray(value)) {
      const all = value.map((one) => said(name, one)).join(", ");
      return all || (name === "cities" ? common.all : "–");
    }
    if (typeof value === "string") return named[name]?.[value] ?? value;
    return JSON.stringify(value);
  };
  return said;
}

// Who failed to sign in is not known, whatever name was given.
function isStranger({ call, outcome }: AuditEntry): boolean {
  return call === "openConsoleSession" && outcome >= 400;
}
