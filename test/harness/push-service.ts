// A push service of our own on loopback, and the browsers that subscribed to it: it checks who sent (RFC 8292) and opens what was sealed for
// each browser (RFC 8291, RFC 8188) by its own reading of them, not by the library that sealed it.
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import { after } from "node:test";
import type { Json } from "./giao.ts";
import { type Behaviour, type Seen, startReceiver } from "./receiver.ts";

export type TestBrowser = {
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  // Everything that was pushed to it, opened.
  readonly received: () => readonly Json[];
  readonly seen: () => readonly Seen[];
};

export type PushService = {
  readonly browser: (name: string, behaviour?: Behaviour) => TestBrowser;
};

const taken: Behaviour = (response) => response.writeHead(201).end();

export async function startPushService(): Promise<PushService> {
  const receiver = await startReceiver();
  after(() => receiver.close());
  return {
    browser: (name, behaviour = taken) => {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = Buffer.from(name.padEnd(16, ".").slice(0, 16));
      receiver.script(`/${name}`, behaviour);
      return {
        subscription: {
          endpoint: receiver.url(`/${name}`),
          keys: { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") },
        },
        seen: () => receiver.seen(`/${name}`),
        received: () => receiver.seen(`/${name}`).map(({ body }) => JSON.parse(open(body, ecdh, auth))),
      };
    },
  };
}

// One record: salt, record size, the sender's public key, then what is sealed.
function open(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const hkdf = (secret: Uint8Array, withSalt: Uint8Array, use: Uint8Array, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, withSalt, use, bytes));
  const use = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const shared = hkdf(ecdh.computeSecret(sender), auth, use, 32);
  const key = hkdf(shared, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(shared, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last byte that is not zero ends the text: 2 in the last record.
  const end = opened.lastIndexOf(2);
  return opened.subarray(0, end).toString();
}

// Who sent it, as the header says and proves: the public key in base64url and what is claimed.
export function senderOf({ headers }: Seen): { readonly key: string; readonly claims: Json } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const proof = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
  assert.ok(verify("sha256", Buffer.from(`${head}.${claims}`), proof, Buffer.from(signature, "base64url")), "signed");
  return { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) };
}
