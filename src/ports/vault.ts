// Seals what has to be kept readable, so that who has the database alone cannot read it: AES-256-GCM, a fresh nonce each time.
// A sealed text names its key and opens only in the place it was sealed for: moved to another partner's row, it stays shut.
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { secureRandom } from "./random.ts";

export type Place =
  | {
      readonly partnerId: string;
      readonly field:
        | "partners.callback_secret"
        | "callback_endpoints.secret"
        | "callback_endpoints.previous_secret"
        | "callback_endpoints.auth";
    }
  | { readonly publicKey: string; readonly field: "push_keys.private_key" }
  | { readonly operatorId: string; readonly field: "operators.totp_secret" }
  | { readonly ruleId: string; readonly field: "alert_rules.webhook_url" };

export type Vault = {
  // Names of the keys at hand, which tell nothing about them; the first is the one to seal with from now on.
  readonly keyIds: readonly string[];
  readonly seal: (keyId: string, place: Place, text: string) => string;
  // What was never sealed is returned as it is. Throws Unopenable.
  readonly open: (place: Place, kept: string) => string;
};

// Changed since, moved from another place, or sealed with a key that is not at hand.
export class Unopenable extends Error {
  constructor(place: Place, why: string) {
    super(`${place.field} of ${"partnerId" in place ? "partner " : ""}${ownerOf(place)} cannot be opened: ${why}`);
  }
}

// The sandbox's. What it sealed is as good as plain, so that everybody may open it.
export const PUBLIC_SECRETS_KEY = "sandbox-secrets-key";
const SEALED = "sealed:";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// The secrets are long and random (docs/settings.md), so that they need no slow hash.
export function openVault(secrets: readonly string[]): Vault {
  const keys = new Map(secrets.map((secret) => [keyIdOf(secret), derived(secret, "key", KEY_BYTES)]));
  return {
    keyIds: [...keys.keys()],
    seal: (keyId, place, text) => {
      const key = keys.get(keyId);
      if (!key) throw new Error(`the key ${keyId} is not at hand`);
      const nonce = Buffer.from(secureRandom.hex(NONCE_BYTES), "hex");
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(place));
      const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${sealedWith(keyId)}${sealed.toString("base64url")}`;
    },
    open: (place, kept) => {
      if (!kept.startsWith(SEALED)) return kept;
      const [, keyId = "", text = ""] = kept.split(":");
      const key = keys.get(keyId);
      if (!key) throw new Unopenable(place, `the key ${keyId} is not at hand`);
      const sealed = Buffer.from(text, "base64url");
      if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Unopenable(place, "it is cut off");
      const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(boundTo(place))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
      } catch {
        throw new Unopenable(place, "it was changed, or sealed for another place");
      }
    },
  };
}

// How everything sealed with this key begins.
export function sealedWith(keyId: string): string {
  return `${SEALED}${keyId}:`;
}

export function keyIdOf(secret: string): string {
  return derived(secret, "id", ID_BYTES).toString("hex");
}

function derived(secret: string, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `giao secrets ${use}`, bytes));
}

function boundTo(place: Place): Buffer {
  return Buffer.from(`${place.field} of ${ownerOf(place)}`);
}

function ownerOf(place: Place): string {
  if ("partnerId" in place) return place.partnerId;
  if ("ruleId" in place) return place.ruleId;
  return "publicKey" in place ? place.publicKey : place.operatorId;
}
