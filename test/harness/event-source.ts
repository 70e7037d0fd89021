// Reads a stream of server-sent events, one after another.
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
  let text = "";
  let heard = "";
  return {
    heard: () => heard,
    next: async () => {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const event = parse(text.slice(0, end));
          text = text.slice(end + 2);
          if (event) return event;
          continue;
        }
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += value;
        heard += value;
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

function parse(block: string): ServerEvent | undefined {
  const field = (name: string): string | undefined =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const event = field("event");
  return event === undefined ? undefined : { event, id: field("id"), data: JSON.parse(field("data") ?? "null") };
}
