// The documents as a checklist: what is here, what is missing, until when each is good, and the photo that is sent.
import { Alert, Badge, FileButton, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Application, JOIN_CALLS } from "../../clients/typescript/src/api.ts";
import { addressOf } from "../parts/ask.ts";
import { call } from "../parts/call.ts";
import { isoDay } from "../parts/formats.ts";
import { shrunk } from "../parts/forms/shrunk-photo.ts";
import { useWords } from "../parts/language.tsx";
import { ErrorNote } from "../parts/loading/error-note.tsx";
import { PlainButton, Strong } from "../parts/looks/kinds.tsx";
import { joiningWords } from "../words/joining.ts";
import type { City } from "./application-form.tsx";
import { bearer } from "./ask.ts";

type Props = {
  readonly city: City;
  readonly token: string;
  readonly application: Application;
  readonly onSent: () => unknown;
};

export function Documents({ city, token, application, onSent }: Props) {
  return (
    <Stack gap="lg">
      {city.documents.map((rule) => (
        <OneDocument key={rule.kind} rule={rule} token={token} application={application} onSent={onSent} />
      ))}
    </Stack>
  );
}

type OneProps = Omit<Props, "city"> & { readonly rule: City["documents"][number] };

function OneDocument({ rule: { kind, ends }, token, application, onSent }: OneProps) {
  const words = useWords(joiningWords);
  const own = application.documents.filter((one) => one.kind === kind);
  const waiting = own.find((one) => !one.accepted);
  const newest = waiting ?? own[0];
  const [expiresOn, setExpiresOn] = useState(newest?.expires_on ?? "");
  const send = useMutation({
    mutationFn: async (file: Blob) =>
      call(
        addressOf(JOIN_CALLS.giveDocument, { params: { kind }, query: { expires_on: ends ? expiresOn : undefined } }),
        {
          method: "PUT",
          body: await shrunk(file),
          headers: bearer(token),
        },
      ),
    onSettled: onSent,
  });
  const name = words.kinds[kind];
  const isAgain = waiting !== undefined && waiting.asked_again !== "";
  const state = !newest || isAgain ? words.missing : newest.accepted ? words.accepted : words.here;
  return (
    <section aria-label={name}>
      <Group gap="sm" mb={4}>
        <Strong>{name}</Strong>
        <Badge variant="light" tt="none" c="var(--mantine-color-text)" color={!newest || isAgain ? "yellow" : "green"}>
          {state}
        </Badge>
      </Group>
      {isAgain && <Alert variant="light" color="yellow" title={words.again(waiting.asked_again)} mb="xs" />}
      <Group align="flex-end">
        {ends && (
          <TextInput
            type="date"
            label={words.expiresOn}
            min={isoDay(new Date())}
            value={expiresOn}
            onChange={(event) => setExpiresOn(event.currentTarget.value)}
          />
        )}
        <FileButton
          accept="image/jpeg,image/png"
          onChange={(file) => file && send.mutate(file)}
          inputProps={{ "aria-label": `${words.choosePhoto}: ${name}` }}
        >
          {(props) => (
            <PlainButton {...props} loading={send.isPending} disabled={ends && expiresOn === ""}>
              {newest ? words.anotherPhoto : words.choosePhoto}
            </PlainButton>
          )}
        </FileButton>
      </Group>
      {send.error && <ErrorNote error={send.error} />}
    </section>
  );
}
