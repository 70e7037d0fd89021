// Photos in a bucket: a real S3 server that checks signatures, a line to it that fails, and replicas that share no disk.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { photosCommand } from "../../src/cli/photos.ts";
import { sweepPhotos } from "../../src/operations/photos/sweep-photos.ts";
import { openPhotoBucket } from "../../src/outbound/photo-bucket.ts";
import { realClock } from "../../src/ports/clock.ts";
import { PhotosAway } from "../../src/ports/photo-files.ts";
import { aJpeg } from "../fixtures/photos.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { type Fault, openFaultProxy } from "../harness/fault-proxy.ts";
import { addDriver, addOrder, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";
import { startS3 } from "../harness/s3.ts";
import { until } from "../harness/until.ts";

const folderOf = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `giao-photos-${name}-`));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
};
const s3 = await startS3();
after(s3.stop);
const line = await openFaultProxy(s3.url);
after(line.close);
// Answers everything in one way, as buckets that are full, forbidden or out of order do.
let says: { readonly status: number; readonly code: string } = { status: 500, code: "InternalError" };
const stubborn = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(says.status).end(`<Error><Code>${says.code}</Code></Error>`));
});
await new Promise<void>((resolve) => stubborn.listen(0, "127.0.0.1", resolve));
after(() => {
  stubborn.close();
  stubborn.closeAllConnections();
});
const stubbornUrl = `http://127.0.0.1:${(stubborn.address() as AddressInfo).port}`;

const oldFolder = folderOf("old");
const bucketed = { ...s3.settings, PHOTOS_ENDPOINT: line.url };
const giao = await startGiao({ DATA_DIR: folderOf("one"), PHOTO_DAYS: "10", ...bucketed }, { roads: crowRoads });
const other = await giao.replica({ env: { DATA_DIR: folderOf("other") } });
const withDisk = await giao.replica({ env: { DATA_DIR: oldFolder, PHOTOS_URL: "" } });
const token = await giao.signIn();
const driver = await addDriver(giao, { phone: "84911800001", wallet: 1_000_000 });
const orderId = await addOrder(giao, token);
const [offerId] = await offerTo(giao, orderId, [driver.phone]);
ok(await driver.call("POST", `/offers/${offerId}/accept`));

const tryUpload = (at: { readonly url: string } = giao) =>
  fetch(`${at.url}/driver/v1/orders/${orderId}/photos`, {
    method: "POST",
    headers: { authorization: `Bearer ${driver.token}`, "content-type": "image/jpeg" },
    body: new Uint8Array(aJpeg()),
  });
const upload = async (at?: { readonly url: string }): Promise<string> => {
  const answer = await tryUpload(at);
  assert.equal(answer.status, 200);
  return new URL(((await answer.json()) as { url: string }).url).pathname;
};
const shown = async (at: { readonly url: string }, path: string): Promise<Buffer> => {
  const answer = await fetch(at.url + path);
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
};
const rowCount = async (): Promise<number> => {
  const [row] = await giao.house.db<{ count: number }>`select count(*)::int as count from photos`;
  return row?.count ?? -1;
};
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
const isAway = (error: unknown): undefined => {
  if (!(error instanceof PhotosAway)) throw error;
};
const address = giao.house.settings.photoBucket!;

