// Reads server-sent events from a response's body, as the HTML standard writes them down; the part of it that our server uses.

export type StreamEvent = { readonly name: string; readonly data: string; readonly id: string | undefined };

export type EventReader = {
  // Any sign of life, comments included.
  readonly onBytes: () => void;
  readonly onEvent: (event: StreamEvent) => void;
};

export async function readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, reader: EventReader): Promise<void> {
  let rest = "";
  // Read by hand: Safari cannot loop over a stream.
  const texts = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await texts.read(); !next.done; next = await texts.read()) {
    reader.onBytes();
    const blocks = (rest + next.value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) reader.onEvent(event);
    }
  }
}

function parseBlock(block: string): StreamEvent | undefined {
  let name = "message";
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, content] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") name = content ?? name;
    if (field === "id") id = content;
    if (field === "data") data.push(content ?? "");
  }
  return data.length > 0 ? { name, id, data: data.join("\n") } : undefined;
}
