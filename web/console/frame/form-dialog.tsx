// A question before something is done: fields, what was wrong with the last try, and one button.
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Faults } from "../../parts/forms/faults.tsx";
import { useWords } from "../../parts/language.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { consoleWords } from "../../words/console/frame.ts";

type Props = {
  readonly title: string;
  readonly text?: string;
  readonly action: string;
  readonly isOpen: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly danger?: boolean;
  readonly isWide?: boolean;
  // Over another dialog, which it is about.
  readonly isOnTop?: boolean;
  // Beside the buttons.
  readonly more?: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
};

export function FormDialog(props: Props) {
  const words = useWords(consoleWords);
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      centered
      // A slip of the finger beside it does not cost what was typed.
      closeOnClickOutside={false}
      zIndex={props.isOnTop ? 300 : 200}
      size={props.isWide ? "xl" : "md"}
      closeButtonProps={{ "aria-label": words.close }}
      // A dialog is no page: its head is not the page's.
      attributes={{ header: { role: "presentation" } }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <Stack gap="md">
          {props.text && <Text c="dimmed">{props.text}</Text>}
          <Faults error={props.error}>
            <Stack gap="md">{props.children}</Stack>
          </Faults>
          <Group justify="flex-end">
            {props.more}
            <PlainButton onClick={props.onClose}>{words.back}</PlainButton>
            <Button type="submit" loading={props.busy} {...(props.danger ? { color: "red" } : {})}>
              {props.action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
