// The operator's partners: created with their keys, changed, listed.
import type { CallbackSettings } from "../../domain/callbacks/callback-settings.ts";
import { judgePartner, type PartnerDraft } from "../../domain/partner-keys.ts";
import { type Promised, refuse } from "../../domain/refusal.ts";
import { newCallbackSecret } from "../../outbound/webhook-signature.ts";
import type { Vault } from "../../ports/vault.ts";
import { insertPartner, lockPartner, type Partner, updatePartner } from "../../store/accounts/partners.ts";
import { insertEndpoint } from "../../store/callbacks/endpoints.ts";
import { inTransaction } from "../../store/db.ts";
import { openSealer } from "../../store/secrets/sealer.ts";
import { giveKeys, type KeyDeps, newKeys, type PartnerKeys } from "./partner-keys.ts";

export type NewPartner = PartnerDraft & {
  readonly id: string;
  readonly name: string;
  readonly callback?: CallbackSettings;
};
export type PartnerDeps = KeyDeps & { readonly vault: Vault };
export type PartnerSecrets = PartnerKeys & { readonly callbackSecret: string };

export async function createPartner(
  deps: PartnerDeps,
  draft: NewPartner,
  secrets: PartnerSecrets = { ...newKeys(deps.random), callbackSecret: newCallbackSecret(deps.random) },
): Promised<Partner & PartnerSecrets, "INVALID_DATA" | "PARTNER_EXISTED"> {
  const fault = judgePartner(draft.id, draft);
  if (fault) return fault;
  const partner: Partner = {
    id: draft.id,
    name: draft.name.trim(),
    blockDuplicateTrackingNumbers: draft.blockDuplicateTrackingNumbers ?? false,
    rateLimitPerMinute: draft.rateLimitPerMinute ?? null,
    corsOrigins: draft.corsOrigins ?? [],
    language: draft.language ?? "vi",
    contact: draft.contact?.trim() ?? "",
    createdAt: deps.clock.now(),
  };
  return inTransaction(deps.db, async (tx) => {
    const seal = await openSealer(tx, deps.vault);
    if (!(await insertPartner(tx, partner, { seal, secret: secrets.callbackSecret })))
      return refuse("PARTNER_EXISTED", `There is a partner ${partner.id} already.`, "id");
    await giveKeys(tx, deps, partner.id, secrets);
    if (draft.callback) {
      const settings = { ...draft.callback, secret: secrets.callbackSecret };
      await insertEndpoint(tx, seal, partner.id, settings, partner.createdAt);
    }
    const { apiKey, routeKey, callbackSecret } = secrets;
    return { ...partner, apiKey, routeKey, callbackSecret };
  });
}

export async function changePartner(
  deps: KeyDeps,
  partnerId: string,
  draft: PartnerDraft,
): Promised<Partner, "INVALID_DATA" | "PARTNER_NOT_FOUND"> {
  const fault = judgePartner(partnerId, draft);
  if (fault) return fault;
  return inTransaction(deps.db, async (tx) => {
    const partner = await lockPartner(tx, partnerId);
    if (!partner) return refuse("PARTNER_NOT_FOUND", `There is no partner ${partnerId}.`);
    const changed: Partner = {
      ...partner,
      name: draft.name?.trim() ?? partner.name,
      blockDuplicateTrackingNumbers: draft.blockDuplicateTrackingNumbers ?? partner.blockDuplicateTrackingNumbers,
      rateLimitPerMinute:
        draft.rateLimitPerMinute === undefined ? partner.rateLimitPerMinute : draft.rateLimitPerMinute,
      corsOrigins: draft.corsOrigins ?? partner.corsOrigins,
      language: draft.language ?? partner.language,
      contact: draft.contact?.trim() ?? partner.contact,
    };
    await updatePartner(tx, changed);
    return changed;
  });
}
