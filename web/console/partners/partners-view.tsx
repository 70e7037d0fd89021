// The partners, and a new one with its keys.
import { Button } from "@mantine/core";
import { useState } from "react";
import { dayAndTime } from "../../parts/formats.ts";
import { useLanguage, useWords } from "../../parts/language.tsx";
import { Link } from "../../parts/router.tsx";
import { consoleWords } from "../../words/console/frame.ts";
import { consolePeopleWords } from "../../words/console/people.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { DataTable } from "../frame/data-table.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { Shown, View } from "../frame/view.tsx";
import { type Keys, ShownKeys } from "./shown-keys.tsx";

export type Partner = {
  readonly id: string;
  readonly name: string;
  readonly block_duplicate_tracking_numbers: boolean;
  readonly rate_limit_per_minute: number | null;
  readonly create_time: number;
};

export function PartnersView() {
  const words = useWords(consolePeopleWords);
  const common = useWords(consoleWords);
  const { language } = useLanguage();
  const [isAdding, setAdding] = useState(false);
  const [keys, setKeys] = useState<Keys>();
  const partners = useAsked<{ readonly partners: readonly Partner[] }>("/partners");
  return (
    <View title={common.partners} actions={<Button onClick={() => setAdding(true)}>{words.newPartner}</Button>}>
      {keys && <ShownKeys keys={keys} onStored={() => setKeys(undefined)} />}
      <Shown query={partners}>
        {(found) => (
          <DataTable
            label={common.partners}
            rows={found.partners}
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
        )}
      </Shown>
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
  const words = useWords(consolePeopleWords);
  const common = useWords(consoleWords);
  const write = useWrite<Keys>(onMade);
  return (
    <FieldsDialog
      title={words.newPartner}
      text={words.newPartnerText}
      fields={[
        { name: "id", kind: "text", label: words.partnerId, hint: words.partnerIdHint },
        { name: "name", kind: "text", label: common.name },
        { name: "callback.url", kind: "text", type: "url", label: words.callbackUrl, hint: words.callbackUrlHint },
      ]}
      begin={NOTHING}
      write={write}
      onClose={onClose}
      onSubmit={({ "callback.url": given, ...body }) => {
        const url = String(given ?? "").trim();
        write.mutate({ path: "/partners", body: { ...body, ...(url ? { callback: { url } } : {}) } });
      }}
    />
  );
}

const NOTHING = { id: "", name: "" };
