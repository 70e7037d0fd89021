// What stands where content would: nothing here yet, loading, or an error with a way to try again.
import { Alert, Button, Center, Group, Loader, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { partsWords } from "../words/parts.ts";
import { GENERAL, refusalsByCode } from "../words/refusals.ts";
import { Refused } from "./call.ts";
import { useLanguage, useWords } from "./language.tsx";
import { Fine, PlainButton } from "./looks/kinds.tsx";

type Action = { readonly label: string; readonly onClick: () => void };
type NoticeProps = {
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  readonly action?: Action;
  readonly other?: Action;
  // 1 where it is all there is on the page.
  readonly level?: 1 | 2;
};

// An empty list, a page that is not there: says what is so and what can be done about it.
export function Notice({ title, text, icon, action, other, level = 2 }: NoticeProps) {
  return (
    <Center px="md" py={64}>
      <Stack align="center" gap="sm" maw={440} ta="center">
        {icon}
        <Title order={level} size="h3">
          {title}
        </Title>
        {text && <Text c="dimmed">{text}</Text>}
        {action && (
          <Group mt="sm" justify="center">
            <Button onClick={action.onClick}>{action.label}</Button>
            {other && <PlainButton onClick={other.onClick}>{other.label}</PlainButton>}
          </Group>
        )}
      </Stack>
    </Center>
  );
}

export function Loading() {
  const words = useWords(partsWords);
  return (
    <Center py={64} role="status" aria-label={words.loading}>
      <Loader type="dots" />
    </Center>
  );
}

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
