// A partner's first callback address, saved with the partner itself. There is nothing queued for it yet.
import type { CallbackSettings } from "../../domain/callbacks/callback-settings.ts";
import type { Sql } from "../db.ts";
import type { Seal } from "../secrets/sealer.ts";
import { authToKeep } from "./kept-secrets.ts";

export async function insertEndpoint(
  tx: Sql,
  seal: Seal,
  partnerId: string,
  settings: CallbackSettings & { readonly secret: string },
  now: Date,
): Promise<void> {
  const secret = seal({ partnerId, field: "callback_endpoints.secret" }, settings.secret);
  const { balanceLow, codPaidOut } = settings.accountEvents ?? {};
  await tx`
    insert into callback_endpoints (partner_id, url, auth, secret, saved_at, balance_low, tells_cod_paid_out)
    values (
      ${partnerId}, ${settings.url}, ${authToKeep(seal, partnerId, settings.auth)}, ${secret}, ${now}, ${balanceLow ?? null},
      ${codPaidOut ?? false}
    )`;
}
