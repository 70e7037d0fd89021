// A question over the page. What lies behind cannot be reached meanwhile, by finger, keyboard or screen reader.
import { CloseButton, Group, Modal, Stack } from "@mantine/core";
import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { useWords } from "../../parts/language.tsx";
import { Heading } from "../../parts/looks/kinds.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import { holdTaps } from "../held-taps.ts";

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode };

export function Dialog({ title, onClose, children }: Props) {
  const words = useWords(driveWords);
  useEffect(() => {
    const behind = document.getElementById("root");
    behind?.setAttribute("inert", "");
    return () => behind?.removeAttribute("inert");
  }, []);
  useLayoutEffect(() => {
    holdTaps();
    return holdTaps;
  }, []);
  return (
    // Mantine's lock on scrolling writes a style element, which the page's policy refuses.
    // A tap beside the dialog does not cost the photo that was just taken.
    <Modal.Root opened onClose={onClose} lockScroll={false} closeOnClickOutside={false}>
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.Body pt="md">
          <Stack>
            <Group justify="space-between" wrap="nowrap" align="start">
              <Heading>{title}</Heading>
              <CloseButton aria-label={words.back} onClick={onClose} />
            </Group>
            {children}
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
