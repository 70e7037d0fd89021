// The partner's API keys: made, rotated, revoked; each is shown once.
import { Button, Group, Paper, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { dayAndTime } from "../../parts/formats.ts";
import { Faults, useField } from "../../parts/forms/faults.tsx";
import { useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { ShownOnce } from "../../parts/looks/shown-once.tsx";
import { Loading } from "../../parts/notice.tsx";
import { portalPeopleWords } from "../../words/portal-people.ts";
import { ask } from "../ask.ts";
import { SureButton } from "../sure-button.tsx";
import { View } from "../view.tsx";

type Key = Answer<"listApiKeys">["keys"][number];
const KEYS_KEY = ["api-keys"];

export function KeysView() {
  const words = useWords(portalPeopleWords);
  const [shown, setShown] = useState<string>();
  const { data, error, refetch } = useQuery({ queryKey: KEYS_KEY, queryFn: () => ask("listApiKeys", {}) });
  return (
    <View title={words.keys} text={words.keysText}>
      {shown && (
        <ShownOnce title={words.keyTitle} label={words.key} secret={shown} onStored={() => setShown(undefined)} />
      )}
      <NewKey onMade={setShown} />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && <Keys keys={data.keys} onMade={setShown} />}
    </View>
  );
}

function useChange<Given, Done>(change: (given: Given) => Promise<Done>, onDone?: (done: Done) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (done) => onDone?.(done),
    // Who ended the key they came with is signed out, and the page asks.
    onSettled: () => client.invalidateQueries(),
  });
}

function NewKey({ onMade }: { readonly onMade: (key: string) => void }) {
  const words = useWords(portalPeopleWords);
  const [name, setName] = useState("");
  const make = useChange(
    (given: string) => ask("makeApiKey", { body: { name: given } }),
    ({ key }) => {
      setName("");
      onMade(key);
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate(name);
      }}
    >
      <Faults error={make.error}>
        <Group align="flex-end">
          <NameField value={name} onChange={setName} />
          <Button type="submit" loading={make.isPending}>
            {words.newKey}
          </Button>
        </Group>
      </Faults>
    </form>
  );
}

function NameField({ value, onChange }: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const words = useWords(portalPeopleWords);
  return (
    <TextInput
      {...useField("name")}
      label={words.name}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Keys({ keys, onMade }: { readonly keys: readonly Key[]; readonly onMade: (key: string) => void }) {
  const { words, language } = useSpoken(portalPeopleWords);
  const rotate = useChange(
    (id: string) => ask("rotateApiKey", { params: { id } }),
    ({ key }) => onMade(key),
  );
  const revoke = useChange((id: string) => ask("revokeApiKey", { params: { id } }));
  const nameOf = ({ name }: Key): string => name || words.firstKey;
  return (
    <Paper withBorder p="md">
      <DataTable
        label={words.keys}
        rows={keys}
        keyOf={({ id }) => id}
        empty="–"
        columns={[
          {
            title: words.name,
            cell: (one) =>
              one.end_time > 0 ? `${nameOf(one)} · ${words.until(dayAndTime(one.end_time, language))}` : nameOf(one),
          },
          { title: words.made, cell: (one) => dayAndTime(one.create_time, language) },
          {
            title: words.lastUsed,
            cell: (one) => (one.last_used_time > 0 ? dayAndTime(one.last_used_time, language) : words.never),
          },
          {
            title: "",
            cell: (one) => (
              <Group gap={4}>
                <SureButton
                  label={words.rotate}
                  look={{ variant: "default", size: "compact-sm" }}
                  title={nameOf(one)}
                  keep={words.keep}
                  change={rotate}
                  given={one.id}
                >
                  <Text>{words.rotateText}</Text>
                </SureButton>
                <SureButton
                  label={words.revoke}
                  look={{ variant: "default", size: "compact-sm" }}
                  title={nameOf(one)}
                  keep={words.keep}
                  change={revoke}
                  given={one.id}
                >
                  <Text>{words.revokeText}</Text>
                </SureButton>
              </Group>
            ),
          },
        ]}
      />
    </Paper>
  );
}
