// The API's own description, made from the schemas that validate and serialise: /openapi.json for machines, /docs for people. The
// operator's part is in it for the operator alone.
import fastifySwagger from "@fastify/swagger";
import { ErrorBody } from "../../contract/refusal.ts";
import type { App } from "../base/app-type.ts";
import { isOperator } from "../base/callers.ts";
import { REFUSAL_WORDS } from "../base/statuses.ts";
import { answerAt } from "../calls/register-calls.ts";
import { type Asset, compressed, onceMade, sendAsset } from "../pages/compressed.ts";
import { type Contract, callsByGroup, linkTo } from "./contract-calls.ts";
import { describeCalls, type Reader } from "./describe-calls.ts";
import { renderCollection } from "./postman-collection.ts";
import { askedLanguage, type ReferenceKeys, registerReferencePage } from "./reference-page.ts";
import type { Language } from "./vietnamese.ts";

// The groups of calls, in the order in which people meet them.
export const TAGS: Readonly<Record<string, string>> = {
  Accounts:
    "Start here: `POST /v3/accounts/token` with the partner's API key and an account's phone number gives the token that most calls " +
    "want as `Authorization: Bearer`. A new token ends the old one at once. A token for the whole partner is of another kind: " +
    "`POST /v3/partner/tokens`.",
  "Child accounts":
    "Accounts under a parent: a shop and its branches. The child's phone gets a code, the parent activates it.",
  "Cities and services": "Where deliveries are offered, how (BIKE, ECO, 2H …), and what may be asked for with them.",
  Places: "Addresses as people type them, and what is at a point of the map.",
  Orders:
    "Estimate, create, follow, change, cancel, rate. A price is in whole VND; an estimate's `quote_id` holds it for ten minutes. " +
    "Send `idempotency-key` with every write: a repeat then answers with the first answer.",
  Callbacks:
    "Every change of an order is posted to your URL, signed and in order. Settings, log, resend, and the same events to pull. " +
    "What concerns the whole partner takes its API key, or a token made with it, instead of an account's token.",
  Routes: "Ways, distances and tables in OSRM's v1 protocol, with the partner's route key in the header `api-key`.",
  Sandbox:
    "Only with MODE=sandbox: drive an order through its life without a driver's phone, and move the clock. Orders whose `remarks` hold " +
    "`sim:none` are left alone by the robot drivers.",
  "Base map": "The map that pages draw on: vector tiles of the same extract as the roads, and their style.",
  Public: "For whoever has the link: the state of a delivery with the least data that tells it.",
  Driver: "The driver's side: sign in with phone and pin, go online, take offers, step by step to the door.",
  Portal:
    "What only the partner's page needs; everything else it does with the calls above. The browser's session is a cookie.",
  Operator: "Partners, money, catalogue, drivers and dispatch, with the operator's key in the header `x-operator-key`.",
  Health: "For machines that watch over the program.",
};

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
          applicant: { type: "http", scheme: "bearer", description: "From POST /join/v1/sessions." },
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

// The contract for programs of other people: a collection for Postman (Bruno and others import it too) and llms.txt, both made from the
// same document as /openapi.json when they are first asked for.
function registerContractFiles(
  app: App,
  contract: (language: Language) => Contract,
  root: string,
  keys: ReferenceKeys | undefined,
): void {
  const collection = onceMade(() =>
    compressed(
      "application/json; charset=utf-8",
      JSON.stringify(renderCollection(contract("en"), root, keys), null, 1),
    ),
  );
  const llms = onceMade(() => compressed("text/plain; charset=utf-8", renderLlms(contract("en"), root)));
  answerAt(app, "GET /docs/postman.json", async (request, reply) =>
    sendAsset(request, reply, await collection(), "no-cache"),
  );
  answerAt(app, "GET /llms.txt", async (request, reply) => sendAsset(request, reply, await llms(), "no-cache"));
}

// llms.txt (llmstxt.org): what a language model needs to write an integration, in a page of Markdown: how the calls belong together, then
// every call with a sentence and where it is told in full.
function renderLlms(contract: Contract, root: string): string {
  const groups = callsByGroup(contract).map(({ name, description, calls }) => {
    const rows = calls.map((call) => {
      const about = [call.summary, call.description].filter((one) => one).join(". ");
      return `- [${call.method} ${call.path}](${root}/docs#${linkTo(call)}): ${about.replaceAll("\n", " ")}`;
    });
    return `## ${name}\n\n${description}\n\n${rows.join("\n")}`;
  });
  return `# ${contract.info.title}

> ${contract.info.description ?? ""}

- Base URL: ${root}. JSON both ways; null counts as absent, unknown keys are ignored. Money is whole VND, times are Unix seconds, phones come back as 84….
- Sign in: POST /v3/accounts/token with {api_key, mobile} gives {token, refresh_token}; send \`Authorization: Bearer <token>\`. A new token ends the account's old one at once: share it between processes. On 401 get a new token once and repeat.
- Order: POST /v3/orders/estimates prices several services and gives a quote_id per element (data is null and error set where a service is refused); POST /v3/orders with that service_id and quote_id costs exactly that for ten minutes. path[0] is the pickup.
- Send \`Idempotency-Key\` with create, cancel, update and rate, and repeat with the same key after a time-out, 429 or 503 (obey Retry-After). Do not repeat a 500: it also means a field of the wrong JSON type.
- Refusals: HTTP status and {code, title, description}. Decide by code.
- Callbacks: set a URL with PUT /v3/callbacks (API key as Bearer). Every event is POSTed with Standard Webhooks headers (webhook-id, webhook-timestamp, webhook-signature: HMAC-SHA256 over "<id>.<timestamp>.<raw body>" with the base64 after whsec_). Answer 2xx within 10 s, ignore an event_seq that is not above the highest you have. COMPLETED means the driver is done; whether a parcel arrived stands in path[i].status.

## Documents

- [OpenAPI 3.1](${root}/openapi.json): every call with its fields, examples and refusals
- [Postman collection](${root}/docs/postman.json): the same, ready to send
- [API reference](${root}/docs): for people, also in Vietnamese (${root}/docs?lang=vi)

${groups.join("\n\n")}
`;
}
