// `giao partner create`: a partner with its keys, from the operator's terminal.
import { isRefusal } from "../domain/refusal.ts";
import { createPartner, type PartnerDeps } from "../operations/partners/save-partner.ts";
import { BadWords, type Out, readWords, refused } from "./words.ts";

export const PARTNER_HELP = `giao partner create <id> --name <name> [--block-duplicates] [--rate-limit <per minute>]

Creates a partner and prints its API key, route key and the secret that signs its callbacks. They are shown once.

  <id>                 1 to 40 of a-z, 0-9, - and _
  --name               the partner's name
  --block-duplicates   refuse an order whose tracking number is in use
  --rate-limit         requests a minute the partner may make`;

export async function partnerCommand(words: readonly string[], out: Out, deps: PartnerDeps): Promise<number> {
  const { values, positionals } = readWords(words, {
    name: { type: "string" },
    "block-duplicates": { type: "boolean" },
    "rate-limit": { type: "string" },
  });
  const [verb, id, ...more] = positionals;
  if (verb !== "create" || id === undefined || more.length > 0)
    throw new BadWords("expected: partner create <id> --name <name>");
  if (values.name === undefined) throw new BadWords("--name is missing");
  const created = await createPartner(deps, {
    id,
    name: values.name,
    blockDuplicateTrackingNumbers: values["block-duplicates"] ?? false,
    ...(values["rate-limit"] === undefined ? {} : { rateLimitPerMinute: Number(values["rate-limit"]) }),
  });
  if (isRefusal(created)) return refused(out, created.why);
  out.say(`partner          ${created.id}`);
  out.say(`api_key          ${created.apiKey}`);
  out.say(`route_key        ${created.routeKey}`);
  out.say(`callback_secret  ${created.callbackSecret}`);
  out.say("Keep them now: they are not shown again.");
  return 0;
}
