// Lets the driver's page open without a connection: its document and its files are kept on the phone. The document is asked
// for anew whenever the server answers; files are named by their content and never change. Calls are never kept: what is
// true only the server says. It also shows the offers that are pushed while the page is closed, and opens the page when one is touched.

import type { OfferPush } from "../../src/domain/drivers/offer-push.ts";

const KEPT = "giao-drive";
const PAGE = "/drive";
const FILES_MAX = 80;

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Extendable & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Pushed = Extendable & { readonly data: { json(): OfferPush } | null };
type Touched = Extendable & { readonly notification: Notification };
type Window = { readonly url: string; focus(): Promise<unknown> };
type Worker = {
  addEventListener(name: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(name: "fetch", listener: (event: Fetching) => void): void;
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

worker.addEventListener("install", (event) => {
  event.waitUntil(keepPage().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && url.pathname === PAGE) event.respondWith(document(request));
  else if (url.pathname.startsWith("/assets/") || url.pathname === "/favicon.ico") event.respondWith(file(request));
});

worker.addEventListener("push", (event) => {
  const push = event.data?.json();
  if (push) event.waitUntil(show(push));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage());
});

// An offer stands for seconds: it rings, and stays until it is touched.
function show({ id, language, title, body }: OfferPush): Promise<void> {
  const how = { body, tag: id, lang: language, icon: "/drive/icon-192.png", requireInteraction: true };
  return worker.registration.showNotification(title, { ...how, vibrate: [200, 100, 200] } as NotificationOptions);
}

async function openPage(): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === PAGE);
  await (open ? open.focus() : worker.clients.openWindow(PAGE));
}

// The document and what it names, so that the next start needs no connection.
async function keepPage(): Promise<void> {
  const cache = await caches.open(KEPT);
  const page = await fetch(PAGE, { cache: "no-cache" });
  if (!page.ok) throw new Error(`the page answered ${page.status}`);
  const html = await page.clone().text();
  await cache.put(PAGE, page);
  const files = new Set(html.match(/\/assets\/[\w.-]+/g));
  await cache.addAll(["/favicon.ico", ...files]);
}

async function document(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  try {
    const page = await fetch(request);
    if (page.ok) await cache.put(PAGE, page.clone());
    return page;
  } catch (error) {
    const kept = await cache.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    await forgetOldest(cache);
  }
  return answer;
}

// Builds come and go; the files of old ones do not fill the phone.
async function forgetOldest(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  const files = keys.filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  for (const old of files.slice(0, Math.max(0, files.length - FILES_MAX))) await cache.delete(old);
}
