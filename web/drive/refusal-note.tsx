// A refusal in a driver's words.
import { Alert } from "@mantine/core";
import { Refused } from "../parts/call.ts";
import { useWords } from "../parts/language.tsx";
import { useErrorWords } from "../parts/loading/error-note.tsx";
import { PlainButton } from "../parts/looks/kinds.tsx";
import { driveWords } from "../words/drive/drive.ts";

type Props = { readonly error: unknown; readonly title?: string; readonly onDismiss?: () => void };

export function RefusalNote({ error, title, onDismiss }: Props) {
  const words = useWords(driveWords);
  const errorWords = useErrorWords();
  const said = (error instanceof Refused && words.refusals[error.code]) || errorWords(error);
  if (!title && !onDismiss) return <Alert color="red" variant="light" role="alert" title={said} />;
  return (
    <Alert color="red" variant="light" role="alert" title={title ?? said}>
      {title && said}
      {onDismiss && (
        <PlainButton size="xs" mt="xs" onClick={onDismiss} display="block">
          {words.dismiss}
        </PlainButton>
      )}
    </Alert>
  );
}
