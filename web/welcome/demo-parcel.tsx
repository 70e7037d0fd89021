// One click to a delivery under way: only in the sandbox, where it costs nothing and robots drive.
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { ArrowIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { ErrorNote } from "../parts/notice.tsx";
import { welcomeWords } from "../words/welcome.ts";
import styles from "./page.module.css";
import { sendDemoParcel } from "./send-demo-parcel.ts";

export function DemoParcel() {
  const words = useWords(welcomeWords);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();

  const send = async (): Promise<void> => {
    setSending(true);
    setError(undefined);
    try {
      window.location.assign(await sendDemoParcel());
    } catch (failure) {
      setError(failure);
      setSending(false);
    }
  };

  return (
    <div className={styles.demo}>
      <Button size="md" loading={isSending} onClick={() => void send()} rightSection={<ArrowIcon />}>
        {words.demo}
      </Button>
      <Text size="sm" c="dimmed">
        {words.demoText} {words.sandboxText}
      </Text>
      {error !== undefined && <ErrorNote error={error} />}
    </div>
  );
}
