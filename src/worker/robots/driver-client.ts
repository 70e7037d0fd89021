// A robot's phone: the public driver API over HTTP, as any driver's app would use it.
import type { LatLng } from "../../domain/geo.ts";
import type { RobotOrder, RobotPlan } from "../../domain/robots/next-stop.ts";

export type RobotOffer = {
  readonly id: string;
  readonly order_id: string;
  readonly remarks: string;
  readonly index: number;
};

// The server said no, in its own words.
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, description: string) {
    super(`${status} ${code}: ${description}`);
    this.status = status;
    this.code = code;
  }
}

export type DriverClient = {
  readonly signIn: () => Promise<void>;
  readonly goOnline: (place: LatLng) => Promise<void>;
  // May be called when the signal was given: it has a short time of its own.
  readonly goOffline: () => Promise<void>;
  readonly report: (place: LatLng & { readonly heading: number; readonly speed: number }) => Promise<void>;
  readonly orders: () => Promise<readonly RobotOrder[]>;
  readonly plan: () => Promise<RobotPlan>;
  readonly accept: (offerId: string) => Promise<RobotOrder>;
  readonly decline: (offerId: string) => Promise<void>;
  readonly step: (orderId: string, path: string, body?: object) => Promise<RobotOrder>;
  readonly upload: (orderId: string, photo: Uint8Array<ArrayBuffer>) => Promise<string>;
  // The offers' stream, until it ends or the signal is given.
  readonly stream: () => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
};

const GOODBYE_MS_MAX = 1_500;

export function openDriverClient(
  root: string,
  credentials: { readonly mobile: string; readonly pin: string },
  signal: AbortSignal,
): DriverClient {
  let token = "";

  async function send(method: string, path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${root}/driver/v1${path}`, {
      signal,
      ...init,
      method,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
    if (response.ok) return response;
    const body = (await response.json()) as { code?: string; description?: string };
    throw new Refused(response.status, body.code ?? "", body.description ?? "");
  }

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    return (await (await send(method, path, json)).json()) as T;
  }

  return {
    signIn: async () => {
      token = (await call<{ token: string }>("POST", "/sessions", credentials)).token;
    },
    goOnline: async ({ lat, lng }) => {
      await call("PUT", "/availability", { online: true, lat, lng });
    },
    goOffline: async () => {
      if (token === "") return;
      const headers = { "content-type": "application/json" };
      const goodbye = { body: '{"online":false}', headers, signal: AbortSignal.timeout(GOODBYE_MS_MAX) };
      await (await send("PUT", "/availability", goodbye)).body?.cancel();
    },
    report: async ({ lat, lng, heading, speed }) => {
      await call("POST", "/positions", { positions: [{ lat, lng, heading, speed }] });
    },
    orders: async () => (await call<{ orders: readonly RobotOrder[] }>("GET", "/orders")).orders,
    plan: async () => (await call<{ stops: RobotPlan }>("GET", "/plan")).stops,
    accept: (offerId) => call<RobotOrder>("POST", `/offers/${offerId}/accept`),
    decline: async (offerId) => {
      await call("POST", `/offers/${offerId}/decline`);
    },
    step: (orderId, path, body) => call<RobotOrder>("POST", `/orders/${orderId}/${path}`, body ?? {}),
    upload: async (orderId, photo) => {
      const init = { body: photo, headers: { "content-type": "image/png" } };
      const answer = await send("POST", `/orders/${orderId}/photos`, init);
      return ((await answer.json()) as { url: string }).url;
    },
    stream: async () => {
      const response = await send("GET", "/offers", { headers: { accept: "text/event-stream" } });
      if (!response.body) throw new Error("the stream of offers has no body");
      return response.body;
    },
  };
}
