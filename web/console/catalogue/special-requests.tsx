// What a sender may ask for beside the delivery, what it costs, and whether it is offered.

import { Button } from "@mantine/core";
import { useState } from "react";
import type { OperatorService, SpecialRequest } from "../../../clients/typescript/src/api.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { money } from "../../parts/formats.ts";
import type { Language } from "../../parts/language.tsx";
import { consoleServiceWords } from "../../words/console/service.ts";
import { useWrite } from "../frame/ask.ts";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Panel } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { Offered } from "./city-services.tsx";
import { besides, draftOf, type RequestDraft, requestBody, usualDraft } from "./request-draft.ts";
import { RequestFields } from "./request-fields.tsx";

// `undefined` of a request: it is new.
type Edited = { readonly of: SpecialRequest | undefined; readonly draft: RequestDraft };

export function SpecialRequests({ service }: { readonly service: OperatorService }) {
  const { words, common, language } = useConsole(consoleServiceWords);
  const [edited, setEdited] = useState<Edited>();
  return (
    <Panel title={words.requests} note={words.requestsNote}>
      <DataTable
        label={words.requests}
        rows={service.requests}
        keyOf={(request) => request._id}
        empty={words.noRequests}
        columns={[
          {
            title: words.code,
            cell: (request) => (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => setEdited({ of: request, draft: draftOf(request) })}
              >
                {request.group_id}
              </Button>
            ),
          },
          { title: common.name, cell: (request) => request.name },
          { title: words.kind, cell: (request) => words.kinds[request.type] ?? request.type },
          { title: words.price, cell: (request) => priceOf(request, language), right: true },
          { title: common.status, cell: (request) => <Offered isOn={request.enable} /> },
        ]}
      />
      <Button mt="md" onClick={() => setEdited({ of: undefined, draft: usualDraft("TIP") })}>
        {words.newRequest}
      </Button>
      {edited && (
        <RequestDialog
          service={service}
          edited={edited}
          onChange={(draft) => setEdited({ ...edited, draft })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

type DialogProps = {
  readonly service: OperatorService;
  readonly edited: Edited;
  readonly onChange: (draft: RequestDraft) => void;
  readonly onClose: () => void;
};

// The call takes all special requests of a service at once: the others go along as they are.
function RequestDialog({ service, edited, onChange, onClose }: DialogProps) {
  const { words, common } = useConsole(consoleServiceWords);
  const write = useWrite("saveService", onClose);
  const { others, position } = besides(service.requests, edited.of);
  const save = (requests: readonly object[]) => write.mutate({ params: { id: service._id }, body: { requests } });
  return (
    <FormDialog
      title={edited.of ? `${words.request} ${edited.of.group_id}` : words.newRequest}
      action={common.save}
      isOpen
      isWide
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() => save(others.toSpliced(position, 0, requestBody(edited.draft) as SpecialRequest))}
      more={
        edited.of && (
          <Button variant="subtle" color="red" onClick={() => save(others)}>
            {words.removeRequest}
          </Button>
        )
      }
    >
      <RequestFields
        draft={edited.draft}
        isNew={edited.of === undefined}
        within={`requests[${position}]`}
        onChange={onChange}
      />
    </FormDialog>
  );
}

function priceOf(request: SpecialRequest, language: Language): string {
  const range = (prices: readonly number[]) =>
    [...new Set([Math.min(...prices), Math.max(...prices)])].map((price) => money(price, language)).join(" – ");
  switch (request.type) {
    case "TIER":
      return range((request.tiers ?? []).filter((tier) => tier.selectable).map((tier) => tier.price));
    case "COD_INSURANCE":
      return range((request.insurance_blocks ?? []).map((block) => block.price));
    case "COMMISSION_DISTANCE_PERCENTAGE":
      return `${Math.round((request.distance_rate ?? 0) * 100)} %`;
    case "PER_UNIT":
      return `${money(request.price, language)} × 1–${request.max_input}`;
    default:
      return money(request.price, language);
  }
}
