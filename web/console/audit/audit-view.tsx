// Who did what.

import { Group, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { AuditEntry } from "../../../clients/typescript/src/api.ts";
import { fullTime } from "../../parts/formats.ts";
import { useWords } from "../../parts/language.tsx";
import { consoleAuditWords } from "../../words/console/audit.ts";
import { consoleHealthWords } from "../../words/console/health.ts";
import { PagedTable } from "../frame/pages.tsx";
import { View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

export function AuditView() {
  const { words, common, language } = useConsole(consoleHealthWords);
  const calls = useWords(consoleAuditWords);
  const [operator, setOperator] = useState("");
  const [target, setTarget] = useState("");
  return (
    <View title={common.audit}>
      <Text c="dimmed">{words.auditNote}</Text>
      <Group align="flex-end">
        <TextInput label={words.who} value={operator} onChange={(event) => setOperator(event.currentTarget.value)} />
        <TextInput label={words.target} value={target} onChange={(event) => setTarget(event.currentTarget.value)} />
      </Group>
      <PagedTable
        of="listAudit"
        input={{ query: { operator: operator.trim(), target: target.trim() } }}
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
          { title: words.outcome, cell: (entry) => `${words.outcomes(entry.outcome)} (${entry.outcome})` },
        ]}
      />
    </View>
  );
}

// Who failed to sign in is not known, whatever name was given.
function isStranger({ call, outcome }: AuditEntry): boolean {
  return call === "openConsoleSession" && outcome >= 400;
}
