// A stretch of JSON or code with a way to copy it.
import { Box, CopyButton } from "@mantine/core";
import { partsWords } from "../words/parts.ts";
import styles from "./code-block.module.css";
import { useWords } from "./language.tsx";
import { PlainButton } from "./looks/kinds.tsx";

type Props = { readonly text: string; readonly label: string; readonly height?: number };

export function CodeBlock({ text, label, height = 360 }: Props) {
  const words = useWords(partsWords);
  return (
    <Box pos="relative">
      {/* A long line is scrolled to, by keyboard too, so the block takes the focus. */}
      <Box component="pre" className={styles.code ?? ""} mah={height} tabIndex={0} role="region" aria-label={label}>
        {text}
      </Box>
      <Box pos="absolute" top={8} right={8}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <PlainButton size="compact-xs" onClick={copy}>
              {copied ? words.copied : words.copy}
            </PlainButton>
          )}
        </CopyButton>
      </Box>
    </Box>
  );
}
