// Keys of machines that work for the operator.
import { Group } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { dayAndTime } from "../../parts/formats.ts";
import { PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import { ShownOnce } from "../../parts/looks/shown-once.tsx";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import type { Field, Values } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Panel, Shown } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { limitsBody, limitsFields } from "./limits-fields.ts";

type Key = Answer<"listOperatorKeys">["keys"][number];

export function KeysPanel() {
  const { words, common, language } = useConsole(consoleStaffWords);
  const keys = useAsked("listOperatorKeys", {});
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const [ending, setEnding] = useState<Key>();
  const revoke = useWrite("revokeOperatorKey", () => setEnding(undefined));
  const at = (time: number): string => (time === 0 ? "–" : dayAndTime(time, language));
  return (
    <Panel title={words.keys} note={words.keysNote}>
      {made && <ShownOnce title={words.keyTitle} label={words.key} secret={made} onStored={() => setMade(undefined)} />}
      <Shown query={keys}>
        {(found) => (
          <DataTable
            label={words.keys}
            rows={found.keys}
            keyOf={({ id }) => id}
            empty={words.noKeys}
            columns={[
              { title: common.name, cell: (key) => key.name },
              { title: words.role, cell: (key) => words.roles[key.role] ?? key.role },
              { title: words.cities, cell: (key) => key.cities.join(", ") || common.all },
              { title: words.lastUsed, cell: (key) => at(key.last_used_time) },
              { title: words.until, cell: (key) => at(key.revoke_time || key.expire_time) },
              {
                title: "",
                cell: (key) =>
                  key.active ? (
                    <PlainButton size="compact-sm" onClick={() => setEnding(key)}>
                      {words.revoke}
                    </PlainButton>
                  ) : (
                    <Quiet>{key.revoke_time > 0 ? words.revoked : words.expired}</Quiet>
                  ),
              },
            ]}
          />
        )}
      </Shown>
      <Group mt="md">
        <PlainButton onClick={() => setMaking(true)}>{words.newKey}</PlainButton>
      </Group>
      {isMaking && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setMade(key);
          }}
        />
      )}
      <FormDialog
        title={words.revokeWho(ending?.name ?? "")}
        text={words.revokeText}
        action={words.revoke}
        isOpen={ending !== undefined}
        busy={revoke.isPending}
        error={revoke.error}
        danger
        onClose={() => setEnding(undefined)}
        onSubmit={() => ending && revoke.mutate({ params: { id: ending.id } })}
      />
    </Panel>
  );
}

function NewKey({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (key: string) => void }) {
  const { words, common } = useConsole(consoleStaffWords);
  const fields: readonly Field[] = [
    { name: "name", kind: "text", label: common.name },
    { name: "days", kind: "number", label: words.days },
    ...limitsFields(words),
  ];
  const draft = useDraft<Values>("operator key", () => ({ name: "", days: 365, role: "viewer", cities: "" }));
  const write = useWrite("makeOperatorKey", ({ key }) => {
    draft.forget();
    onMade(key);
  });
  return (
    <FieldsDialog
      title={words.newKey}
      text={words.keysNote}
      action={words.newKey}
      fields={fields}
      draft={draft}
      write={write}
      onClose={onClose}
      onSubmit={(values) => write.mutate({ body: limitsBody(values) })}
    />
  );
}
