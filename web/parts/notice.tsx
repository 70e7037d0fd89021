// What stands where content would: nothing here yet, or loading. loading/error-note.tsx has what went wrong.
import { Button, Center, Group, Loader, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { partsWords } from "../words/parts.ts";
import { useWords } from "./language.tsx";
import { PlainButton } from "./looks/kinds.tsx";

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
