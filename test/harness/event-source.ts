// Reads a stream of server-sent events, one after another.
import { createParser } from "eventsource-parser";
import type { Json } from "./giao.ts";

export type ServerEvent = { readonly event: string; readonly id: string | undefined; readonly data: Json };

export type EventSource = {
  // The next event, or undefined when the server has ended the stream.
  readonly next: () => Promise<ServerEvent | undefined>;
  // Everything so far, as it came.
  readonly heard: () => string;
  readonly close: () => Promise<void>;
};

export async function openEvents(url: string, headers: Readonly<Record<string, string>>): Promise<EventSource> {
  const abort = new AbortController();
  const response = await fetch(url, { headers: { accept: "text/event-stream", ...headers }, signal: abort.signal });
  if (response.status !== 200 || !response.body)
    throw new Error(`no stream: ${response.status} ${await response.text()}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = "message", id, data }) => events.push({ event, id, data: JSON.parse(data) }),
  });
  let heard = "";
  return {
    heard: () => heard,
    next: async () => {
      for (;;) {
        const event = events.shift();
        if (event) return event;
        const { done, value } = await reader.read();
        if (done) return undefined;
        heard += value;
        parser.feed(value);
      }
    },
    close: async () => {
      abort.abort();
      await reader.cancel().catch((error: unknown) => {
        if (!(error instanceof Error && error.name === "AbortError")) throw error;
      });
    },
  };
}
