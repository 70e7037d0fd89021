// A hint: where on the network a coordinate was found, so that it need not be looked for again. Sixteen bytes: a
// fingerprint of the network, the coordinate, the segment.

export type Hint = { readonly lng: number; readonly lat: number; readonly segment: number };

const BYTES = 16;
const bytes = Buffer.alloc(BYTES);

export function writeHint(fingerprint: number, lng: number, lat: number, segment: number): string {
  bytes.writeUInt32LE(fingerprint, 0);
  bytes.writeInt32LE(lng, 4);
  bytes.writeInt32LE(lat, 8);
  bytes.writeUInt32LE(segment, 12);
  return bytes.toString("base64url");
}

// Undefined when it is not a hint of this network. Callers send back what they like: nothing else of it is believed.
export function readHint(fingerprint: number, text: string): Hint | undefined {
  if (text.length !== 22 || bytes.write(text, "base64url") !== BYTES) return undefined;
  if (bytes.readUInt32LE(0) !== fingerprint) return undefined;
  return { lng: bytes.readInt32LE(4), lat: bytes.readInt32LE(8), segment: bytes.readUInt32LE(12) };
}
