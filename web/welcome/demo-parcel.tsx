// One click to a delivery under way: only in the sandbox, where it costs nothing and robots drive.
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { CALLS } from "../../clients/typescript/src/api.ts";
import { askerOf } from "../parts/ask.ts";
import { ArrowIcon } from "../parts/icons.tsx";
import { useWords } from "../parts/language.tsx";
import { ErrorNote } from "../parts/notice.tsx";
import { pageFact } from "../parts/page-facts.ts";
import { welcomeWords } from "../words/welcome.ts";
import styles from "./page.module.css";

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

// A first delivery, ordered as any partner would: a token, then an order. The account is the sandbox's second one, because a new
// token ends the account's older ones (D7), and the first is what people paste into their terminals.
const ask = askerOf(CALLS);

const PATH = [
  { address: "Chợ Bến Thành", lat: 10.7725, lng: 106.698, name: "Demo shop", mobile: "84900000002" },
  { address: "Nhà thờ Tân Định", lat: 10.7885, lng: 106.6907, name: "Lan", mobile: "84912345678", cod: 50_000 },
];

// Where the recipient follows it, on this server under whatever name the browser knows it.
async function sendDemoParcel(): Promise<string> {
  const { token } = await ask("issueToken", {
    body: { api_key: pageFact("demo-key") ?? "", mobile: pageFact("demo-phone") ?? "" },
  });
  const body = { order_time: 0, service_id: "SGN-BIKE", requests: [], payment_method: "CASH" as const, path: PATH };
  const { shared_link } = await ask("createOrder", { body }, { headers: { authorization: `Bearer ${token}` } });
  return new URL(shared_link).pathname;
}
