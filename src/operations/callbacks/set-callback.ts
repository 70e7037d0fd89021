// A partner's callback settings: saving them, changing the secret, reading how the endpoint does.
import {
  type CallbackAuth,
  parseCallbackSettings,
  type SettingsRefusal,
} from "../../domain/callbacks/callback-settings.ts";
import { type Refusal, refuse } from "../../domain/refusal.ts";
import { newCallbackSecret } from "../../outbound/webhook-signature.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Random } from "../../ports/random.ts";
import { type Endpoint, findEndpoint, rotateSecret, saveEndpoint } from "../../store/callbacks/endpoints.ts";
import { type QueueFigures, readQueueFigures } from "../../store/callbacks/queue.ts";
import type { Database } from "../../store/db.ts";

export type CallbackSettingsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Pick<Random, "hex">;
  // CALLBACK_ALLOW_PRIVATE
  readonly allowPrivate: boolean;
};

export type CallbackNotSet = Refusal<"CALLBACK_NOT_SET">;

// Long enough for a receiver to be changed over in office hours.
const SECRET_OVERLAP_MS = 24 * 3_600_000;

// The secret is told once, when the endpoint is new. Saving also starts a stopped endpoint again and makes what waits due.
export async function setCallback(
  deps: CallbackSettingsDeps,
  partnerId: string,
  input: unknown,
): Promise<{ readonly secret: string | undefined } | SettingsRefusal> {
  const settings = parseCallbackSettings(input, deps.allowPrivate);
  if ("refused" in settings) return settings;
  const secret = newCallbackSecret(deps.random);
  const isNew = await saveEndpoint(deps.db, partnerId, { ...settings, secret }, deps.clock.now());
  return { secret: isNew ? secret : undefined };
}

// Both secrets sign until `overlapUntil`.
export async function rotateCallbackSecret(
  deps: CallbackSettingsDeps,
  partnerId: string,
): Promise<{ readonly secret: string; readonly overlapUntil: Date } | CallbackNotSet> {
  const secret = newCallbackSecret(deps.random);
  const now = deps.clock.now();
  const overlapUntil = new Date(now.getTime() + SECRET_OVERLAP_MS);
  const found = await rotateSecret(deps.db, partnerId, secret, now, overlapUntil);
  return found ? { secret, overlapUntil } : callbackNotSet(partnerId);
}

export type CallbackState = {
  readonly url: string;
  // Secrets and passwords are not told again.
  readonly auth: { readonly type: CallbackAuth["type"]; readonly username?: string };
  readonly savedAt: Date;
  // Since when nothing is sent because the endpoint answered 410.
  readonly stoppedAt: Date | null;
  readonly failuresInARow: number;
  readonly queue: QueueFigures;
};

export async function readCallback(
  deps: CallbackSettingsDeps,
  partnerId: string,
): Promise<CallbackState | CallbackNotSet> {
  const endpoint = await findEndpoint(deps.db, partnerId);
  if (!endpoint) return callbackNotSet(partnerId);
  return {
    url: endpoint.url,
    auth: withoutSecrets(endpoint),
    savedAt: endpoint.savedAt,
    stoppedAt: endpoint.stoppedAt,
    failuresInARow: endpoint.failures,
    queue: await readQueueFigures(deps.db, partnerId),
  };
}

function withoutSecrets({ auth }: Endpoint): CallbackState["auth"] {
  return auth.type === "basic" ? { type: auth.type, username: auth.username } : { type: auth.type };
}

export function callbackNotSet(partnerId: string): CallbackNotSet {
  return refuse("CALLBACK_NOT_SET", `Partner ${partnerId} has no callback settings.`);
}
