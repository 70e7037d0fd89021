// A partner's first callback address, saved with the partner itself. There is nothing queued for it yet.
import type { CallbackSettings } from "../../domain/callbacks/callback-settings.ts";
import type { Sql } from "../db.ts";

export async function insertEndpoint(
  tx: Sql,
  partnerId: string,
  settings: CallbackSettings & { readonly secret: string },
  now: Date,
): Promise<void> {
  await tx`
    insert into callback_endpoints (partner_id, url, auth, secret, saved_at)
    values (${partnerId}, ${settings.url}, ${JSON.stringify(settings.auth)}, ${settings.secret}, ${now})`;
}
