// The partners, and a new one with its keys.
import { Button } from "@mantine/core";
import { useState } from "react";
import { dayAndTime } from "../../parts/formats.ts";
import { authBody, beginAuth, CallbackAuthFields } from "../../parts/forms/callback-auth.tsx";
import { Link } from "../../parts/router.tsx";
import { consolePeopleWords } from "../../words/console/people.ts";
import { useWrite } from "../frame/ask.ts";
import { type Field, Fields, type Values } from "../frame/fields.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { PagedTable } from "../frame/pages.tsx";
import { May } from "../frame/rights.tsx";
import { View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { type Keys, ShownKeys } from "./shown-keys.tsx";

export function PartnersView() {
  const { words, common, language } = useConsole(consolePeopleWords);
  const [isAdding, setAdding] = useState(false);
  const [keys, setKeys] = useState<Keys>();
  return (
    <View
      title={common.partners}
      actions={
        <May right="keys">
          <Button onClick={() => setAdding(true)}>{words.newPartner}</Button>
        </May>
      }
    >
      {keys && <ShownKeys keys={keys} onStored={() => setKeys(undefined)} />}
      <PagedTable
        of="listPartners"
        input={{}}
        rowsOf={(page) => page.partners}
        label={common.partners}
        keyOf={(partner) => partner.id}
        empty={words.noPartners}
        columns={[
          {
            title: words.partnerId,
            cell: (partner) => (
              <Link href={`/console/partners/${partner.id}`} fw={600}>
                {partner.id}
              </Link>
            ),
          },
          { title: common.name, cell: (partner) => partner.name },
          { title: words.rateLimit, cell: (partner) => partner.rate_limit_per_minute ?? "–" },
          { title: common.time, cell: (partner) => dayAndTime(partner.create_time, language) },
        ]}
      />
      {isAdding && (
        <NewPartner
          onClose={() => setAdding(false)}
          onMade={(made) => {
            setAdding(false);
            setKeys(made);
          }}
        />
      )}
    </View>
  );
}

function NewPartner({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (keys: Keys) => void }) {
  const { words, common } = useConsole(consolePeopleWords);
  const write = useWrite("createPartner", onMade);
  const [values, setValues] = useState<Values>(NOTHING);
  const [auth, setAuth] = useState(() => beginAuth("none"));
  const { "callback.url": given, ...body } = values;
  const url = String(given).trim();
  const change = (changes: Values) => setValues({ ...values, ...changes });
  const who: readonly Field[] = [
    { name: "id", kind: "text", label: words.partnerId, hint: words.partnerIdHint },
    { name: "name", kind: "text", label: common.name },
  ];
  const address: Field = {
    name: "callback.url",
    kind: "text",
    type: "url",
    label: words.callbackUrl,
    hint: words.callbackUrlHint,
  };
  const callback = url === "" ? {} : { callback: { url, auth: authBody(auth) } };
  return (
    <FormDialog
      title={words.newPartner}
      text={words.newPartnerText}
      action={common.save}
      isOpen
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() => write.mutate({ body: { ...body, ...callback } })}
    >
      <Fields fields={who} values={values} onChange={change} cols={2} />
      <Fields fields={[address]} values={values} onChange={change} cols={1} />
      {url !== "" && <CallbackAuthFields auth={auth} onChange={setAuth} />}
    </FormDialog>
  );
}

const NOTHING = { id: "", name: "", "callback.url": "" };
