// The secrets of an endpoint as they are kept and as they are used. Both forms are read: sealed, and as an older program wrote them.
import type { CallbackAuth } from "../../domain/callbacks/callback-settings.ts";
import type { Vault } from "../../ports/vault.ts";
import type { Seal } from "../secrets/sealer.ts";

// The kind is shown to those who may not see the rest.
export type KeptAuth = CallbackAuth | { readonly type: CallbackAuth["type"]; readonly sealed: string };

export type KeptSecrets = {
  readonly partnerId: string;
  readonly auth: KeptAuth;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
};

export type OpenSecrets = Omit<KeptSecrets, "partnerId" | "auth"> & { readonly auth: CallbackAuth };

// Throws Unopenable.
export function openSecrets(vault: Vault, kept: KeptSecrets): OpenSecrets {
  const { partnerId, auth, secret, previousSecret, previousSecretUntil } = kept;
  return {
    auth: openAuth(vault, partnerId, auth),
    secret: vault.open({ partnerId, field: "callback_endpoints.secret" }, secret),
    previousSecret:
      previousSecret === null
        ? null
        : vault.open({ partnerId, field: "callback_endpoints.previous_secret" }, previousSecret),
    previousSecretUntil,
  };
}

export function openAuth(vault: Vault, partnerId: string, auth: KeptAuth): CallbackAuth {
  if (!("sealed" in auth)) return auth;
  return JSON.parse(vault.open({ partnerId, field: "callback_endpoints.auth" }, auth.sealed)) as CallbackAuth;
}

// Those that sign now, the newer first.
export function secretsAt(secrets: Omit<OpenSecrets, "auth">, now: Date): readonly string[] {
  const { secret, previousSecret, previousSecretUntil } = secrets;
  return previousSecret && previousSecretUntil && previousSecretUntil > now ? [secret, previousSecret] : [secret];
}

// As JSON.
export function authToKeep(seal: Seal, partnerId: string, auth: CallbackAuth): string {
  const text = JSON.stringify(auth);
  if (auth.type === "none") return text;
  const sealed = seal({ partnerId, field: "callback_endpoints.auth" }, text);
  return sealed === text ? text : JSON.stringify({ type: auth.type, sealed } satisfies KeptAuth);
}
