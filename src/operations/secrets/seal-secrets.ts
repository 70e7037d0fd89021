// Brings every secret under the current key, a few rows at a time: those an older program wrote as they were given, and after a
// change of keys those that the former key sealed. Run again it goes on where it was cut off.
import { type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { keyIdOf, openVault, PUBLIC_SECRETS_KEY, Unopenable, type Vault } from "../../ports/vault.ts";
import { placeOfWebhook } from "../../store/alerts/alert-rules.ts";
import { authToKeep, openAuth } from "../../store/callbacks/kept-secrets.ts";
import { type Database, inTransaction, type Sql } from "../../store/db.ts";
import { type PushKeyRow, placeOfPushKey } from "../../store/drivers/push-keys.ts";
import { placeOfTotp } from "../../store/operators/operators.ts";
import { findReplicaWithoutKey } from "../../store/secrets/replicas.ts";
import {
  countToSeal,
  type EndpointRow,
  isKeyInUse,
  lockEndpointsToSeal,
  lockPartnersToSeal,
  lockPushKeysToSeal,
  lockTotpsToSeal,
  lockWebhooksToSeal,
  type Page,
  type PartnerRow,
  type SealedEndpointRow,
  saveEndpointSecrets,
  savePartnerSecrets,
  savePushKeys,
  saveTotps,
  saveWebhooks,
  type TotpRow,
  type WebhookRow,
} from "../../store/secrets/sealed-rows.ts";
import { keyToSealWith, type Seal } from "../../store/secrets/sealer.ts";
import {
  addFirstKey,
  currentKeyId,
  listSecretKeys,
  makeKeyCurrent,
  removeOtherKeys,
} from "../../store/secrets/secret-keys.ts";
import type { Services } from "../services.ts";

export type SealDeps = Pick<Services, "db" | "vault">;
export type Sealing = {
  readonly goesOn?: () => boolean;
  readonly onTrouble: (error: unknown) => void;
  // After each few rows.
  readonly onSealed?: (rows: number) => void;
};

const ROWS_AT_ONCE = 100;

type Kind<Row, Sealed> = {
  // What pages go by.
  readonly idOf: (row: Row) => string;
  readonly lock: (tx: Sql, page: Page) => Promise<readonly Row[]>;
  readonly seal: (row: Row, seal: Seal, vault: Vault) => Sealed;
  readonly save: (tx: Sql, rows: readonly Sealed[]) => Promise<void>;
};

const PARTNERS: Kind<PartnerRow, PartnerRow> = {
  idOf: ({ partnerId }) => partnerId,
  lock: lockPartnersToSeal,
  seal: ({ partnerId, callbackSecret }, seal, vault) => {
    const place = { partnerId, field: "partners.callback_secret" } as const;
    return { partnerId, callbackSecret: seal(place, vault.open(place, callbackSecret)) };
  },
  save: savePartnerSecrets,
};

const PUSH_KEYS: Kind<PushKeyRow, PushKeyRow> = {
  idOf: ({ publicKey }) => publicKey,
  lock: lockPushKeysToSeal,
  seal: ({ publicKey, privateKey }, seal, vault) => {
    const place = placeOfPushKey(publicKey);
    return { publicKey, privateKey: seal(place, vault.open(place, privateKey)) };
  },
  save: savePushKeys,
};

const TOTPS: Kind<TotpRow, TotpRow> = {
  idOf: ({ id }) => id,
  lock: lockTotpsToSeal,
  seal: ({ id, totpSecret }, seal, vault) => {
    const place = placeOfTotp(id);
    return { id, totpSecret: seal(place, vault.open(place, totpSecret)) };
  },
  save: saveTotps,
};

const WEBHOOKS: Kind<WebhookRow, WebhookRow> = {
  idOf: ({ id }) => id,
  lock: lockWebhooksToSeal,
  seal: ({ id, webhookUrl }, seal, vault) => {
    const place = placeOfWebhook(id);
    return { id, webhookUrl: seal(place, vault.open(place, webhookUrl)) };
  },
  save: saveWebhooks,
};

const ENDPOINTS: Kind<EndpointRow, SealedEndpointRow> = {
  idOf: ({ partnerId }) => partnerId,
  lock: lockEndpointsToSeal,
  seal: ({ partnerId, auth, secret, previousSecret }, seal, vault) => {
    const current = { partnerId, field: "callback_endpoints.secret" } as const;
    const previous = { partnerId, field: "callback_endpoints.previous_secret" } as const;
    return {
      partnerId,
      secret: seal(current, vault.open(current, secret)),
      previousSecret: previousSecret === null ? null : seal(previous, vault.open(previous, previousSecret)),
      auth: authToKeep(seal, partnerId, openAuth(vault, partnerId, auth)),
    };
  },
  save: saveEndpointSecrets,
};

// How many are left: nothing can be done about rows that do not open, nor yet about those an older program is at.
export async function sealSecrets(deps: SealDeps, sealing: Sealing): Promise<number> {
  await sealEach(deps, sealing, PARTNERS);
  await sealEach(deps, sealing, ENDPOINTS);
  await sealEach(deps, sealing, PUSH_KEYS);
  await sealEach(deps, sealing, TOTPS);
  await sealEach(deps, sealing, WEBHOOKS);
  const left = await countToSeal(deps.db, await currentKeyId(deps.db));
  if (left === 0) await removeOtherKeys(deps.db);
  return left;
}

async function sealEach<Row, Sealed>(
  { db, vault }: SealDeps,
  { goesOn = () => true, onTrouble, onSealed = () => undefined }: Sealing,
  kind: Kind<Row, Sealed>,
): Promise<void> {
  let afterId: string | undefined = "";
  while (afterId !== undefined && goesOn()) {
    const from: string = afterId;
    afterId = await inTransaction(db, async (tx) => {
      const keyId = await keyToSealWith(tx);
      if (keyId === undefined) return undefined;
      const rows = await kind.lock(tx, { keyId, afterId: from, limit: ROWS_AT_ONCE });
      const seal: Seal = (place, text) => vault.seal(keyId, place, text);
      const sealed = rows.flatMap((row) => {
        try {
          return [kind.seal(row, seal, vault)];
        } catch (error) {
          if (!(error instanceof Unopenable)) throw error;
          onTrouble(error);
          return [];
        }
      });
      if (sealed.length > 0) await kind.save(tx, sealed);
      onSealed(sealed.length);
      const last = rows.at(-1);
      return last && kind.idOf(last);
    });
  }
}

// Seals everything with another key: from here on with the one in SECRETS_KEY, then what is there, until the former one is not
// needed any more.
type KeyChange = { readonly keyId: string; readonly sealed: number; readonly left: number };

export async function changeSecretsKey(
  deps: SealDeps,
  { onSealed, ...sealing }: Omit<Sealing, "onSealed"> & { readonly onSealed: (share: number) => void },
): Promised<KeyChange, "KEY_NOT_EVERYWHERE"> {
  const [keyId = ""] = deps.vault.keyIds;
  const without = await findReplicaWithoutKey(deps.db, keyId);
  if (without !== undefined) {
    return refuse(
      "KEY_NOT_EVERYWHERE",
      `${without} runs without this SECRETS_KEY and could not read what it seals. Restart it with the new key first; if it has ` +
        "ended, try again in a minute.",
    );
  }
  await inTransaction(deps.db, (tx) => makeKeyCurrent(tx, keyId));
  const total = await countToSeal(deps.db, keyId);
  let sealed = 0;
  const left = await sealSecrets(deps, {
    ...sealing,
    onSealed: (rows) => {
      sealed += rows;
      onSealed(sealed / Math.max(1, total));
    },
  });
  return { keyId, sealed, left };
}

// Whether the keys in the settings fit what the database holds, found out at the start and not at the first callback.
export async function openSecretsVault(db: Database, secrets: readonly string[]): Promised<Vault, "WRONG_SECRETS_KEY"> {
  const vault = openVault(secrets);
  const [own = ""] = vault.keyIds;
  await addFirstKey(db, own);
  const kept = await listSecretKeys(db);
  const strange = kept.filter(({ id }) => !vault.keyIds.includes(id));
  for (const { id } of strange) if (await isKeyInUse(db, id)) return wrongKey(id, own);
  const current = kept.find(({ isCurrent }) => isCurrent);
  // What a sandbox sealed, everybody can open: a house with a key of its own does not go on with that. Nor with a key of settings
  // that were changed before anything was sealed.
  const isPublic = current?.id === keyIdOf(PUBLIC_SECRETS_KEY) && current.id !== own;
  const isStrange = current !== undefined && strange.includes(current);
  if (!isPublic && !isStrange) return vault;
  if ((await findReplicaWithoutKey(db, own)) === undefined) await inTransaction(db, (tx) => makeKeyCurrent(tx, own));
  else if (isStrange) return wrongKey(current.id, own);
  return vault;
}

function wrongKey(kept: string, own: string): Refusal<"WRONG_SECRETS_KEY"> {
  return refuse(
    "WRONG_SECRETS_KEY",
    `SECRETS_KEY does not open the secrets in this database: they are sealed with the key ${kept}, and this one is ${own}. ` +
      "Set it to the key used before, or SECRETS_KEY_OLD to that one while changing keys. Unset, it is TOKEN_SECRET.",
  );
}
