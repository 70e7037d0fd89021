// An order that went to a driver who is there sooner, until the driver who had it has read so.
import { Alert, Button } from "@mantine/core";
import { useWords } from "../../parts/language.tsx";
import { driveWords } from "../../words/drive.ts";
import type { TakenBackOrders } from "./use-taken-back.ts";

export function TakenBackNotes({ takenBack }: { readonly takenBack: TakenBackOrders }) {
  const words = useWords(driveWords);
  return takenBack.unread.map((orderId) => (
    <Alert key={orderId} color="blue" variant="light" role="status" title={words.takenBack(orderId)}>
      {words.takenBackWhy}
      <Button variant="default" size="xs" mt="xs" onClick={() => takenBack.read(orderId)} display="block">
        {words.dismiss}
      </Button>
    </Alert>
  ));
}
