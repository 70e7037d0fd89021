// What a sender may ask for beside the delivery, its price, and whether it is offered.
import { Button, NumberInput, Switch } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { consoleWords } from "../../words/console.ts";
import { consoleCatalogueWords } from "../../words/console-catalogue.ts";
import { useWrite } from "../frame/ask.ts";
import { DataTable } from "../frame/data-table.tsx";
import { Panel } from "../frame/view.tsx";
import type { Service, SpecialRequest } from "../frame/wire.ts";

export function SpecialRequests({ service }: { readonly service: Service }) {
  const words = useWords(consoleCatalogueWords);
  const common = useWords(consoleWords);
  const [requests, setRequests] = useState<readonly SpecialRequest[]>(service.requests);
  const write = useWrite();
  const change = (id: string, changes: Partial<SpecialRequest>) =>
    setRequests(requests.map((request) => (request._id === id ? { ...request, ...changes } : request)));
  return (
    <Panel title={words.requests}>
      {write.error && <ErrorNote error={write.error} />}
      <DataTable
        label={words.requests}
        rows={requests}
        keyOf={(request) => request._id}
        empty={words.noRequests}
        columns={[
          { title: common.name, cell: (request) => `${request.group_id} · ${request.name}` },
          { title: words.kind, cell: (request) => request.type },
          {
            title: words.price,
            cell: (request) => (
              <NumberInput
                aria-label={`${words.price}: ${request.group_id}`}
                value={request.price}
                onChange={(price) => change(request._id, { price: Number(price) })}
                min={0}
                thousandSeparator=","
                w={140}
              />
            ),
          },
          {
            title: words.enabled,
            cell: (request) => (
              <Switch
                aria-label={`${words.enabled}: ${request.group_id}`}
                checked={request.enable}
                onChange={(event) => change(request._id, { enable: event.currentTarget.checked })}
              />
            ),
          },
        ]}
      />
      <Button
        mt="md"
        loading={write.isPending}
        onClick={() => write.mutate({ method: "PUT", path: `/services/${service._id}`, body: { requests } })}
      >
        {common.save}
      </Button>
    </Panel>
  );
}
