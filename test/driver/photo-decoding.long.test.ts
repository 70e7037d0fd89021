// A photo is one that can be seen, and an order has 10 MB of them.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import type { Phone } from "../../src/domain/phone.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { keepPhoto } from "../../src/operations/photos/keep-photo.ts";
import { openPictures } from "../../src/ports/pictures.ts";
import { inTransaction } from "../../src/store/db.ts";
import { proofPhoto } from "../../src/worker/robots/proof-photo.ts";
import { aJpeg, aNoisyPng, aPng, chunk, pngOf } from "../fixtures/photos.ts";
import { crowRoads } from "../harness/crow-roads.ts";
import { assertOk, assertRefused } from "../harness/expect.ts";
import { addDriver, addOrder, offerTo, ok } from "../harness/fleet.ts";
import { type Answer, startGiao } from "../harness/giao.ts";
import { untilWaiting } from "../harness/lock-waits.ts";

const folder = mkdtempSync(join(tmpdir(), "giao-photos-"));
after(() => rmSync(folder, { recursive: true }));
const giao = await startGiao({ DATA_DIR: folder }, { roads: crowRoads });
const token = await giao.signIn();
const driver = await addDriver(giao, { phone: "84911810001", wallet: 10_000_000 });
async function heldOrder(): Promise<string> {
  const orderId = await addOrder(giao, token);
  const [offerId] = await offerTo(giao, orderId, [driver.phone]);
  ok(await driver.call("POST", `/offers/${offerId}/accept`));
  return orderId;
}
const upload = (orderId: string, file: Uint8Array, type = "image/jpeg") =>
  driver.call("POST", `/orders/${orderId}/photos`, undefined, {
    raw: Uint8Array.from(file),
    headers: { "content-type": type },
  });
