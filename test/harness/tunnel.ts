// A line to a server that can be cut and mended, as a road tunnel does to a phone: the browser keeps its address, and nothing
// that it, its workers or its cache try gets through meanwhile.
import { after } from "node:test";
import { openFaultProxy } from "./fault-proxy.ts";

export type Tunnel = {
  readonly url: string;
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
};

export async function openTunnel(target: string): Promise<Tunnel> {
  const proxy = await openFaultProxy(target);
  after(proxy.close);
  return { url: proxy.url, cut: () => proxy.set("refuse"), mend: () => proxy.set("none") };
}
