// Lets a driver be told of offers while the page is closed, and says why that cannot be.
import { Button } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../../parts/language.tsx";
import { Quiet } from "../../parts/looks/kinds.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import type { Push } from "./use-push.ts";

export function PushNote({ push }: { readonly push: Push }) {
  const words = useWords(driveWords);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const turnOn = async (): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      await push.turnOn();
    } catch {
      // The phone's push service did not answer; what it says of that helps no driver.
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  if (push.state === "blocked" || push.state === "home screen")
    return <Quiet ta="center">{push.state === "blocked" ? words.pushBlocked : words.pushHomeScreen}</Quiet>;
  if (push.state !== "off") return null;
  return (
    <>
      <Button variant="light" size="md" loading={isBusy} onClick={turnOn}>
        {words.pushOn}
      </Button>
      {hasFailed && (
        <Quiet ta="center" role="status">
          {words.pushFailed}
        </Quiet>
      )}
    </>
  );
}
