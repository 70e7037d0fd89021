// Seals a short text so that nobody but this installation can make or change one, and reads it back. Quotes travel this
// way: whoever holds one can prove its price without a row being written for every estimate.
import { createHmac, timingSafeEqual } from "node:crypto";

export type Seals = {
  readonly seal: (text: string) => string;
  // undefined: not sealed by us, or changed since.
  readonly open: (sealed: string) => string | undefined;
};

const MAC_BYTES = 16;
const SEALED_LENGTH_MAX = 2_000;

// `purpose` keeps what was sealed for one use from being opened in another.
export function openSeals(secret: string, purpose: string): Seals {
  const key = createHmac("sha256", secret).update(purpose).digest();
  const macOf = (text: string): Buffer => createHmac("sha256", key).update(text).digest().subarray(0, MAC_BYTES);
  return {
    seal: (text) => `${Buffer.from(text).toString("base64url")}.${macOf(text).toString("base64url")}`,
    open: (sealed) => {
      if (sealed.length > SEALED_LENGTH_MAX) return undefined;
      const [body = "", mac = ""] = sealed.split(".");
      const text = Buffer.from(body, "base64url").toString("utf8");
      const given = Buffer.from(mac, "base64url");
      return given.length === MAC_BYTES && timingSafeEqual(given, macOf(text)) ? text : undefined;
    },
  };
}
