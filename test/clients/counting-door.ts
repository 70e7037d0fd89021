// Stands before the real server, counts who comes, and lets the next request to a path meet a fault.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";

export type Came = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders };
// Before: the server never hears of it. After: it did its work, and the answer is lost.
type Fault = { readonly when: "before" | "after"; readonly answer: (response: ServerResponse) => void };

export const lost: Fault = { when: "after", answer: (response) => response.socket?.destroy() };
export const instead = (status: number, body: string, headers: Record<string, string> = {}): Fault => ({
  when: "before",
  answer: (response) => response.writeHead(status, headers).end(body),
});
export const silent: Fault = { when: "before", answer: () => undefined };

export type CountingDoor = {
  readonly url: string;
  readonly at: (path: string) => readonly Came[];
  readonly next: (path: string, ...faults: readonly Fault[]) => void;
};

export async function openCountingDoor(behind: string): Promise<CountingDoor> {
  const came: Came[] = [];
  const faults = new Map<string, Fault[]>();
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const path = url.split("?")[0] ?? url;
    came.push({ method, path, headers });
    const chunks: Buffer[] = await request.toArray();
    const fault = faults.get(path)?.shift();
    if (fault?.when === "before") return fault.answer(response);
    const { host: _, connection: __, "content-length": ___, "transfer-encoding": ____, ...carried } = headers;
    const answer = await fetch(behind + url, {
      method,
      headers: carried as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const text = await answer.text();
    if (fault) return fault.answer(response);
    const kept = ["content-type", "x-request-id", "retry-after"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    at: (path) => came.filter((one) => one.path === path),
    next: (path, ...given) => void faults.set(path, [...given]),
  };
}
