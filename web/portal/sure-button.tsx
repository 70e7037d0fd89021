// A button for what cannot be taken back: it asks first, in a dialog that closes when it is done and says why when it is not.
import { Button, type ButtonProps, Group, Modal, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "../parts/loading/error-note.tsx";
import { PlainButton } from "../parts/looks/kinds.tsx";

type Props<Given> = {
  readonly label: string;
  readonly look: ButtonProps;
  readonly title: string;
  readonly keep: string;
  // What is done, and with what; undefined while something is missing.
  readonly change: UseMutationResult<unknown, Error, Given>;
  readonly given: Given | undefined;
  readonly children: ReactNode;
};

export function SureButton<Given>({ label, look, title, keep, change, given, children }: Props<Given>) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        {...look}
        onClick={() => {
          // What went wrong the last time is not what is wrong now.
          change.reset();
          dialog.open();
        }}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={title} centered>
        <Stack>
          {children}
          {change.error && <ErrorNote error={change.error} />}
          <Group justify="flex-end">
            <PlainButton onClick={dialog.close}>{keep}</PlainButton>
            <Button
              color="red"
              disabled={given === undefined}
              loading={change.isPending}
              onClick={() => given !== undefined && change.mutate(given, { onSuccess: dialog.close })}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
