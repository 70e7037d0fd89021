// Requests that never became one: no HTTP, headers without end, a body that takes too long. No hook of Fastify's sees them; they are
// answered in the one error shape, and their connection ends.
import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { errorBody } from "./answer.ts";
import { type RefusalCode, statusOf } from "./statuses.ts";

export type UnreadRequests = {
  readonly answer: (error: Error & { readonly code?: string }, socket: Socket) => void;
  // To be called before the server listens.
  readonly follow: (server: Server) => void;
};

export function answerUnreadRequests(
  secondsMax: number,
  headersOf: (status: number) => Readonly<Record<string, string>>,
): UnreadRequests {
  const latest = new WeakMap<Socket, ServerResponse>();
  return {
    follow: (server) => {
      server.on("request", (request, response) => latest.set(request.socket, response));
    },
    answer: (error, socket) => {
      if (error.code === "ECONNRESET" || socket.destroyed) return;
      if (socket.writable && !isAnswered(latest.get(socket)))
        socket.write(written(refusalOf(error, secondsMax), headersOf));
      socket.destroy(error);
    },
  };
}

// Its answer has left or is leaving; another would be taken for the next request's.
function isAnswered(response: ServerResponse | undefined): boolean {
  if (!response) return false;
  // The next one on this connection is the one that cannot be read.
  if (response.req.complete && response.writableFinished) return false;
  return response.headersSent;
}

function refusalOf(error: { readonly code?: string }, secondsMax: number): Refusal<RefusalCode> {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT")
    return refuse("REQUEST_TIMEOUT", `The request did not arrive whole within ${secondsMax} s.`);
  if (error.code === "HPE_HEADER_OVERFLOW") return refuse("HEADERS_TOO_LARGE", "The headers are too large.");
  return refuse("BAD_REQUEST", "The request cannot be read: it is not HTTP/1.1.");
}

function written(
  refusal: Refusal<RefusalCode>,
  headersOf: (status: number) => Readonly<Record<string, string>>,
): string {
  const status = statusOf(refusal.refused);
  const body = JSON.stringify(errorBody(refusal));
  const all = {
    ...headersOf(status),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
