import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { openLiveStream } from "./live-stream.ts";

// What the stream asks of a browser.
const window = new EventTarget();
const browser = { window, document: Object.assign(new EventTarget(), { visibilityState: "visible" }) };

// Without a word of the phone it would take 12 s.
const AT_ONCE = { timeout: 9_000 };

test(
  "a phone that wakes up with a dead line opens another at once, and leaves a living one alone",
  AT_ONCE,
  async (t) => {
    Object.assign(globalThis, browser);
    // Says who it is, and then nothing more, as a line does that a tunnel has cut without a word.
    let opened = 0;
    const server = createServer((_, response) => {
      opened += 1;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${opened}\n\n`);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    let nowMs = 0;
    const heard: string[] = [];
    const { promise: isSecond, resolve } = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    const stream = openLiveStream(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      onEvent: ({ data }) => {
        heard.push(data);
        first.resolve();
        if (data === "2") resolve();
      },
      nowMs: () => nowMs,
    });
    t.after(async () => {
      stream.close();
      server.closeAllConnections();
      server.close();
      // Other tests run in this process, and none of them is in a browser.
      for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name);
    });
    await first.promise;
    window.dispatchEvent(new Event("online"));
    nowMs += 10_000;
    window.dispatchEvent(new Event("online"));
    assert.deepEqual(heard, ["1"]);
    nowMs += 15_000;
    window.dispatchEvent(new Event("online"));
    await isSecond;
    assert.deepEqual(heard, ["1", "2"]);
  },
);
