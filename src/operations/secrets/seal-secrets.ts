// Brings every secret under the current key, a few rows at a time: those an older program wrote as they were given, and after a
// change of keys those that the former key sealed. Run again it goes on where it was cut off.
import { Unopenable, type Vault } from "../../ports/vault.ts";
import { authToKeep, openAuth } from "../../store/callbacks/kept-secrets.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import {
  countToSeal,
  type EndpointRow,
  lockEndpointsToSeal,
  lockPartnersToSeal,
  type Page,
  type PartnerRow,
  type SealedEndpointRow,
  saveEndpointSecrets,
  savePartnerSecrets,
} from "../../store/secrets/sealed-rows.ts";
import { keyToSealWith, type Seal } from "../../store/secrets/sealer.ts";
import { currentKeyId, removeOtherKeys } from "../../store/secrets/secret-keys.ts";
import type { Services } from "../services.ts";

export type SealDeps = Pick<Services, "db" | "vault">;
export type Sealing = {
  readonly goesOn?: () => boolean;
  readonly onTrouble: (error: unknown) => void;
  // After each few rows.
  readonly onSealed?: (rows: number) => void;
};

const ROWS_AT_ONCE = 100;

type Kind<Row extends { readonly partnerId: string }, Sealed> = {
  readonly lock: (tx: Sql, page: Page) => Promise<readonly Row[]>;
  readonly seal: (row: Row, seal: Seal, vault: Vault) => Sealed;
  readonly save: (tx: Sql, rows: readonly Sealed[]) => Promise<void>;
};

const PARTNERS: Kind<PartnerRow, PartnerRow> = {
  lock: lockPartnersToSeal,
  seal: ({ partnerId, callbackSecret }, seal, vault) => {
    const place = { partnerId, field: "partners.callback_secret" } as const;
    return { partnerId, callbackSecret: seal(place, vault.open(place, callbackSecret)) };
  },
  save: savePartnerSecrets,
};

const ENDPOINTS: Kind<EndpointRow, SealedEndpointRow> = {
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
  const left = await countToSeal(deps.db, await currentKeyId(deps.db));
  if (left === 0) await removeOtherKeys(deps.db);
  return left;
}

async function sealEach<Row extends { readonly partnerId: string }, Sealed>(
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
      return rows.at(-1)?.partnerId;
    });
  }
}
