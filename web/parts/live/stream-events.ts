// Reads server-sent events from a response's body.
import { createParser } from "eventsource-parser";

export type StreamEvent = { readonly name: string; readonly data: string; readonly id: string | undefined };

export type EventReader = {
  // Any sign of life, comments included.
  readonly onBytes: () => void;
  readonly onEvent: (event: StreamEvent) => void;
};

export async function readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, reader: EventReader): Promise<void> {
  const parser = createParser({
    onEvent: ({ event = "message", id, data }) => reader.onEvent({ name: event, id, data }),
  });
  // Read by hand: Safari cannot loop over a stream.
  const texts = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await texts.read(); !next.done; next = await texts.read()) {
    reader.onBytes();
    parser.feed(next.value);
  }
}
