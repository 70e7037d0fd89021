// Where callbacks go and how they say who sends them.
import { Button, Group, Modal, Paper, PasswordInput, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { portalCallbacksWords } from "../../words/portal-callbacks.ts";
import { ask } from "../ask.ts";
import type { Endpoint } from "../wire.ts";
import { useEndpointChange } from "./endpoint-queries.ts";

type AuthType = Endpoint["auth"]["type"];
type Fields = {
  readonly url: string;
  readonly type: AuthType;
  readonly secret: string;
  readonly username: string;
  readonly password: string;
};

export function SettingsForm({ endpoint }: { readonly endpoint: Endpoint }) {
  const words = useWords(portalCallbacksWords);
  const [fields, setFields] = useState<Fields>({
    url: endpoint.url,
    type: endpoint.auth.type,
    secret: "",
    username: "",
    password: "",
  });
  const set = (change: Partial<Fields>): void => setFields((now) => ({ ...now, ...change }));
  const save = useEndpointChange((given: Fields) =>
    ask("/v3/callbacks", { method: "PUT", body: { url: given.url.trim(), auth: authOf(given) } }),
  );
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
        <Title order={2} size="h4">
          {words.settings}
        </Title>
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
        <Select
          label={words.auth}
          data={Object.entries(words.auths).map(([value, label]) => ({ value, label }))}
          value={fields.type}
          allowDeselect={false}
          onChange={(type) => set({ type: (type ?? "none") as AuthType })}
        />
        <AuthFields fields={fields} onChange={set} />
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
          {endpoint.url !== "" && <StopButton />}
        </Group>
      </Stack>
    </Paper>
  );
}

type AuthFieldsProps = { readonly fields: Fields; readonly onChange: (change: Partial<Fields>) => void };

function AuthFields({ fields, onChange }: AuthFieldsProps) {
  const words = useWords(portalCallbacksWords);
  if (fields.type === "none") return null;
  if (fields.type === "basic") {
    return (
      <>
        <TextInput
          label={words.username}
          required
          withAsterisk={false}
          autoComplete="off"
          value={fields.username}
          onChange={(event) => onChange({ username: event.currentTarget.value })}
        />
        <PasswordInput
          label={words.password}
          description={words.again}
          required
          withAsterisk={false}
          autoComplete="new-password"
          value={fields.password}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      </>
    );
  }
  return (
    <PasswordInput
      label={words.secret}
      description={words.again}
      required
      withAsterisk={false}
      autoComplete="new-password"
      value={fields.secret}
      onChange={(event) => onChange({ secret: event.currentTarget.value })}
    />
  );
}

function authOf({ type, secret, username, password }: Fields): object {
  if (type === "none") return { type };
  return type === "basic" ? { type, username, password } : { type, secret };
}

function StopButton() {
  const words = useWords(portalCallbacksWords);
  const [isOpen, dialog] = useDisclosure(false);
  const stop = useEndpointChange(() => ask("/v3/callbacks", { method: "DELETE" }));
  return (
    <>
      <Button variant="subtle" color="gray" onClick={dialog.open}>
        {words.stop}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={words.stopTitle} centered>
        <Stack>
          <Text>{words.stopText}</Text>
          {stop.error && <ErrorNote error={stop.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {words.keep}
            </Button>
            <Button
              color="red"
              loading={stop.isPending}
              onClick={() => stop.mutate(undefined, { onSuccess: dialog.close })}
            >
              {words.stop}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
