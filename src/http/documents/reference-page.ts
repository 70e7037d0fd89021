// The API reference for people at /docs, with requests that can be sent from the page to this server and to no other.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import scalar from "@scalar/fastify-api-reference";
import type { App } from "../base/app.ts";
import { policyHeaders } from "../pages/page-policy.ts";

// Of the sandbox, where everybody knows them; filled in for the reader. The operator's is not: it may be a real one.
export type ReferenceKeys = { readonly routeKey: string };

const compress = promisify(gzip);

export async function registerReferencePage(app: App, keys: ReferenceKeys | undefined): Promise<void> {
  await app.register(async (docs) => {
    // Four megabytes of script, compressed once, on the first look.
    let script: Promise<Buffer> | undefined;
    docs.addHook("onSend", async (request, reply, payload) => {
      const type = String(reply.getHeader("content-type") ?? "");
      if (typeof payload !== "string") return payload;
      if (type.startsWith("text/html")) {
        reply.headers(policyHeaders({ scripts: `'self' ${hashesOf(payload)}`, styles: "'self' 'unsafe-inline'" }));
        return payload.replace("<html>", '<html lang="en">');
      }
      if (!type.includes("javascript")) return payload;
      reply.header("cache-control", "public, max-age=3600").header("vary", "accept-encoding");
      if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return payload;
      script ??= compress(payload);
      const compressed = await script;
      reply.header("content-encoding", "gzip").header("content-length", compressed.length);
      return compressed;
    });
    await docs.register(scalar, {
      routePrefix: "/docs",
      // Nothing that leads to another host: no fonts, no assistants, no sharing, no proxies.
      configuration: {
        url: "/openapi.json",
        title: "Giao partner API",
        pageTitle: "Giao partner API",
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: "never",
        agent: { disabled: true },
        mcp: { disabled: true },
        proxyUrl: "",
        // Whichever address this server was reached by.
        servers: [{ url: "/" }],
        persistAuth: true,
        authentication: {
          preferredSecurityScheme: "token",
          ...(keys && { securitySchemes: { route: { value: keys.routeKey } } }),
        },
      },
    });
  });
}

// The page starts its script with a few lines of its own; they are let through by what they say.
function hashesOf(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
  return inline.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`).join(" ");
}
