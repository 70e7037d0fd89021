// Where a request comes from: the socket's other end, or whom a trusted proxy asks for. A proxy that passes on what strangers wrote
// names text that is no address; then the proxy itself counts, and limits and records hold nothing a stranger made up.
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { networkOf } from "../../domain/ip-address.ts";

export function callerAddress(request: FastifyRequest): string {
  const { ip } = request;
  return isIP(ip) > 0 ? ip : (request.socket.remoteAddress ?? "unknown");
}

// What limits count by.
export function callerNetwork(request: FastifyRequest): string {
  return networkOf(callerAddress(request));
}
