// Tells a driver which of their documents end, and where to send new ones. Where the server cannot be asked it says nothing: driving goes on.
import { Alert, Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { writtenDay } from "../parts/formats.ts";
import { useSpoken, useWords } from "../parts/language.tsx";
import { driveWords } from "../words/drive/drive.ts";
import { joiningWords } from "../words/joining.ts";
import type { AskAsDriver } from "./ask.ts";

const EVERY_MS = 3_600_000;

export function DocumentsNote({ call }: { readonly call: AskAsDriver }) {
  const { words, language } = useSpoken(driveWords);
  const joining = useWords(joiningWords);
  const asked = useQuery({
    queryKey: ["drive", "documents"],
    queryFn: () => call("listOwnDocuments", {}),
    refetchInterval: EVERY_MS,
  });
  const told = asked.data?.documents.filter(({ ending, asked_again }) => ending !== "good" || asked_again !== "") ?? [];
  if (!asked.data || told.length === 0) return null;
  return (
    <Alert variant="light" color="yellow" role="status" title={words.documentsEnd}>
      {told.map(({ kind, expires_on = "", ending, waiting, asked_again }) => (
        <div key={kind}>
          {joining.kinds[kind]}:{" "}
          {ending === "ended"
            ? words.documentEnded(writtenDay(expires_on, language))
            : joining.until(writtenDay(expires_on, language))}
          {waiting ? `, ${joining.waits}` : ""}
          {asked_again ? `. ${joining.again(asked_again)}` : ""}
        </div>
      ))}
      <Anchor href={`/join/${asked.data.city_id}`}>{words.sendDocument}</Anchor>
    </Alert>
  );
}
