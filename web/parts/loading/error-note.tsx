// What went wrong, with a way to try again. Apart from notice.tsx, because the words of all refusals come with it.
import { Alert, Group } from "@mantine/core";
import { partsWords } from "../../words/parts.ts";
import { GENERAL, refusalsByCode } from "../../words/refusals.ts";
import { Refused } from "../call.ts";
import { useLanguage, useWords } from "../language.tsx";
import { Fine, PlainButton } from "../looks/kinds.tsx";

// An error in its own words, in the reader's language where we have them.
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const words = useWords(partsWords);
  const errorWords = useErrorWords();
  const requestId = error instanceof Refused ? error.requestId : undefined;
  const title = errorWords(error);
  // Even an empty group below the title would take room.
  if (!onRetry && !requestId) return <Alert color="red" variant="light" role="alert" title={title} />;
  return (
    <Alert color="red" variant="light" role="alert" title={title}>
      <Group gap="md" align="center">
        {onRetry && (
          <PlainButton size="xs" onClick={onRetry}>
            {words.tryAgain}
          </PlainButton>
        )}
        {requestId && <Fine>{words.requestId(requestId)}</Fine>}
      </Group>
    </Alert>
  );
}

export function useErrorWords(): (error: unknown) => string {
  const words = useRefusalWords();
  return (error) => (error instanceof Refused ? words(error.code, error.message) : words("INTERNAL_SERVER_ERROR", ""));
}

// A refusal's own sentence is English; what is not known by its code is shown as it came.
export function useRefusalWords(): (code: string, description: string) => string {
  const { language } = useLanguage();
  return (code, description) =>
    language === "en" && GENERAL.has(code) ? description : (refusalsByCode[language](code) ?? description);
}
