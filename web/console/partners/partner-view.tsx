// One partner: settings and limits, new keys, and how its callbacks do.
import { Alert, Button, Group, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { fullTime } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { ErrorNote, Notice } from "../../parts/notice.tsx";
import { consoleWords } from "../../words/console.ts";
import { consolePeopleWords } from "../../words/console-people.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Facts, Panel, Shown, View } from "../frame/view.tsx";
import type { Partner } from "./partners-view.tsx";
import { type Keys, ShownKeys } from "./shown-keys.tsx";

type Endpoint = {
  readonly url: string;
  readonly auth: { readonly type: string };
  readonly stopped: boolean;
  readonly failures: number;
  readonly waiting: number;
  readonly given_up: number;
  readonly oldest_waiting_time: number;
};

export function PartnerView({ id }: { readonly id: string }) {
  const words = useWords(consolePeopleWords);
  const common = useWords(consoleWords);
  const [isAsking, setAsking] = useState(false);
  const [keys, setKeys] = useState<Keys>();
  // A page begins after an id; less its last letter, it begins just before.
  const before = encodeURIComponent(id.slice(0, -1));
  const partners = useAsked<{ readonly partners: readonly Partner[] }>(`/partners?after=${before}`, false);
  const endpoint = useAsked<Endpoint>(`/partners/${encodeURIComponent(id)}/callbacks`);
  const rotate = useWrite<Keys>((made) => {
    setAsking(false);
    setKeys(made);
  });
  return (
    <View
      title={id}
      actions={
        <Button variant="default" onClick={() => setAsking(true)}>
          {words.rotate}
        </Button>
      }
    >
      {keys && <ShownKeys keys={keys} onStored={() => setKeys(undefined)} />}
      <Shown query={partners}>
        {(found) => {
          const partner = found.partners.find((one) => one.id === id);
          return partner ? <Settings partner={partner} /> : <Notice title={common.missingTitle} />;
        }}
      </Shown>
      <Shown query={endpoint}>{(found) => <Callbacks id={id} endpoint={found} />}</Shown>
      <FormDialog
        title={words.rotate}
        text={words.rotateText}
        action={words.rotate}
        isOpen={isAsking}
        busy={rotate.isPending}
        error={rotate.error}
        onClose={() => setAsking(false)}
        onSubmit={() => rotate.mutate({ path: `/partners/${encodeURIComponent(id)}/keys/rotate`, body: {} })}
      />
    </View>
  );
}

function Settings({ partner }: { readonly partner: Partner }) {
  const words = useWords(consolePeopleWords);
  const common = useWords(consoleWords);
  const [name, setName] = useState(partner.name);
  const [limit, setLimit] = useState<number | string>(partner.rate_limit_per_minute ?? "");
  const [blocks, setBlocks] = useState(partner.block_duplicate_tracking_numbers);
  const write = useWrite();
  const body = {
    name,
    block_duplicate_tracking_numbers: blocks,
    ...(limit === "" ? {} : { rate_limit_per_minute: Number(limit) }),
  };
  return (
    <Panel title={words.settings}>
      <Stack gap="md">
        {write.error && <ErrorNote error={write.error} />}
        {write.isSuccess && <Alert color="green" variant="light" role="status" title={common.saved} />}
        <Group align="flex-end">
          <TextInput
            label={common.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            miw={260}
          />
          <NumberInput
            label={words.rateLimit}
            description={words.rateLimitHint}
            value={limit}
            onChange={setLimit}
            min={1}
          />
        </Group>
        <Switch
          label={words.blockDuplicates}
          checked={blocks}
          onChange={(event) => setBlocks(event.currentTarget.checked)}
        />
        <div>
          <Button
            loading={write.isPending}
            onClick={() => write.mutate({ method: "PATCH", path: `/partners/${partner.id}`, body })}
          >
            {common.save}
          </Button>
        </div>
      </Stack>
    </Panel>
  );
}

function Callbacks({ id, endpoint }: { readonly id: string; readonly endpoint: Endpoint }) {
  const words = useWords(consolePeopleWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  const [url, setUrl] = useState(endpoint.url);
  const write = useWrite();
  const resend = useWrite<{ readonly queued: number }>();
  const state = !endpoint.url
    ? words.noEndpoint
    : endpoint.stopped
      ? words.endpointStopped
      : endpoint.failures > 0
        ? words.endpointFailing(endpoint.failures)
        : words.endpointOk;
  return (
    <Panel title={words.callbacks} note={state}>
      <Stack gap="md">
        {write.error && <ErrorNote error={write.error} />}
        {resend.data && <Alert color="green" variant="light" role="status" title={words.resent(resend.data.queued)} />}
        <Facts
          cols={3}
          facts={[
            [words.waiting, endpoint.waiting],
            [words.givenUp, endpoint.given_up],
            [words.oldest, endpoint.oldest_waiting_time ? fullTime(endpoint.oldest_waiting_time, language) : "–"],
          ]}
        />
        <Group align="flex-end">
          <TextInput
            label={words.callbackUrl}
            type="url"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            miw={320}
          />
          <Button
            loading={write.isPending}
            disabled={url.trim() === ""}
            onClick={() =>
              write.mutate({ method: "PATCH", path: `/partners/${id}`, body: { callback: { url: url.trim() } } })
            }
          >
            {common.save}
          </Button>
          <Button
            variant="default"
            disabled={endpoint.given_up === 0}
            onClick={() => resend.mutate({ path: `/partners/${id}/callbacks/resend`, body: { since: 0 } })}
          >
            {words.resendAll}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
