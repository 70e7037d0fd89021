// The API reference for people at /docs, in two languages, with requests that can be sent from the page to this server and to no other.
import fastify, { type FastifyRequest } from "fastify";
import type { App } from "../base/app-type.ts";
import { answerAt } from "../calls/register-calls.ts";
import { type Asset, compressed, onceMade, sendAsset } from "../pages/compressed.ts";
import { languageOf } from "../pages/first-words.ts";
import { policyHeaders } from "../pages/page-policy.ts";
import type { Contract } from "./contract-calls.ts";
import { type Demo, guideMarkdown, referenceHtml } from "./reference-html.ts";
import { SCALAR_COLORS, SCALAR_WORDS } from "./scalar-look.ts";
import { startScript } from "./start-reference.ts";
import type { Language } from "./vietnamese.ts";

// Of the sandbox, where everybody knows them; filled in for the reader. The operator's is not: it may be a real one.
export type ReferenceKeys = Demo & { readonly routeKey: string };

const PLUGIN_SCRIPT = "/docs/js/scalar.js";
const HTML_TYPE = "text/html; charset=utf-8";
const SCRIPT_TYPE = "text/javascript; charset=utf-8";

export function askedLanguage(request: FastifyRequest): Language | undefined {
  const { lang } = request.query as { readonly lang?: unknown };
  return lang === "vi" || lang === "en" ? lang : undefined;
}

export function registerReferencePage(
  app: App,
  contract: (language: Language) => Contract,
  root: string,
  keys: ReferenceKeys | undefined,
  open = openScript,
): void {
  // No script in the page itself, so that the policy can refuse every such one.
  const policy = policyHeaders({ scripts: "'self'", styles: "'self' 'unsafe-inline'" });
  const page = (language: Language) =>
    onceMade(() => compressed(HTML_TYPE, referenceHtml(language, { contract: contract(language), root, demo: keys })));
  const start = (language: Language) =>
    onceMade(() =>
      compressed(
        SCRIPT_TYPE,
        startScript(language, configuration(language, keys), guideMarkdown(language, root, keys)),
      ),
    );
  const pages: Readonly<Record<Language, () => Promise<Asset>>> = { en: page("en"), vi: page("vi") };
  const starts: typeof pages = { en: start("en"), vi: start("vi") };
  const script = onceMade(async () => compressed(SCRIPT_TYPE, await open()));

  answerAt(app, "GET /docs", async (request, reply) => {
    const language = askedLanguage(request) ?? languageOf(request.headers["accept-language"]);
    reply.headers(policy).header("vary", "accept-language");
    return sendAsset(request, reply, await pages[language](), "no-cache");
  });
  answerAt(app, "GET /docs/start.js", async (request, reply) =>
    sendAsset(request, reply, await starts[askedLanguage(request) ?? "en"](), "no-cache"),
  );
  answerAt(app, "GET /docs/reference.js", async (request, reply) =>
    sendAsset(request, reply, await script(), "public, max-age=3600"),
  );
}

// Four megabytes, which the package gives to a server only: loaded on the first look, because most starts never need it.
async function openScript(): Promise<string> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const inner = fastify();
  try {
    await inner.register(scalar, { routePrefix: "/docs", configuration: { url: "/openapi.json" } });
    const { statusCode, payload } = await inner.inject(PLUGIN_SCRIPT);
    if (statusCode !== 200) throw new Error(`the reference's script is not at ${PLUGIN_SCRIPT}`);
    return payload;
  } finally {
    await inner.close();
  }
}

// Nothing that leads to another host: no fonts, no assistants, no sharing, no proxies.
function configuration(language: Language, keys: ReferenceKeys | undefined): object {
  return {
    title: "Giao partner API",
    pageTitle: "Giao partner API",
    localization: SCALAR_WORDS[language],
    customCss: SCALAR_COLORS,
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
