// llms.txt (llmstxt.org): what a language model needs to write an integration, in a page of Markdown: how the calls belong together, then
// every call with a sentence and where it is told in full.
import { type Contract, callsByGroup, linkTo } from "./contract-calls.ts";

export function renderLlms(contract: Contract, root: string): string {
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
