// Where a request comes from: the socket's other end, or whom a trusted proxy asks for. A proxy that passes on what strangers wrote
// names text that is no address; then the proxy itself counts, and limits and records hold nothing a stranger made up.
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { networkOf } from "../../domain/ip-address.ts";
import type { Browser } from "../../operations/web-sessions/web-session.ts";

export function callerAddress(request: FastifyRequest): string {
  const { ip } = request;
  return isIP(ip) > 0 ? ip : (request.socket.remoteAddress ?? "unknown");
}

// What limits count by.
export function callerNetwork(request: FastifyRequest): string {
  return networkOf(callerAddress(request));
}

const BROWSER_LENGTH_MAX = 200;

// Where somebody signs in from, as they will know it again.
export function browserOf(request: FastifyRequest): Browser {
  return {
    address: callerAddress(request),
    browser: (request.headers["user-agent"] ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, BROWSER_LENGTH_MAX),
  };
}
