// A view of the portal: its heading, a sentence on what it is for, and the rest.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { usePageTitle } from "../parts/language.tsx";
import { PageTitle } from "../parts/looks/kinds.tsx";

type Props = { readonly title: string; readonly text: string; readonly children: ReactNode };

export function View({ title, text, children }: Props) {
  usePageTitle(title);
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{title}</PageTitle>
        <Text c="dimmed">{text}</Text>
      </div>
      {children}
    </Stack>
  );
}
