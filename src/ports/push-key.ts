// The key pair by which push services know this installation (VAPID): a point of P-256, both halves in base64url.
import { createECDH } from "node:crypto";

export type PushKey = { readonly publicKey: string; readonly privateKey: string };

const CURVE = "prime256v1";
const PRIVATE_BYTES = 32;

export function makePushKey(): PushKey {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  // Node leaves leading zeros out.
  const privateKey = Buffer.concat([Buffer.alloc(PRIVATE_BYTES), ecdh.getPrivateKey()]).subarray(-PRIVATE_BYTES);
  return { publicKey: ecdh.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}

// Throws for what is no private key.
export function pushKeyOf(privateKey: string): PushKey {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return { publicKey: ecdh.getPublicKey("base64url"), privateKey };
}
