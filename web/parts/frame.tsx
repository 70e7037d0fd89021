// The head of a page that is not an application of its own: our sign, and the two switches. Portal and console build their
// frames on `Brand` and `Switches`.
import { Anchor, Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Switches } from "./switches.tsx";

type FrameProps = { readonly children: ReactNode; readonly maxWidth?: number };

export function Frame({ children, maxWidth = 1080 }: FrameProps) {
  return (
    <Box mih="100dvh">
      <Box component="header" py="sm" px="md" maw={maxWidth} mx="auto">
        <Group justify="space-between" wrap="nowrap">
          <Brand />
          <Switches />
        </Group>
      </Box>
      <Box component="main" px="md" pb={48} maw={maxWidth} mx="auto">
        {children}
      </Box>
    </Box>
  );
}

export function Brand({ href = "/" }: { readonly href?: string }) {
  return (
    <Anchor href={href} underline="never" c="inherit">
      <Group gap={8} wrap="nowrap">
        <Sign />
        <Text fw={700} size="lg" component="span">
          Giao
        </Text>
      </Group>
    </Anchor>
  );
}

// A motorbike's two wheels and its parcel, as in the tab.
function Sign() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0b7285" />
      <g fill="none" stroke="#fff" strokeWidth="2.5">
        <circle cx="9" cy="22" r="4" />
        <circle cx="23" cy="22" r="4" />
        <path d="M13 22h6l3-9h4" />
      </g>
      <rect x="7" y="8" width="9" height="8" rx="1.5" fill="#ffd43b" />
    </svg>
  );
}
