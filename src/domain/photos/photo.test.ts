import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aJpeg, aPng, chunk as aPngChunk } from "../../../test/fixtures/photos.ts";
import { isRefusal } from "../refusal.ts";
import { PHOTO_BYTES_MAX, type Photo, readPhoto, refuseBytes, refuseOneMore } from "./photo.ts";

function photoOf(file: Uint8Array): Photo {
  const read = readPhoto(file);
  if (isRefusal(read)) throw new Error(read.why);
  return read;
}

const text = (words: string) => Buffer.from(words, "latin1");

test("a JPEG and a PNG are known by their content, with their size", () => {
  const sized = (file: Buffer) => {
    const { picture, ...about } = photoOf(file);
    assert.deepEqual(Buffer.from(picture), file);
    return about;
  };
  assert.deepEqual(sized(aPng(3, 2)), { mediaType: "image/png", width: 3, height: 2, bytes: aPng(3, 2).length });
  assert.deepEqual(sized(aJpeg()), { mediaType: "image/jpeg", width: 8, height: 8, bytes: aJpeg().length });
});

test("what follows the picture is not counted as part of it", () => {
  for (const picture of [aPng(), aJpeg()]) {
    const read = readPhoto(Buffer.concat([picture, text("<script>alert(1)</script>")]));
    assert.ok(!isRefusal(read));
    assert.equal(read.bytes, picture.length);
  }
});

// What a camera notes beside the picture, in every place where it does.
const [NORTH, PHONE] = ["10.7721 N 106.6983 E", "0901111111"];
const at2 = (picture: Buffer, ...segments: readonly Buffer[]) =>
  Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)]);
const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
// Exif with an orientation, and a place behind it.
const exif = (turn: number, isLittle: boolean) => {
  const tiff = Buffer.alloc(26);
  const [word, long] = isLittle
    ? [tiff.writeUInt16LE.bind(tiff), tiff.writeUInt32LE.bind(tiff)]
    : [tiff.writeUInt16BE.bind(tiff), tiff.writeUInt32BE.bind(tiff)];
  tiff.write(isLittle ? "II" : "MM", "latin1");
  word(42, 2);
  long(8, 4);
  word(1, 8);
  word(0x0112, 10);
  word(3, 12);
  long(1, 14);
  word(turn, 18);
  return segment(0xe1, Buffer.concat([text("Exif\0\0"), tiff, text(NORTH)]));
};

