// The photo robots take: a small picture of nothing in particular, made once.
import { crc32, deflateSync } from "node:zlib";

const WIDTH = 320;
const HEIGHT = 240;

export function proofPhoto(): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      // A parcel on a floor, seen from above: a brown square with tape across it.
      const isParcel = x > 80 && x < 240 && y > 50 && y < 190;
      const isTape = isParcel && Math.abs(x - 160) < 14;
      const shade = Math.round(20 * Math.sin((x + y) / 40));
      const [red, green, blue] = isTape
        ? [214, 196, 150]
        : isParcel
          ? [168 + shade, 124 + shade, 82]
          : [96, 104 + shade, 112];
      rows.set([red!, green!, blue!], y * (1 + WIDTH * 3) + 1 + x * 3);
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [signature, chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Uint8Array.from(Buffer.concat(parts));
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
