// The first 127 bytes of a PMTiles archive (version 3): where its parts lie and what part of the world it shows.
import { type Refusal, refuse } from "../../domain/refusal.ts";

export const HEADER_BYTES = 127;

// Degrees: west, south, east, north.
export type Bounds = readonly [number, number, number, number];

type Part = { readonly offset: number; readonly bytes: number };

export type Header = {
  readonly root: Part;
  readonly metadata: Part;
  readonly leaves: Part;
  readonly tiles: Part;
  readonly tilesAddressed: number;
  readonly entries: number;
  readonly contents: number;
  readonly zoomMin: number;
  readonly zoomMax: number;
  readonly bounds: Bounds;
  readonly center: { readonly zoom: number; readonly lng: number; readonly lat: number };
};

export type HeaderFault =
  | "ARCHIVE_UNREADABLE" // is no archive of ours
  | "ARCHIVE_TRUNCATED"; // ends before its tiles do

const MAGIC = "PMTiles";
const VERSION = 3;
const GZIP = 2;
const VECTOR_TILES = 1;
const DEGREE = 1e7;

export function writeHeader(header: Header): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write(MAGIC, 0, "latin1");
  bytes.writeUInt8(VERSION, 7);
  const numbers = [
    ...[header.root, header.metadata, header.leaves, header.tiles].flatMap((part) => [part.offset, part.bytes]),
    header.tilesAddressed,
    header.entries,
    header.contents,
  ];
  for (const [i, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 8 + 8 * i);
  // Tiles lie in the order of their numbers.
  bytes.writeUInt8(1, 96);
  bytes.writeUInt8(GZIP, 97);
  bytes.writeUInt8(GZIP, 98);
  bytes.writeUInt8(VECTOR_TILES, 99);
  bytes.writeUInt8(header.zoomMin, 100);
  bytes.writeUInt8(header.zoomMax, 101);
  for (const [i, degrees] of header.bounds.entries()) bytes.writeInt32LE(Math.round(degrees * DEGREE), 102 + 4 * i);
  bytes.writeUInt8(header.center.zoom, 118);
  bytes.writeInt32LE(Math.round(header.center.lng * DEGREE), 119);
  bytes.writeInt32LE(Math.round(header.center.lat * DEGREE), 123);
  return bytes;
}

// Of a file of that size, judged by its first bytes.
export function readHeader(bytes: Buffer, fileBytes: number): Header | Refusal<HeaderFault> {
  if (bytes.length < HEADER_BYTES || bytes.toString("latin1", 0, 7) !== MAGIC || bytes[7] !== VERSION) {
    return refuse("ARCHIVE_UNREADABLE", "The base map is not a PMTiles archive of version 3.");
  }
  const number = (i: number): number => Number(bytes.readBigUInt64LE(8 + 8 * i));
  const part = (i: number): Part => ({ offset: number(i), bytes: number(i + 1) });
  const [root, metadata, leaves, tiles] = [part(0), part(2), part(4), part(6)];
  const end = Math.max(...[root, metadata, leaves, tiles].map(({ offset, bytes: length }) => offset + length));
  if (end !== fileBytes) {
    return refuse("ARCHIVE_TRUNCATED", `The base map has ${fileBytes} bytes and should have ${end}.`);
  }
  const degrees = (at: number): number => bytes.readInt32LE(at) / DEGREE;
  return {
    root,
    metadata,
    leaves,
    tiles,
    tilesAddressed: number(8),
    entries: number(9),
    contents: number(10),
    zoomMin: bytes[100]!,
    zoomMax: bytes[101]!,
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
    center: { zoom: bytes[118]!, lng: degrees(119), lat: degrees(123) },
  };
}
