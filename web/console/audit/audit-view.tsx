// Who did what.

import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type AuditEntry, OPERATOR_CALLS } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { fullTime } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Fine, PlainButton } from "../../parts/looks/kinds.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { consoleAuditWords } from "../../words/console/audit.ts";
import { consoleHealthWords } from "../../words/console/health.ts";
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
  if (names.length === 0 && reason === "") return "–";
  const said = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? "–"));
  return (
    <Stack gap={0}>
      {names.map((name) => (
        <Fine key={name}>{`${name}: ${said(before?.[name])} → ${said(after?.[name])}`}</Fine>
      ))}
      {reason && <Text size="sm">{reason}</Text>}
    </Stack>
  );
}

// Who failed to sign in is not known, whatever name was given.
function isStranger({ call, outcome }: AuditEntry): boolean {
  return call === "openConsoleSession" && outcome >= 400;
}
