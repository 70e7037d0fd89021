// Where callbacks go and how they say who sends them.

import { Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { CallbackEndpoint } from "../../../clients/typescript/src/api.ts";
import { authBody, beginAuth, type CallbackAuth, CallbackAuthFields } from "../../parts/forms/callback-auth.tsx";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading } from "../../parts/looks/kinds.tsx";
import { portalCallbacksWords } from "../../words/portal/callbacks.ts";
import { ask } from "../ask.ts";
import { SureButton } from "../sure-button.tsx";
import { useEndpointChange } from "./endpoint-queries.ts";

const NOTHING = {};

type Fields = { readonly url: string; readonly auth: CallbackAuth };

export function SettingsForm({ endpoint }: { readonly endpoint: CallbackEndpoint }) {
  const words = useWords(portalCallbacksWords);
  const [fields, setFields] = useState<Fields>({ url: endpoint.url, auth: beginAuth(endpoint.auth.type) });
  const set = (change: Partial<Fields>): void => setFields((now) => ({ ...now, ...change }));
  const save = useEndpointChange((given: Fields) =>
    ask("setCallbacks", { body: { url: given.url.trim(), auth: authBody(given.auth) } }),
  );
  const startOver = (): void => {
    setFields({ url: "", auth: beginAuth("none") });
    save.reset();
  };
  return (
    <Paper
      withBorder
      p="md"
      component="form"
      aria-label={words.settings}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(fields);
      }}
    >
      <Stack gap="sm">
        <Heading>{words.settings}</Heading>
        <TextInput
          label={words.url}
          placeholder={words.urlHint}
          type="url"
          required
          withAsterisk={false}
          maxLength={2048}
          value={fields.url}
          onChange={(event) => set({ url: event.currentTarget.value })}
        />
        <CallbackAuthFields auth={fields.auth} onChange={(auth) => set({ auth })} />
        {save.error && <ErrorNote error={save.error} />}
        {save.isSuccess && (
          <Text role="status" size="sm">
            {words.saved}
          </Text>
        )}
        <Group justify="space-between">
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
          {endpoint.url !== "" && <StopButton onStopped={startOver} />}
        </Group>
      </Stack>
    </Paper>
  );
}

function StopButton({ onStopped }: { readonly onStopped: () => void }) {
  const words = useWords(portalCallbacksWords);
  const stop = useEndpointChange(async (_given: object) => {
    await ask("clearCallbacks", {});
    onStopped();
  });
  return (
    <SureButton
      label={words.stop}
      look={{ variant: "subtle", color: "gray" }}
      title={words.stopTitle}
      keep={words.keep}
      change={stop}
      given={NOTHING}
    >
      <Text>{words.stopText}</Text>
    </SureButton>
  );
}
