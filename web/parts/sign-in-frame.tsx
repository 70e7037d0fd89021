// Where somebody signs in: a title, a sentence, the fields, and what was wrong with the last try.
import { Alert, Button, Center, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Frame } from "./frame.tsx";
import { isSandbox } from "./page-facts.ts";

type Props = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly busy: boolean;
  // In the reader's words; undefined while nothing is wrong.
  readonly fault: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  // Below the form, such as a hint for a sandbox.
  readonly foot?: ReactNode;
};

type SandboxProps = {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly busy: boolean;
  readonly onUse: () => void;
};

// In a sandbox the keys are public, and one press uses them.
export function SandboxDoor({ title, text, action, busy, onUse }: SandboxProps) {
  if (!isSandbox()) return null;
  return (
    <Paper withBorder radius="lg" p="lg">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <Button mt="sm" variant="default" loading={busy} onClick={onUse}>
        {action}
      </Button>
    </Paper>
  );
}

export function SignInFrame({ title, text, action, busy, fault, onSubmit, children, foot }: Props) {
  return (
    <Frame>
      <Center pt={{ base: 24, sm: 72 }}>
        <Stack w="100%" maw={420} gap="lg">
          <Paper
            component="form"
            withBorder
            radius="lg"
            p={{ base: "lg", sm: "xl" }}
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit();
            }}
          >
            <Stack gap="md">
              <div>
                <Title order={1} size="h2">
                  {title}
                </Title>
                <Text c="dimmed" mt={4}>
                  {text}
                </Text>
              </div>
              {fault && <Alert color="red" variant="light" role="alert" title={fault} />}
              {children}
              <Button type="submit" loading={busy} size="md" mt="xs">
                {action}
              </Button>
            </Stack>
          </Paper>
          {foot}
        </Stack>
      </Center>
    </Frame>
  );
}