test("where a JPEG was taken is not kept, nor anything else that was noted about it", () => {
  const tagged = at2(
    aJpeg(),
    exif(1, false),
    segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${NORTH}</x:xmpmeta>`)),
    segment(0xe2, text(`MPF\0${NORTH}`)),
    segment(0xed, text(`Photoshop 3.0\0${PHONE}`)),
    segment(0xef, text(PHONE)),
    segment(0xfe, text(PHONE)),
  );
  assert.deepEqual(Buffer.from(photoOf(tagged).picture), aJpeg());
});

test("what a JPEG's colours depend on is kept", () => {
  const icc = segment(0xe2, text("ICC_PROFILE\0\x01\x01abc"));
  const adobe = segment(0xee, text("Adobe\0d\0\0\0\0\0\x01"));
  const picture = at2(aJpeg(), icc, adobe);
  assert.deepEqual(Buffer.from(photoOf(picture).picture), picture);
});

test("a photo taken with the phone on its side stays the right way up, without the place beside it", () => {
  for (const isLittle of [false, true]) {
    const kept = Buffer.from(photoOf(at2(aJpeg(), exif(6, isLittle))).picture);
    assert.ok(!kept.includes(NORTH));
    const again = Buffer.from(photoOf(kept).picture);
    assert.deepEqual(again, kept, "what was cleaned once stays as it is");
    assert.equal(kept[kept.indexOf("Exif") + 6 + 19], 6);
  }
});

test("notes, times and places of a PNG are not kept", () => {
  const tagged = [aPngChunk("tEXt", `Comment\0${PHONE}`), aPngChunk("eXIf", NORTH), aPngChunk("tIME", "1234567")];
  const picture = aPng();
  // Behind the signature and IHDR.
  const noted = Buffer.concat([picture.subarray(0, 33), ...tagged, picture.subarray(33)]);
  assert.deepEqual(Buffer.from(photoOf(noted).picture), picture);
});

const [FRAME, SCAN] = [0xc0, 0xda];
const PROGRESSIVE_FRAME = 0xc2;
const markerAt = (jpeg: Buffer, marker: number) => jpeg.indexOf(Buffer.from([0xff, marker]));
// What its header says; whether it is so is the decoder's matter.
function jpegOf(width: number, height: number, { frame = FRAME, scans = 1 } = {}): Buffer {
  const jpeg = aJpeg();
  const [at, scan] = [markerAt(jpeg, FRAME), markerAt(jpeg, SCAN)];
  jpeg[at + 1] = frame;
  jpeg.writeUInt16BE(height, at + 5);
  jpeg.writeUInt16BE(width, at + 7);
  const again = Array.from({ length: scans - 1 }, () => jpeg.subarray(scan, -2));
  return Buffer.concat([jpeg.subarray(0, -2), ...again, jpeg.subarray(-2)]);
}
function pngInPasses(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 1], 8);
  const png = aPng();
  return Buffer.concat([png.subarray(0, 8), aPngChunk("IHDR", header), png.subarray(33)]);
}

test("50 megapixels are a camera's; in passes, where a decoder has to hold all of it, half of that", () => {
  const taken = [
    jpegOf(8_000, 6_500),
    jpegOf(20_000, 2_600),
    aPng(8_000, 6_500),
    jpegOf(5_200, 5_000, { frame: PROGRESSIVE_FRAME }),
    jpegOf(5_200, 5_000, { scans: 3 }),
    pngInPasses(5_200, 5_000),
  ];
  for (const file of taken) assert.equal(isRefusal(readPhoto(file)), false);
  const refused = [
    jpegOf(8_000, 6_501),
    jpegOf(20_001, 10),
    jpegOf(10, 20_001),
    aPng(8_000, 6_501),
    jpegOf(5_200, 5_001, { frame: PROGRESSIVE_FRAME }),
    jpegOf(5_200, 5_001, { scans: 3 }),
    pngInPasses(5_200, 5_001),
  ];
  for (const file of refused) {
    const read = readPhoto(file);
    assert.ok(isRefusal(read));
    assert.match(read.why, /too large/);
  }
});

test("a JPEG has at most a hundred scans", () => {
  assert.equal(isRefusal(readPhoto(jpegOf(8, 8, { scans: 100 }))), false);
  assert.ok(isRefusal(readPhoto(jpegOf(8, 8, { scans: 101 }))));
});

test("a scan that misnames its part of the spectrum is mended, unless it is one of a progression", () => {
  const spectrumAt = (jpeg: Buffer) => markerAt(jpeg, SCAN) + 7;
  for (const odd of [
    [0, 0, 0],
    [1, 63, 0],
    [0, 63, 1],
  ]) {
    const [sequential, progressive] = [jpegOf(8, 8), jpegOf(8, 8, { frame: PROGRESSIVE_FRAME })];
    for (const jpeg of [sequential, progressive]) jpeg.set(odd, spectrumAt(jpeg));
    assert.deepEqual(Buffer.from(photoOf(sequential).picture), aJpeg());
    assert.deepEqual(Buffer.from(photoOf(progressive).picture), progressive);
  }
});

test("an order has 50 photos and 10 MB of them, to the byte", () => {
  const MB = 1024 * 1024;
  assert.equal(refuseOneMore({ count: 49, bytes: 0 }), undefined);
  assert.equal(refuseOneMore({ count: 50, bytes: 0 })?.refused, "INVALID_DATA");
  assert.equal(refuseBytes({ count: 2, bytes: 9 * MB }, MB), undefined);
  assert.equal(refuseBytes({ count: 2, bytes: 9 * MB }, MB + 1)?.refused, "BODY_TOO_LARGE");
  assert.match(refuseBytes({ count: 2, bytes: 9.5 * MB }, MB)?.why ?? "", /there are 9\.5 MB already/);
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
      assert.ok(isRefusal(read) || read.bytes <= broken.length + 36);
    }),
  );
});
