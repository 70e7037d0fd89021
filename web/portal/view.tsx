// A view of the portal: its heading, a sentence on what it is for, and the rest.
import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageTitle } from "../parts/language.tsx";

type Props = { readonly title: string; readonly text: string; readonly children: ReactNode };

export function View({ title, text, children }: Props) {
  usePageTitle(title);
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
      </div>
      {children}
    </Stack>
  );
}
