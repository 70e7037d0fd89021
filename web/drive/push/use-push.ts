// Whether the phone tells of offers while this page is closed or hidden. Subscribed again at every start, because keys change, browsers
// renew their subscriptions and drivers choose another language; the server keeps the last.
import { useDocumentVisibility } from "@mantine/hooks";
import { useCallback, useEffect, useState } from "react";
import { type Language, useLanguage } from "../../parts/language.tsx";
import type { AskAsDriver } from "../ask.ts";

// home screen: an iPhone lets only installed pages be told.
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
    if (!isSupported() || Notification.permission !== "granted") return undefined;
    // Without a connection, or where the phone's push service is away, the stream tells of offers as before.
    const tryAgain = (): void => void renew().catch(() => setState("off"));
    tryAgain();
    window.addEventListener("online", tryAgain);
    return () => window.removeEventListener("online", tryAgain);
  }, [renew]);
  useEffect(() => {
    if (visibility === "visible") void closeNotifications();
  }, [visibility]);

  const turnOn = useCallback(async () => {
    const answer = await Notification.requestPermission();
    if (answer === "denied") setState("blocked");
    if (answer === "granted") await renew();
  }, [renew]);
  return { state, turnOn, turnOff };
}

function firstState(): PushState {
  if (!isSupported())
    return "standalone" in navigator && navigator.standalone === false ? "home screen" : "unsupported";
  const { permission } = Notification;
  return permission === "granted" ? "unknown" : permission === "denied" ? "blocked" : "off";
}

function isSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

async function subscribe(call: AskAsDriver, language: Language): Promise<void> {
  const { public_key } = await call("getPush", {});
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // One for another key takes nothing from this server.
  const isOurs = known && base64url(known.options.applicationServerKey) === public_key;
  if (known && !isOurs) await known.unsubscribe();
  const subscription =
    known && isOurs ? known : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  await call("subscribeToPush", { body: { endpoint, keys: { p256dh, auth }, language } });
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function turnOff(): Promise<void> {
  if (!isSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration("/drive");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

// Whoever looks at the page sees the offers themselves.
async function closeNotifications(): Promise<void> {
  if (!isSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration("/drive");
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}
