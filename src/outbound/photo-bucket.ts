// Photos as objects of a bucket that speaks S3, in path style. Every exchange is signed, has one time limit over all of it and a cap on
// what is read; whatever the bucket does but its work is PhotosAway.
import { hash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import { PHOTO_BYTES_MAX } from "../domain/photos/photo.ts";
import { type Clock, steadyClock } from "../ports/clock.ts";
import { openCircuitBreaker } from "../ports/flow/circuit-breaker.ts";
import { isPhotoToken, type PhotoFiles, PhotosAway } from "../ports/photo-files.ts";

export type BucketAddress = {
  // With what stands before each photo's name.
  readonly root: URL;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
};

export type PhotoBucket = PhotoFiles & {
  // Undefined, or in a line what it does not do: a small object is written, read and removed.
  readonly findFault: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
};

type Method = "GET" | "PUT" | "DELETE";
type Answer = { readonly status: number; readonly body: Buffer };

const TIMEOUT_MS = 6_000;
const CONNECT_MS = 2_000;
const CONNECTIONS_MAX = 32;
// A connection that the bucket closed while it was idle is no fault: each of these may be asked twice.
const TRIES_MAX = 2;
// A bucket that is away is asked now and then, rather than by every request for seconds.
const CIRCUIT = { failuresMax: 5, restMs: 2_000 };
const FAULT_BYTES_MAX = 64 * 1024;
const PROBE = "giao-check";

export function openPhotoBucket(
  address: BucketAddress,
  // A signature is good for some minutes around its time, by the bucket's clock.
  clock: Clock,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): PhotoBucket {
  const agent = new Agent({ connections: CONNECTIONS_MAX, connect: { timeout: CONNECT_MS }, allowH2: false });

  const circuit = openCircuitBreaker(CIRCUIT, steadyClock);

  async function ask(method: Method, name: string, photo?: Uint8Array): Promise<Answer> {
    if (!circuit.mayTry()) throw new PhotosAway("the bucket did not answer and is tried again in a moment");
    try {
      const answer = await exchange(method, name, photo);
      if (answer.status < 500) circuit.succeeded();
      else circuit.failed();
      return answer;
    } catch (error) {
      circuit.failed();
      throw error;
    }
  }

  async function exchange(method: Method, name: string, photo?: Uint8Array): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const { url, headers } = await sign(address, clock, method, name, photo);
    for (let tries = 1; ; tries += 1) {
      try {
        const body = photo ?? null;
        const { statusCode, body: said } = await request(url, { dispatcher: agent, method, headers, body, signal });
        return { status: statusCode, body: await readUpTo(said, method === "GET" ? PHOTO_BYTES_MAX : FAULT_BYTES_MAX) };
      } catch (error) {
        if (signal.aborted) throw new PhotosAway(`the bucket gave no whole answer within ${timeoutMs / 1000} s`, error);
        if (error instanceof PhotosAway) throw error;
        if (tries >= TRIES_MAX)
          throw new PhotosAway(
            `the bucket cannot be reached: ${error instanceof Error ? error.message : error}`,
            error,
          );
      }
    }
  }

  async function put(name: string, photo: Uint8Array): Promise<void> {
    const answer = await ask("PUT", name, photo);
    if (answer.status !== 200) throw refusedBy(answer);
  }

  async function get(name: string): Promise<Buffer | undefined> {
    const answer = await ask("GET", name);
    if (answer.status === 200) return answer.body;
    // Of a bucket that is missing nothing is known about its photos.
    if (answer.status === 404 && codeIn(answer) !== "NoSuchBucket") return undefined;
    throw refusedBy(answer);
  }

  async function remove(name: string): Promise<void> {
    const answer = await ask("DELETE", name);
    const isGone = [200, 204].includes(answer.status) || (answer.status === 404 && codeIn(answer) !== "NoSuchBucket");
    if (!isGone) throw refusedBy(answer);
  }

  async function findFault(): Promise<string | undefined> {
    const probe = Buffer.from(clock.now().toISOString());
    try {
      await put(PROBE, probe);
      const back = await get(PROBE);
      await remove(PROBE);
      return back?.equals(probe) ? undefined : "what was written there did not come back";
    } catch (error) {
      if (error instanceof PhotosAway) return error.message;
      throw error;
    }
  }

  return {
    save: (token, photo) => put(nameOf(token), photo),
    read: (token) => get(nameOf(token)),
    remove: (token) => remove(nameOf(token)),
    findFault,
    close: () => agent.destroy(),
  };
}

async function sign(
  { root, region, keyId, secret }: BucketAddress,
  clock: Clock,
  method: Method,
  name: string,
  photo?: Uint8Array,
) {
  const signer = new AwsV4Signer({
    method,
    url: `${root.href}${name}`,
    // The bucket compares what arrived with it before it keeps anything.
    headers: { "x-amz-content-sha256": hash("sha256", photo ?? "", "hex") },
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: "s3",
    region,
    datetime: clock
      .now()
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, ""),
  });
  const { url, headers } = await signer.sign();
  return { url, headers: Object.fromEntries(headers) };
}

async function readUpTo(body: Dispatcher.ResponseData["body"], bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new PhotosAway("the bucket's answer is longer than any photo");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusedBy(answer: Answer): PhotosAway {
  return new PhotosAway(`the bucket answered ${answer.status} ${codeIn(answer)}`.trim());
}

// As errors of S3 say what they are; what else they say may repeat names and keys.
function codeIn({ body }: Answer): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(body.toString("latin1"))?.[1] ?? "";
}

// 256 beginnings, as in the folder: buckets spread their load by them.
function nameOf(token: string): string {
  if (!isPhotoToken(token)) throw new Error("a photo's token is 32 hex digits");
  return `${token.slice(0, 2)}/${token}`;
}
