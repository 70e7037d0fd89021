// One open stream of server-sent events: written without waiting, closed when its reader cannot keep up or goes away.
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import type { Stream } from "../../ports/flow/stream-hub.ts";

// A beat is a comment. One that is sent elsewhere is told to come back soon, when it will reach another server.
export type EventStream = Stream & { readonly send: (event: string, data: unknown, id?: number) => void };

// What a reader may leave unread before it is cut off; it comes back and is told the rest.
const UNREAD_BYTES_MAX = 256 * 1024;
const RETRY_MS = 2_000;
// Thousands of readers lose one server together; they should not come back together.
const ELSEWHERE_MS = { first: 200, step: 100, steps: 20 } as const;
let sentElsewhere = 0;

export function openEventStream(
  reply: FastifyReply,
  requestId: string,
  onClose: () => void,
  unreadBytesMax = UNREAD_BYTES_MAX,
): EventStream {
  reply.hijack();
  // Open for hours, it is in nobody's way.
  reply.request.ticket?.end();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
    // A stream has its connection to itself: kept for another request, it would hold up a server that stops.
    connection: "close",
    "x-request-id": requestId,
  });
  response.on("close", onClose);
  const isOpen = (): boolean => !response.writableEnded && !response.destroyed;
  const write = (text: string): void => {
    if (!isOpen()) return;
    response.write(text);
    if (response.writableLength > unreadBytesMax) response.destroy();
  };
  write(`retry: ${RETRY_MS}\n\n`);
  return {
    // JSON has no line break of its own, so one data line is enough.
    send: (event, data, id) =>
      write(`event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    isOpen,
    beat: () => write(": beat\n\n"),
    end: () => response.end(),
    sendElsewhere: () => {
      const { first, step, steps } = ELSEWHERE_MS;
      write(`retry: ${first + step * (sentElsewhere++ % steps)}\n\n`);
      response.end();
    },
  };
}
