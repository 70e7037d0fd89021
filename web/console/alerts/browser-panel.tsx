// Whether this browser shows what rules tell as notifications.
import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLanguage } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import {
  closeNotifications,
  type PushAbility,
  pushAbility,
  subscribeBrowser,
  unsubscribeBrowser,
} from "../../parts/push/browser-push.ts";
import { consoleAlertWords } from "../../words/console/alerts.ts";
import { ask, useAsked } from "../frame/ask.ts";
import { Panel, Shown } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

const SCOPE = "/console";

export function BrowserPanel() {
  const { words } = useConsole(consoleAlertWords);
  const { language } = useLanguage();
  const client = useQueryClient();
  const push = useAsked("getConsolePush", {});
  const [ability, setAbility] = useState<PushAbility>(pushAbility);
  useEffect(() => void closeNotifications(SCOPE), []);
  const again = { onSettled: () => client.invalidateQueries({ queryKey: ["asked", "getConsolePush"] }) };
  const turnOn = useMutation({
    mutationFn: async (publicKey: string) => {
      if ((await Notification.requestPermission()) !== "granted") return;
      await navigator.serviceWorker.register(`${SCOPE}/service-worker.js`, { scope: SCOPE });
      const body = await subscribeBrowser(await navigator.serviceWorker.ready, publicKey);
      await ask("subscribeConsole", { body: { ...body, language } });
    },
    onSettled: async () => {
      setAbility(pushAbility());
      await again.onSettled();
    },
  });
  const turnOff = useMutation({
    mutationFn: async () => {
      await ask("unsubscribeConsole", {});
      await unsubscribeBrowser(SCOPE);
    },
    ...again,
  });
  const why = { unsupported: words.browserCannot, "home screen": words.browserHome, blocked: words.browserBlocked };
  return (
    <Panel title={words.browser} note={words.browserNote}>
      {ability !== "ask" && ability !== "granted" ? (
        <Quiet>{why[ability]}</Quiet>
      ) : (
        <Shown query={push}>
          {({ public_key, subscribed }) =>
            subscribed ? (
              <Group>
                <Text role="status">{words.browserIsOn}</Text>
                <PlainButton loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
                  {words.browserOff}
                </PlainButton>
              </Group>
            ) : (
              <Button variant="light" loading={turnOn.isPending} onClick={() => turnOn.mutate(public_key)}>
                {words.browserOn}
              </Button>
            )
          }
        </Shown>
      )}
      {(turnOn.error ?? turnOff.error) && <ErrorNote error={turnOn.error ?? turnOff.error} />}
    </Panel>
  );
}