describe("photos in a bucket", () => {
  test("one replica's photo is shown by the other, with the same headers", async () => {
    const path = await upload();
    assert.deepEqual(await shown(other, path), aJpeg());
    const { headers } = await fetch(other.url + path);
    assert.equal(headers.get("content-type"), "image/jpeg");
    assert.equal(headers.get("content-security-policy"), "default-src 'none'; sandbox");
    const name = path.slice("/photos/".length);
    assert.deepEqual(s3.names(), [`town/photos/${name.slice(0, 2)}/${name}`]);
    assertRefused(await other.call("GET", `/photos/${"0".repeat(32)}`), 404, "NOT_FOUND");
  });

  test("old ones are swept there too, the link, the row and the object", async () => {
    const days = (count: number) => giao.house.clock.advance(count * 86_400_000);
    await days(8);
    const young = await upload();
    await days(5);
    await sweepPhotos(giao.house);
    assert.equal(await rowCount(), 1);
    assert.equal(s3.names().length, 1);
    assertOk(await other.call("GET", young));
  });

  const refusals = [
    [403, "AccessDenied"],
    [404, "NoSuchBucket"],
    [507, "XMinioStorageFull"],
    [503, "SlowDown"],
  ] as const;
  for (const [status, code] of refusals) {
    test(`a bucket that answers ${status} ${code} is a 503 that says when to ask again, and nothing is half saved`, async () => {
      const path = await upload();
      const before = [await rowCount(), s3.names().length];
      says = { status, code };
      line.retarget(stubbornUrl);
      await line.set("reset");
      await line.set("none");
      try {
        for (const answer of [await tryUpload(), await fetch(giao.url + path)]) {
          assert.equal(answer.status, 503);
          assert.ok(Number(answer.headers.get("retry-after")) > 0);
          const { description } = (await answer.json()) as { description: string };
          assert.equal(description, "Photos cannot be kept or shown just now; try again in a moment.");
        }
      } finally {
        line.retarget(s3.url);
        await line.set("reset");
        await line.set("none");
      }
      assert.deepEqual([await rowCount(), s3.names().length], before);
      assert.deepEqual(await shown(giao, path), aJpeg());
    });
  }

  for (const fault of ["refuse", "reset"] satisfies readonly Fault[]) {
    test(`a bucket behind a line that fails (${fault}) is a 503 too, and is back with the line`, async () => {
      const path = await upload();
      const before = await rowCount();
      await line.set(fault);
      try {
        for (let nth = 0; nth < 6; nth++) assert.equal((await tryUpload()).status, 503);
        assert.equal((await fetch(giao.url + path)).status, 503);
      } finally {
        await line.set("none");
      }
      assert.equal(await rowCount(), before);
      await until("photos are taken again", async () => (await tryUpload()).status === 200);
      assert.deepEqual(await shown(giao, path), aJpeg());
    });
  }

  test("one that says nothing, or stops in the middle, is away when its time is up", async () => {
    const path = (await upload()).slice("/photos/".length);
    const bucket = openPhotoBucket(address, realClock, { timeoutMs: 200 });
    try {
      // On a busy machine a whole answer may take longer than that; what matters is a connection that stands.
      await until("it is read", () => bucket.read(path).catch(isAway));
      await line.set("silent");
      await assert.rejects(bucket.read(path), PhotosAway);
      await assert.rejects(bucket.save("a".repeat(32), aJpeg()), /no whole answer within 0.2 s/);
    } finally {
      await line.set("reset");
      await line.set("none");
      await bucket.close();
    }
  });

  test("a wrong secret, or a bucket that is not there, is told in a line", async () => {
    const faultOf = async (differs: Partial<typeof address>) => {
      const bucket = openPhotoBucket({ ...address, ...differs }, realClock);
      try {
        return await bucket.findFault();
      } finally {
        await bucket.close();
      }
    };
    assert.equal(await faultOf({}), undefined);
    assert.equal(await faultOf({ secret: "wrong" }), "the bucket answered 403 SignatureDoesNotMatch");
    assert.equal(await faultOf({ keyId: "nobody" }), "the bucket answered 403 InvalidAccessKeyId");
    const elsewhere = new URL(`${s3.url}/no-such-bucket/`);
    assert.equal(await faultOf({ root: elsewhere }), "the bucket answered 404 NoSuchBucket");
  });
});

describe("giao photos move", () => {
  const move = async (bucket: Parameters<typeof photosCommand>[2]["bucket"]) => {
    const lines: string[] = [];
    const out = { say: (said: string) => lines.push(said), complain: (said: string) => lines.push(said) };
    const { db, photoFolder: folder } = withDisk.house;
    const code = await photosCommand(["move"], out, { db, folder, bucket, screen: { write: () => true } });
    return { code, lines };
  };
  const bucket = openPhotoBucket(address, realClock);
  after(bucket.close);

  test("what lies on a disk is shown before it is moved and after; cut off, the rest comes with the next run", async () => {
    const paths = [await upload(withDisk), await upload(withDisk), await upload(withDisk)];
    const moved = await giao.replica({ env: { DATA_DIR: oldFolder } });
    for (const path of paths) assert.deepEqual(await shown(moved, path), aJpeg());
    const stranger = "f".repeat(32);
    mkdirSync(join(oldFolder, "photos", "ff"), { recursive: true });
    writeFileSync(join(oldFolder, "photos", "ff", stranger), "of no order");
    const there = s3.names().length;

    assert.deepEqual(await move(undefined), {
      code: 1,
      lines: ["PHOTOS_URL is not set: there is no bucket to move photos to."],
    });
    // The bucket takes one, and then nothing any more.
    let saves = 0;
    const cut = await move({
      ...bucket,
      save: async (name, photo) => {
        saves += 1;
        if (saves > 1) throw new PhotosAway("the bucket answered 507");
        await bucket.save(name, photo);
      },
    });
    assert.equal(cut.code, 1);
    assert.deepEqual(cut.lines, ["the bucket answered 507. What was moved is moved; run this again for the rest."]);
    await until("the one that was taken is gone here", () => filesIn(join(oldFolder, "photos")).length === 3);
    // One that comes back changed stays.
    await assert.rejects(
      move({ ...bucket, read: async () => Buffer.from("something else") }),
      /gave photo .* back changed; it was left here/,
    );
    assert.equal(filesIn(join(oldFolder, "photos")).length, 3);

    const done = await move(bucket);
    assert.equal(done.code, 0);
    assert.match(done.lines.join("\n"), /^2 photos were moved \(0\.0 MB\)\.\n1 files belong to no order/);
    assert.deepEqual(
      filesIn(join(oldFolder, "photos")).map(({ name }) => name),
      [stranger],
    );
    assert.equal(s3.names().length, there + 3);
    for (const path of paths) assert.deepEqual(await shown(other, path), aJpeg());
    assert.deepEqual((await move(bucket)).lines[0], "0 photos were moved (0.0 MB).");
  });
});
