// Keys, shown this once.
import { Alert, Stack, Text } from "@mantine/core";
import type { Answer } from "../../parts/ask.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { useWords } from "../../parts/language.tsx";
import { PlainButton, Strong } from "../../parts/looks/kinds.tsx";
import { consolePeopleWords } from "../../words/console/people.ts";

export type Keys = Answer<"createPartner"> | Answer<"rotateKeys">;

export function ShownKeys({ keys, onStored }: { readonly keys: Keys; readonly onStored: () => void }) {
  const words = useWords(consolePeopleWords);
  const lines = [
    [words.apiKey, keys.api_key],
    [words.routeKey, keys.route_key],
    [words.callbackSecret, "callback_secret" in keys ? keys.callback_secret : undefined],
  ].filter((line): line is [string, string] => line[1] !== undefined);
  return (
    <Alert color="yellow" variant="light" title={words.keysTitle}>
      <Stack gap="sm">
        <Text size="sm">{words.keysText}</Text>
        {lines.map(([label, key]) => (
          <div key={label}>
            <Strong>{label}</Strong>
            <CodeBlock text={key} label={label} />
          </div>
        ))}
        <div>
          <PlainButton onClick={onStored}>{words.stored}</PlainButton>
        </div>
      </Stack>
    </Alert>
  );
}
