// A browser's part in web push: whether it can show notifications, and the subscription it gives a server that has this key.

// home screen: an iPhone lets only installed pages be told.
export type PushAbility = "unsupported" | "home screen" | "blocked" | "ask" | "granted";

export function pushAbility(): PushAbility {
  if (!isPushSupported())
    return "standalone" in navigator && navigator.standalone === false ? "home screen" : "unsupported";
  const { permission } = Notification;
  return permission === "granted" ? "granted" : permission === "denied" ? "blocked" : "ask";
}

export function isPushSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

type Subscription = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } };

export async function subscribeBrowser(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<Subscription> {
  const known = await pushManager.getSubscription();
  // One for another key takes nothing from this server.
  const isOurs = known && base64url(known.options.applicationServerKey) === publicKey;
  if (known && !isOurs) await known.unsubscribe();
  const subscription =
    known && isOurs ? known : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  return { endpoint, keys: { p256dh, auth } };
}

export async function unsubscribeBrowser(scope: string): Promise<void> {
  if (!isPushSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration(scope);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

// Whoever looks at the page sees the thing itself.
export async function closeNotifications(scope: string): Promise<void> {
  if (!isPushSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration(scope);
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
