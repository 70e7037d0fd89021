// Shows what alert rules tell browsers that are signed in to the console, and opens the page it is about when one is touched. It keeps no
// files: the console is shown online alone.
import type { ConsolePush } from "../../src/domain/alerts/alert-text.ts";

const PAGE = "/console";

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Pushed = Extendable & { readonly data: { json(): ConsolePush } | null };
type Touched = Extendable & { readonly notification: Notification & { readonly data?: { readonly path?: string } } };
type Window = { readonly url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> };
type Worker = {
  addEventListener(name: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(name: "push", listener: (event: Pushed) => void): void;
  addEventListener(name: "notificationclick", listener: (event: Touched) => void): void;
  skipWaiting(): Promise<void>;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: { readonly type: "window"; readonly includeUncontrolled: boolean }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<unknown>;
  };
};
const worker = globalThis as unknown as Worker;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));

// The same message told twice is shown once.
worker.addEventListener("push", (event) => {
  const push = event.data?.json();
  if (!push) return;
  const { id, title, body, language, path } = push;
  event.waitUntil(worker.registration.showNotification(title, { body, tag: id, lang: language, data: { path } }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? PAGE));
});

async function open(path: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = windows.find(({ url }) => new URL(url).pathname.startsWith(PAGE));
  if (!page) {
    await worker.clients.openWindow(path);
    return;
  }
  await page.focus();
  await page.navigate(path);
}
