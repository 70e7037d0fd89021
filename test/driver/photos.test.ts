import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { sweepPhotos } from "../../src/operations/photos/sweep-photos.ts";
import { aJpeg } from "../fixtures/photos.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, offerTo, ok } from "../harness/fleet.ts";
import { startGiao } from "../harness/giao.ts";

const folder = mkdtempSync(join(tmpdir(), "giao-photos-"));
after(() => rmSync(folder, { recursive: true }));
const giao = await startGiao({ DATA_DIR: folder, PHOTO_DAYS: "10" }, { roads: crowRoads });
const token = await giao.signIn();
const driver = await addDriver(giao, { phone: "84911800001", wallet: 1_000_000 });
const orderId = await addOrder(giao, token);
const [offerId] = await offerTo(giao, orderId, [driver.phone]);
ok(await driver.call("POST", `/offers/${offerId}/accept`));

const upload = async (file: Buffer): Promise<string> => {
  const raw = new Uint8Array(file);
  return new URL(ok(await driver.call("POST", `/orders/${orderId}/photos`, undefined, { raw })).url).pathname;
};
const files = () =>
  readdirSync(join(folder, "photos"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

test("a photo is shown without what the camera noted about it", async () => {
  const noted = Buffer.from("Exif\0\0MM\0*10.7721 N 106.6983 E");
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, noted.length + 2]), noted]);
  const photo = aJpeg();
  const path = await upload(Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2)]));
  const shown = Buffer.from(await (await fetch(giao.url + path)).arrayBuffer());
  assert.deepEqual(shown, photo);
});

test("photos are swept by their age: the link, the row and the file", async () => {
  const days = (count: number) => giao.house.clock.advance(count * 86_400_000);
  await days(8);
  const old = await upload(aJpeg());
  await days(8);
  const young = await upload(aJpeg());
  await days(5);
  const before = files().length;
  await sweepPhotos(giao.house);
  assertRefused(await giao.call("GET", old), 404, "NOT_FOUND");
  assertOk(await giao.call("GET", young));
  const rows = await giao.house.db`select token from photos`;
  assert.equal(rows.length, 1);
  assert.equal(files().length, 1);
  assert.ok(before > 1);
});
