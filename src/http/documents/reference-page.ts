// The API reference for people at /docs, with requests that can be sent from the page to this server and to no other.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import fastify from "fastify";
import type { App } from "../base/app.ts";
import { policyHeaders } from "../pages/page-policy.ts";

// Of the sandbox, where everybody knows them; filled in for the reader. The operator's is not: it may be a real one.
export type ReferenceKeys = { readonly routeKey: string };

type Script = { readonly plain: string; readonly gzip: Buffer };

const compress = promisify(gzip);
const PLUGIN_SCRIPT = "/docs/js/scalar.js";
// No script in the page itself, so that the policy can refuse every such one.
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <title>Giao partner API</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="app"></div>
    <script src="/docs/reference.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;

export function registerReferencePage(app: App, keys: ReferenceKeys | undefined, open = openScript): void {
  const hidden = { schema: { hide: true } };
  const page = policyHeaders({ scripts: "'self'", styles: "'self' 'unsafe-inline'" });
  const start = startScript(configuration(keys));
  let script: Promise<Script> | undefined;

  app.get("/docs", hidden, async (_request, reply) => reply.headers(page).type("text/html; charset=utf-8").send(PAGE));
  app.get("/docs/start.js", hidden, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").send(start),
  );
  app.get("/docs/reference.js", hidden, async (request, reply) => {
    // Kept once it is there; whoever asks after a failure tries again.
    script ??= open().catch((error: unknown) => {
      script = undefined;
      throw error;
    });
    const { plain, gzip: compressed } = await script;
    reply.type("text/javascript; charset=utf-8").header("cache-control", "public, max-age=3600");
    reply.header("vary", "accept-encoding");
    if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(plain);
    return reply.header("content-encoding", "gzip").send(compressed);
  });
}

// Four megabytes, which the package gives to a server only: loaded on the first look, because most starts never need it.
async function openScript(): Promise<Script> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const inner = fastify();
  try {
    await inner.register(scalar, { routePrefix: "/docs", configuration: { url: "/openapi.json" } });
    const { statusCode, payload } = await inner.inject(PLUGIN_SCRIPT);
    if (statusCode !== 200) throw new Error(`the reference's script is not at ${PLUGIN_SCRIPT}`);
    return { plain: payload, gzip: await compress(payload) };
  } finally {
    await inner.close();
  }
}

// The page asks for the calls itself, as a page of the console: whoever is signed in there reads the operator's too.
function startScript(settings: object): string {
  return `const settings = ${JSON.stringify(settings)};
fetch("/openapi.json", { headers: { "x-giao-page": "console" } })
  .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.status))))
  .then(
    (content) => Scalar.createApiReference("#app", { ...settings, content }),
    (fault) => { document.querySelector("#app").textContent = "The calls could not be read; load the page again. " + fault; },
  );
`;
}

// Nothing that leads to another host: no fonts, no assistants, no sharing, no proxies.
function configuration(keys: ReferenceKeys | undefined): object {
  return {
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
  };
}
