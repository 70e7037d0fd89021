// One partner: settings and limits, new keys, and how its callbacks do.

import { Alert, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CallbackEndpoint, Partner } from "../../../clients/typescript/src/api.ts";
import { EventLog } from "../../parts/callbacks/event-log.tsx";
import { fullTime } from "../../parts/formats.ts";
import { authBody, beginAuth, CallbackAuthFields } from "../../parts/forms/callback-auth.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { Notice } from "../../parts/notice.tsx";
import { consolePeopleWords } from "../../words/console/people.ts";
import { ask, useAsked, useWrite } from "../frame/ask.ts";
import { type Field, Fields, type Values, valuesOf } from "../frame/fields.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { FormPanel } from "../frame/form-panel.tsx";
import { May } from "../frame/rights.tsx";
import { Facts, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { findPartner } from "./find-partner.ts";
import { type Keys, ShownKeys } from "./shown-keys.tsx";

export function PartnerView({ id }: { readonly id: string }) {
  const { words, common } = useConsole(consolePeopleWords);
  const [isAsking, setAsking] = useState(false);
  const [keys, setKeys] = useState<Keys>();
  const partner = useQuery({
    queryKey: ["asked", "partner", id],
    queryFn: ({ signal }) => findPartner(id, (after) => ask("listPartners", { query: { after } }, { signal })),
  });
  const endpoint = useAsked("getPartnerCallbacks", { params: { id } });
  const rotate = useWrite("rotateKeys", (made) => {
    setAsking(false);
    setKeys(made);
  });
  return (
    <View
      title={id}
      actions={
        <May right="keys">
          <PlainButton
            onClick={() => {
              rotate.reset();
              setAsking(true);
            }}
          >
            {words.rotate}
          </PlainButton>
        </May>
      }
    >
      {keys && <ShownKeys keys={keys} onStored={() => setKeys(undefined)} />}
      <Shown query={partner}>
        {(found) => (found ? <Settings partner={found} /> : <Notice title={common.missingTitle} />)}
      </Shown>
      <Shown query={endpoint}>{(found) => <Callbacks id={id} endpoint={found} />}</Shown>
      <EventLog
        of={id}
        read={(query, signal) => ask("readPartnerCallbackLog", { params: { id }, query }, { signal })}
        resend={(body) => ask("resendPartnerCallbacks", { params: { id }, body })}
        orderHref={(orderId) => `/console/orders/${orderId}`}
      />
      <FormDialog
        title={words.rotate}
        text={words.rotateText}
        action={words.rotate}
        isOpen={isAsking}
        busy={rotate.isPending}
        error={rotate.error}
        onClose={() => setAsking(false)}
        onSubmit={() => rotate.mutate({ params: { id } })}
      />
    </View>
  );
}

const LANGUAGES = [
  { value: "vi", label: "Tiếng Việt" },
  { value: "en", label: "English" },
];

function Settings({ partner }: { readonly partner: Partner }) {
  const { words, common } = useConsole(consolePeopleWords);
  const fields: readonly Field[] = [
    { name: "name", kind: "text", label: common.name },
    { name: "rate_limit_per_minute", kind: "number", label: words.rateLimit, hint: words.rateLimitHint },
    { name: "contact", kind: "text", label: words.contact, hint: words.contactHint },
    { name: "cors_origins", kind: "long", label: words.origins, hint: words.originsHint },
    { name: "language", kind: "choice", label: words.recipientLanguage, choices: LANGUAGES },
    { name: "block_duplicate_tracking_numbers", kind: "switch", label: words.blockDuplicates },
  ];
  const [values, setValues] = useState<Values>(() =>
    valuesOf(fields, { ...partner, cors_origins: partner.cors_origins.join("\n") }),
  );
  const write = useWrite("changePartner");
  // An empty limit is none.
  const origins = String(values.cors_origins).split(/\s+/).filter(Boolean);
  const body = { ...values, rate_limit_per_minute: values.rate_limit_per_minute || 0, cors_origins: origins };
  return (
    <FormPanel title={words.settings} write={write} onSubmit={() => write.mutate({ params: { id: partner.id }, body })}>
      <Fields fields={fields} values={values} onChange={(changes) => setValues({ ...values, ...changes })} cols={2} />
    </FormPanel>
  );
}

function Callbacks({ id, endpoint }: { readonly id: string; readonly endpoint: CallbackEndpoint }) {
  const { words, language } = useConsole(consolePeopleWords);
  const [url, setUrl] = useState(endpoint.url);
  const [auth, setAuth] = useState(() => beginAuth(endpoint.auth.type));
  const write = useWrite("changePartner");
  const resend = useWrite("resendPartnerCallbacks");
  const state = !endpoint.url
    ? words.noEndpoint
    : endpoint.stopped
      ? words.endpointStopped
      : endpoint.failures > 0
        ? words.endpointFailing(endpoint.failures)
        : words.endpointOk;
  const body = { callback: { url: url.trim(), auth: authBody(auth) } };
  return (
    <FormPanel
      title={words.callbacks}
      note={state}
      write={write}
      isDisabled={url.trim() === ""}
      onSubmit={() => write.mutate({ params: { id }, body })}
      more={
        <PlainButton
          loading={resend.isPending}
          disabled={endpoint.given_up === 0}
          onClick={() => resend.mutate({ params: { id }, body: { since: 0 } })}
        >
          {words.resendAll}
        </PlainButton>
      }
    >
      {resend.error && <ErrorNote error={resend.error} />}
      {resend.data && <Alert color="green" variant="light" role="status" title={words.resent(resend.data.queued)} />}
      <Facts
        cols={3}
        facts={[
          [words.waiting, endpoint.waiting],
          [words.givenUp, endpoint.given_up],
          [words.oldest, endpoint.oldest_waiting_time ? fullTime(endpoint.oldest_waiting_time, language) : "–"],
        ]}
      />
      <Stack gap="md" maw={560}>
        <Fields
          fields={[{ name: "callback.url", kind: "text", type: "url", label: words.callbackUrl }]}
          values={{ "callback.url": url }}
          onChange={(changes) => setUrl(String(changes["callback.url"]))}
          cols={1}
        />
        <CallbackAuthFields auth={auth} onChange={setAuth} />
      </Stack>
    </FormPanel>
  );
}
