// Something secret that the server shows this once.
import { Alert, Stack, Text } from "@mantine/core";
import { partsWords } from "../../words/parts.ts";
import { CodeBlock } from "../code-block.tsx";
import { useWords } from "../language.tsx";
import { PlainButton } from "./kinds.tsx";

type Props = {
  readonly title: string;
  readonly text?: string;
  readonly label: string;
  readonly secret: string;
  readonly onStored: () => void;
};

export function ShownOnce({ title, text, label, secret, onStored }: Props) {
  const words = useWords(partsWords);
  return (
    <Alert color="yellow" variant="light" title={title}>
      <Stack gap="sm">
        {text && <Text size="sm">{text}</Text>}
        <CodeBlock text={secret} label={label} />
        <div>
          <PlainButton onClick={onStored}>{words.stored}</PlainButton>
        </div>
      </Stack>
    </Alert>
  );
}