const filesKept = (): number =>
  readdirSync(join(folder, "photos"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
const rowsOf = async (orderId: string): Promise<{ readonly count: number; readonly bytes: number }> => {
  const [row] = await giao.house.db<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(bytes), 0) as bytes from photos where order_id = ${orderId}`;
  return row ?? { count: 0, bytes: 0 };
};

// As cameras and editors make them: a picture with something in it.
const noise = sharp(randomRgb(320, 240), { raw: { width: 320, height: 240, channels: 3 } });
function randomRgb(width: number, height: number): Buffer {
  return Buffer.from(aNoisyPng(width * 3, height).subarray(0, width * height * 3));
}
const [baseline, progressive] = [
  await noise.clone().jpeg().toBuffer(),
  await noise.clone().jpeg({ progressive: true }).toBuffer(),
];
const startOfScan = (jpeg: Buffer): number => jpeg.indexOf(Buffer.from([0xff, 0xda]));
const END = Buffer.from([0xff, 0xd9]);
const cut = (jpeg: Buffer, share: number) => Buffer.concat([jpeg.subarray(0, Math.floor(jpeg.length * share)), END]);

// The parameters of a scan as some phones write them; no viewer minds.
function withOddScan(jpeg: Buffer): Buffer {
  const odd = Buffer.from(jpeg);
  const at = startOfScan(odd);
  odd[at + odd.readUInt16BE(at + 2)] = 0;
  return odd;
}

// A size that the pixels of a picture do not fill.
function jpegClaiming(width: number, height: number, jpeg = baseline): Buffer {
  const claimed = Buffer.from(jpeg);
  const frame = claimed.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(claimed[at + 1] ?? 0));
  claimed.writeUInt16BE(height, frame + 5);
  claimed.writeUInt16BE(width, frame + 7);
  return claimed;
}

describe("what can be seen is taken", async () => {
  const orderId = await heldOrder();
  const seen: readonly (readonly [string, Uint8Array])[] = [
    ["a JPEG", baseline],
    ["a progressive JPEG", progressive],
    ["a JPEG in grey", await noise.clone().greyscale().jpeg().toBuffer()],
    ["a JPEG for printers (CMYK)", await noise.clone().toColourspace("cmyk").jpeg().toBuffer()],
    ["a JPEG without subsampling", await noise.clone().jpeg({ chromaSubsampling: "4:4:4" }).toBuffer()],
    ["a JPEG of a phone held on its side", await noise.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ["a JPEG of a phone that writes odd scans", withOddScan(baseline)],
    ["the smallest JPEG", aJpeg()],
    ["a PNG", await noise.clone().png().toBuffer()],
    ["a PNG in passes", await noise.clone().png({ progressive: true }).toBuffer()],
    ["a PNG with a palette", await noise.clone().png({ palette: true, colours: 16 }).toBuffer()],
    [
      "a PNG of 16 bits with transparency",
      await noise.clone().ensureAlpha(0.5).toColourspace("rgb16").png().toBuffer(),
    ],
    ["the smallest PNG", aPng(1, 1)],
    ["what robots send", proofPhoto()],
    ["50 megapixels of a camera", await blank(8_192, 6_144).jpeg().toBuffer()],
    ["24 megapixels in passes", await blank(5_712, 4_284).jpeg({ progressive: true }).toBuffer()],
  ];
  for (const [name, file] of seen) {
    test(name, async () => {
      const answer = await upload(orderId, file);
      assertOk(answer);
      const shown = await fetch(answer.body.url.replace("http://giao.test", giao.url));
      // It still is one, after everything but the picture was taken away.
      const { format } = await sharp(Buffer.from(await shown.arrayBuffer()), { failOn: "warning" }).metadata();
      assert.equal(shown.headers.get("content-type"), `image/${format}`);
      assert.equal(
        shown.headers.get("content-disposition"),
        `inline; filename="photo.${format === "png" ? "png" : "jpg"}"`,
      );
      assert.equal(shown.headers.get("x-content-type-options"), "nosniff");
      assert.equal(shown.headers.get("cache-control"), "private, max-age=31536000, immutable");
    });
  }

  test("of a moving picture the first one", async () => {
    const control = Buffer.alloc(8);
    control.writeUInt32BE(2, 0);
    const frame = Buffer.alloc(26);
    frame.writeUInt32BE(2, 4);
    frame.writeUInt32BE(2, 8);
    const still = aPng();
    const moving = pngOf(2, 2, deflateSync(Buffer.alloc(6)), chunk("acTL", control), chunk("fcTL", frame));
    const answer = await upload(orderId, moving);
    assertOk(answer);
    const shown = await fetch(answer.body.url.replace("http://giao.test", giao.url));
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), still);
  });
});

describe("what cannot be seen is refused, and nothing is kept of it", async () => {
  const orderId = await heldOrder();
  const script = Buffer.from("<script>alert(1)</script>".repeat(20));
  const scan = startOfScan(baseline) + 14;
  const rows = (count: number, filter = 0) =>
    Buffer.concat(Array.from({ length: count }, () => Buffer.concat([Buffer.of(filter), Buffer.alloc(100)])));
  const whole = deflateSync(rows(100));
  const unseen: readonly (readonly [string, Uint8Array])[] = [
    ["a JPEG that ends in the middle", cut(baseline, 0.5)],
    ["a JPEG that ends a little early", cut(baseline, 0.97)],
    ["a progressive JPEG that ends in the middle", cut(progressive, 0.5)],
    ["a JPEG whose pixels are a page of HTML", Buffer.concat([baseline.subarray(0, scan), script, END])],
    ["a JPEG without its tables", Buffer.concat([baseline.subarray(0, 20), baseline.subarray(startOfScan(baseline))])],
    ["a JPEG that claims to be larger", jpegClaiming(4_000, 3_000)],
    ["a PNG with too few rows", pngOf(100, 100, deflateSync(rows(50)))],
    ["a PNG whose pixels end early", pngOf(100, 100, whole.subarray(0, -6))],
    ["a PNG whose pixels are a page of HTML", pngOf(100, 100, script)],
    ["a PNG with a filter that there is not", pngOf(100, 100, deflateSync(rows(100, 9)))],
    ["a PNG whose pixels do not add up", pngOf(100, 100, Buffer.concat([whole.subarray(0, -1), Buffer.of(2)]))],
    ["a small file that unpacks to gigabytes", pngOf(20_000, 20_000, deflateSync(Buffer.alloc(20_000_000)))],
    ["more than 52 megapixels", await blank(8_000, 6_501).jpeg().toBuffer()],
    ["more than 26 megapixels in passes", await blank(6_000, 4_334).jpeg({ progressive: true }).toBuffer()],
    ["a JPEG that claims 65,535 by 65,535", jpegClaiming(65_535, 65_535)],
  ];
  for (const [name, file] of unseen) {
    test(name, async () => {
      const before = filesKept();
      assertRefused(await upload(orderId, file), 400, "INVALID_DATA");
      assert.equal((await rowsOf(orderId)).count, 0);
      assert.equal(filesKept(), before);
    });
  }

  test("a JPEG of a thousand passes is not looked at", async () => {
    const end = baseline.length - 2;
    const again = baseline.subarray(startOfScan(baseline), end);
    const many = Buffer.concat([baseline.subarray(0, end), ...Array.from({ length: 101 }, () => again), END]);
    assertRefused(await upload(orderId, many), 400, "INVALID_DATA");
  });
});

describe("10 MB of photos", () => {
  const MB = 1024 * 1024;
  const photoOf = (bytes: number) => aNoisyPng(1_024, Math.floor(bytes / 1_026));

  test("are an order's, whoever of two comes first with the last of them", async () => {
    const orderId = await heldOrder();
    for (const bytes of [4 * MB, 4.5 * MB]) assertOk(await upload(orderId, photoOf(bytes), "image/png"));
    const before = filesKept();
    let uploads: Promise<Answer>[] = [];
    // All have been looked at and found to fit when the first of them is written down.
    await inTransaction(giao.house.db, async (tx) => {
      await tx`select id from orders where id = ${orderId} for update`;
      uploads = [1, 2, 3, 4].map(() => upload(orderId, photoOf(MB), "image/png"));
      await untilWaiting(giao.house.db, 4);
    });
    const answers = await Promise.all(uploads);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 413, 413, 413]);
    const refused = answers.find(({ status }) => status === 413);
    assert.ok(refused);
    assertRefused(refused, 413, "BAD_REQUEST");
    assert.match(refused.body.description, /^An order's photos have at most 10 MB together/);
    assert.equal(filesKept(), before + 1);
    const { count, bytes } = await rowsOf(orderId);
    assert.equal(count, 3);
    assert.ok(bytes <= 10 * MB);
    // A smaller one still fits, and another order has room of its own.
    assertOk(await upload(orderId, aJpeg()));
    assertOk(await upload(await heldOrder(), photoOf(MB), "image/png"));
  });

  test("a full order refuses by its bytes only what is a photo", async () => {
    const orderId = await heldOrder();
    for (const bytes of [4.9 * MB, 4.9 * MB]) assertOk(await upload(orderId, photoOf(bytes), "image/png"));
    assertRefused(await upload(orderId, Buffer.from("no photo")), 400, "INVALID_DATA");
    assertRefused(await upload(orderId, photoOf(MB)), 413, "BAD_REQUEST");
  });

  test("the order may be gone to another driver by the time a photo has been looked at", async () => {
    const orderId = await heldOrder();
    const before = filesKept();
    const taken = await keepPhoto(
      {
        ...giao.house,
        pictures: {
          decode: async () => {
            ok(await driver.call("POST", `/orders/${orderId}/cancel`, { comment: "Hỏng xe" }));
            return "whole";
          },
        },
      },
      driver.phone as Phone,
      orderId,
      aJpeg(),
    );
    assert.ok(isRefusal(taken));
    assert.equal(taken.refused, "ORDER_NOT_FOUND");
    assert.equal(filesKept(), before);
  });
});

describe("looking at pictures", () => {
  const size = { width: 8, height: 8 };

  test("is done for a few at a time; who finds too many waiting is told to come again", async () => {
    const loaded = Promise.withResolvers<typeof sharp>();
    const slow = openPictures(() => loaded.promise);
    const asked = Array.from({ length: 40 }, () => slow.decode(aJpeg(), size));
    const early = await Promise.race(asked);
    assert.equal(early, "busy");
    loaded.resolve(sharp);
    const verdicts = await Promise.all(asked);
    assert.equal(verdicts.filter((verdict) => verdict === "whole").length, 32);
    assert.equal(verdicts.filter((verdict) => verdict === "busy").length, 8);
    assert.equal(await slow.decode(aJpeg(), size), "whole");
  });

  test("does not hold up the event loop", async () => {
    const big = await blank(8_192, 6_144).jpeg().toBuffer();
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    assert.equal(await openPictures().decode(big, { width: 8_192, height: 6_144 }), "whole");
    clearInterval(counting);
    assert.ok(turns > 5, `${turns} turns`);
  });

  test("that is too much now is told as such, and the photo is not lost for good", async () => {
    const orderId = await heldOrder();
    const kept = await keepPhoto(
      { ...giao.house, pictures: { decode: async () => "busy" } },
      driver.phone as Phone,
      orderId,
      aJpeg(),
    );
    assert.ok(isRefusal(kept));
    assert.equal(kept.refused, "SERVICE_UNAVAILABLE");
  });
});

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: "#345" } });
}
