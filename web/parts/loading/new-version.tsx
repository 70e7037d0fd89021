// Offers to reload when the server has another build than this page. Not before somebody wants to: the old files are served for another day.
import { Alert, Button, Group } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { partsWords } from "../../words/parts.ts";
import { onOldBuild, seesOldBuild } from "../call.ts";
import { useWords } from "../language.tsx";

export function NewVersion() {
  const words = useWords(partsWords);
  const isOld = useSyncExternalStore(onOldBuild, seesOldBuild);
  if (!isOld) return null;
  return (
    <Alert color="teal" variant="light" role="status" mb="md" p="xs">
      <Group justify="space-between" gap="xs">
        {words.newVersion}
        <Button size="compact-sm" onClick={() => window.location.reload()}>
          {words.reload}
        </Button>
      </Group>
    </Alert>
  );
}
