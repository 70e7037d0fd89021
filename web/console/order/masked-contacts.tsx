// Names and phones at an order's stops, for a role that sees them masked: a click shows them, and the audit log keeps who clicked.
import { List, Stack } from "@mantine/core";
import type { InspectedOrder } from "../../../clients/typescript/src/api.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Fine, PlainButton } from "../../parts/looks/kinds.tsx";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { useWrite } from "../frame/ask.ts";

export function MaskedContacts({ order }: { readonly order: InspectedOrder }) {
  const words = useWords(consoleStaffWords);
  const reveal = useWrite("revealContacts");
  if (!order.path.some(({ mobile }) => mobile.includes("*"))) return null;
  if (reveal.data)
    return (
      <List mt="sm">
        {reveal.data.contacts.map(({ path_index, name, mobile }) => (
          <List.Item key={path_index}>{`${name}, ${mobile}`}</List.Item>
        ))}
      </List>
    );
  return (
    <Stack gap={4} mt="sm" align="flex-start">
      {reveal.error && <ErrorNote error={reveal.error} />}
      <PlainButton loading={reveal.isPending} onClick={() => reveal.mutate({ params: { order_id: order._id } })}>
        {words.showContacts}
      </PlainButton>
      <Fine>{words.showContactsText}</Fine>
    </Stack>
  );
}
