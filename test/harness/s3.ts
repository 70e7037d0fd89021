// A real server of the S3 protocol on loopback, which checks every signature (s3rver, kept by 20 Minutes).
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

type S3rver = { readonly run: () => Promise<AddressInfo>; readonly close: () => Promise<void> };
type Options = {
  readonly port: number;
  readonly address: string;
  readonly silent: boolean;
  readonly directory: string;
  readonly vhostBuckets: boolean;
  readonly configureBuckets: readonly { readonly name: string }[];
};

export type S3Server = {
  readonly url: string;
  readonly bucket: string;
  // PHOTOS_… for a program that keeps its photos there.
  readonly settings: Readonly<Record<string, string>>;
  // Names of the objects that are there.
  readonly names: () => readonly string[];
  // The bucket and all in it.
  readonly dropBucket: () => void;
  readonly stop: () => Promise<void>;
};

export async function startS3(): Promise<S3Server> {
  const load: { new (options: Options): S3rver } = createRequire(import.meta.url)("@20minutes/s3rver");
  const directory = mkdtempSync(join(tmpdir(), "giao-s3-"));
  const bucket = "giao-photos";
  const server = new load({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}`;
  const folder = join(directory, bucket);
  return {
    url,
    bucket,
    settings: {
      PHOTOS_URL: `s3://${bucket}/town/photos`,
      PHOTOS_ENDPOINT: url,
      PHOTOS_KEY: "S3RVER",
      PHOTOS_SECRET: "S3RVER",
    },
    names: () =>
      existsSync(folder)
        ? readdirSync(folder, { recursive: true, encoding: "utf8" })
            .filter((name) => name.endsWith("._S3rver_object"))
            .map((name) => name.slice(0, -"._S3rver_object".length))
        : [],
    dropBucket: () => rmSync(folder, { recursive: true, force: true }),
    stop: async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
