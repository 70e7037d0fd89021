// Keys, shown this once.
import { Alert, Button, Stack, Text } from "@mantine/core";
import { CodeBlock } from "../../parts/code-block.tsx";
import { useWords } from "../../parts/language.tsx";
import { consolePeopleWords } from "../../words/console/people.ts";

export type Keys = { readonly api_key: string; readonly route_key: string; readonly callback_secret?: string };

export function ShownKeys({ keys, onStored }: { readonly keys: Keys; readonly onStored: () => void }) {
  const words = useWords(consolePeopleWords);
  const lines = [
    [words.apiKey, keys.api_key],
    [words.routeKey, keys.route_key],
    [words.callbackSecret, keys.callback_secret],
  ].filter((line): line is [string, string] => line[1] !== undefined);
  return (
    <Alert color="yellow" variant="light" title={words.keysTitle}>
      <Stack gap="sm">
        <Text size="sm">{words.keysText}</Text>
        {lines.map(([label, key]) => (
          <div key={label}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            <CodeBlock text={key} label={label} />
          </div>
        ))}
        <div>
          <Button variant="default" onClick={onStored}>
            {words.stored}
          </Button>
        </div>
      </Stack>
    </Alert>
  );
}
