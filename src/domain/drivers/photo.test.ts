import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aJpeg, aPng } from "../../../test/fixtures/photos.ts";
import { isRefusal } from "../refusal.ts";
import { PHOTO_BYTES_MAX, readPhoto } from "./photo.ts";

const text = (words: string) => Buffer.from(words, "latin1");

test("a JPEG and a PNG are known by their content, with their size", () => {
  assert.deepEqual(readPhoto(aPng(3, 2)), { mediaType: "image/png", width: 3, height: 2, bytes: aPng(3, 2).length });
  assert.deepEqual(readPhoto(aJpeg()), { mediaType: "image/jpeg", width: 8, height: 8, bytes: aJpeg().length });
});

test("what follows the picture is not counted as part of it", () => {
  for (const picture of [aPng(), aJpeg()]) {
    const read = readPhoto(Buffer.concat([picture, text("<script>alert(1)</script>")]));
    assert.ok(!isRefusal(read));
    assert.equal(read.bytes, picture.length);
  }
});

const lies: readonly (readonly [string, Uint8Array])[] = [
  ["nothing at all", new Uint8Array()],
  ["one byte", Uint8Array.of(0xff)],
  ["a page of HTML", text("<!doctype html><script>alert(1)</script>")],
  ["a drawing with a script", text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ["a GIF", text("GIF89a\x01\0\x01\0\x80\0\0")],
  ["a PDF", text("%PDF-1.7\n%âãÏÓ\n")],
  ["a zip file", text("PK\x03\x04\x14\0\0\0")],
  [
    "HTML behind a JPEG's first bytes",
    Buffer.concat([aJpeg().subarray(0, 4), text("<html><script>alert(1)</script>")]),
  ],
  ["HTML behind a PNG's signature", Buffer.concat([aPng().subarray(0, 8), text("<html><script>alert(1)</script>")])],
  ["a JPEG that is cut off", aJpeg().subarray(0, -2)],
  ["a JPEG without pixels", Buffer.concat([aJpeg().subarray(0, 20), Buffer.from([0xff, 0xd9])])],
  ["a PNG that is cut off", aPng().subarray(0, -5)],
  ["a PNG with a broken checksum", Buffer.from(aPng()).fill(7, 30, 31)],
  ["a PNG of no width", aPng(0, 2)],
  ["a PNG of 30,000 by 30,000", aPng(30_000, 30_000)],
  ["more than 5 MB", Buffer.concat([aJpeg(), Buffer.alloc(PHOTO_BYTES_MAX)])],
];
for (const [name, file] of lies) {
  test(`${name} is no photo`, () => assert.ok(isRefusal(readPhoto(file))));
}

test("a picture cut anywhere, or with a byte changed, is read or refused but never breaks the reader", () => {
  const pictures = fc.constantFrom(aPng(5, 5), aJpeg());
  fc.assert(
    fc.property(pictures, fc.nat(400), fc.nat(400), fc.nat(255), (picture, cut, at, byte) => {
      const broken = Buffer.from(picture.subarray(0, cut));
      if (at < broken.length) broken[at] = byte;
      const read = readPhoto(broken);
      assert.ok(isRefusal(read) || read.bytes <= broken.length);
    }),
  );
});
