// Whether the phone tells of offers while this page is closed or hidden. Subscribed again at every start, because keys change, browsers
// renew their subscriptions and drivers choose another language; the server keeps the last.
import { useDocumentVisibility } from "@mantine/hooks";
import { useCallback, useEffect, useState } from "react";
import { type Language, useLanguage } from "../../parts/language.tsx";
import {
  closeNotifications,
  isPushSupported,
  pushAbility,
  subscribeBrowser,
  unsubscribeBrowser,
} from "../../parts/push/browser-push.ts";
import type { AskAsDriver } from "../ask.ts";

type PushState = "unknown" | "unsupported" | "home screen" | "off" | "blocked" | "on";

export type Push = {
  readonly state: PushState;
  // Asks the driver for leave, so it is called by a touch.
  readonly turnOn: () => Promise<void>;
  // With signing out.
  readonly turnOff: () => Promise<void>;
};

export function usePush(call: AskAsDriver): Push {
  const { language } = useLanguage();
  const [state, setState] = useState<PushState>(firstState);
  const visibility = useDocumentVisibility();

  const renew = useCallback(async () => {
    await subscribe(call, language);
    setState("on");
  }, [call, language]);
  useEffect(() => {
    if (!isPushSupported() || Notification.permission !== "granted") return undefined;
    // Without a connection, or where the phone's push service is away, the stream tells of offers as before.
    const tryAgain = (): void => void renew().catch(() => setState("off"));
    tryAgain();
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, [renew]);
  useEffect(() => {
    if (visibility === "visible") void closeNotifications(SCOPE);
  }, [visibility]);

  const turnOn = useCallback(async () => {
    const answer = await Notification.requestPermission();
    if (answer === "denied") setState("blocked");
    if (answer === "granted") await renew();
  }, [renew]);
  return { state, turnOn, turnOff };
}

const SCOPE = "/drive";

function firstState(): PushState {
  const ability = pushAbility();
  return ability === "granted" ? "unknown" : ability === "ask" ? "off" : ability;
}

async function subscribe(call: AskAsDriver, language: Language): Promise<void> {
  const { public_key } = await call("getPush", {});
  const body = await subscribeBrowser(await navigator.serviceWorker.ready, public_key);
  await call("subscribeToPush", { body: { ...body, language } });
}

const turnOff = (): Promise<void> => unsubscribeBrowser(SCOPE);
