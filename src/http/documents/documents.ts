// The API's own description, made from the schemas that validate and serialise: /openapi.json for machines, /docs for people. The
// operator's part is in it for the operator alone.
import fastifySwagger from "@fastify/swagger";
import { ErrorBody } from "../../contract/refusal.ts";
import type { App } from "../base/app-type.ts";
import { isOperator } from "../base/callers.ts";
import { REFUSAL_WORDS } from "../base/statuses.ts";
import { answerAt } from "../calls/register-calls.ts";
import { type Asset, compressed, onceMade, sendAsset } from "../pages/compressed.ts";
import type { Contract } from "./contract-calls.ts";
import { registerContractFiles } from "./contract-files.ts";
import { describeCalls, type Reader } from "./describe-calls.ts";
import { askedLanguage, type ReferenceKeys, registerReferencePage } from "./reference-page.ts";
import { TAGS } from "./tags.ts";
import type { Language } from "./vietnamese.ts";

// Browsers ask for it on every page; a motorbike's two wheels and its parcel.
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b7285"/><g fill="none" stroke="#fff" stroke-width="2.5"><circle cx="9" cy="22" r="4"/><circle cx="23" cy="22" r="4"/><path d="M13 22h6l3-9h4"/></g><rect x="7" y="8" width="9" height="8" rx="1.5" fill="#ffd43b"/></svg>`;

const ABOUT =
  "Deliveries for shops and marketplaces: accounts and tokens, cities and services, fees, orders, tracking, callbacks and routes. " +
  "Every refusal has the body `{code, title, description}`; every answer has an `x-request-id`. The operator's calls are " +
  "shown with the header `x-operator-key`, and in a browser that is signed in to the console.";

const JSON_TYPE = "application/json; charset=utf-8";
const CODE = { $ref: "#/components/schemas/RefusalCode" };

export async function registerDocuments(app: App, publicUrl: string, keys: ReferenceKeys | undefined): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Giao partner API",
        version: "3.0.0",
        license: { name: "Apache 2.0", identifier: "Apache-2.0" },
        description: ABOUT,
      },
      servers: [{ url: publicUrl }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        schemas: {
          Refusal: { ...ErrorBody, properties: { ...ErrorBody.properties, code: CODE } },
          RefusalCode: { type: "string", enum: REFUSAL_WORDS, description: "What `code` of a refusal can be." },
        },
        securitySchemes: {
          token: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "From POST /v3/accounts/token." },
          partner: {
            type: "http",
            scheme: "bearer",
            description:
              "The partner's API key, or a token of POST /v3/partner/tokens that was made for the scope named.",
          },
          partner_key: {
            type: "apiKey",
            in: "header",
            name: "api-key",
            description: "The same in a header of its own.",
          },
          operator: { type: "apiKey", in: "header", name: "x-operator-key" },
          metrics: { type: "http", scheme: "bearer", description: "METRICS_TOKEN." },
          route: { type: "apiKey", in: "header", name: "api-key", description: "The partner's route key." },
          portal: { type: "apiKey", in: "cookie", name: "giao_portal", description: "With the header x-giao-page: 1." },
          console: {
            type: "apiKey",
            in: "cookie",
            name: "giao_console",
            description: "With the header x-giao-page: 1.",
          },
          driver: { type: "http", scheme: "bearer", description: "From POST /driver/v1/sessions." },
        },
      },
    },
  });
  answerAt(app, "GET /favicon.ico", async (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(ICON),
  );
  const contract = (reader: Reader, language: Language): Contract =>
    describeCalls(app.swagger(), reader, language) as Contract;
  const kept = new Map<string, () => Promise<Asset>>();
  answerAt(app, "GET /openapi.json", async (request, reply) => {
    const reader = isOperator(request) ? "operator" : "others";
    const language = askedLanguage(request) ?? "en";
    const make = () => compressed(JSON_TYPE, JSON.stringify(contract(reader, language)));
    const name = `${reader} ${language}`;
    if (!kept.has(name)) kept.set(name, onceMade(make));
    return sendAsset(request, reply, await kept.get(name)!(), "no-store");
  });
  const others = (language: Language) => contract("others", language);
  registerReferencePage(app, others, publicUrl, keys);
  registerContractFiles(app, others, publicUrl, keys);
}
