// Which way up a phone held the camera: the one entry of Exif that viewers obey. Read from the camera's notes, and written
// into notes that hold nothing else.
import { bytesView, lettersAt } from "./bytes.ts";

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;
const ENTRIES_MAX = 200;

// `content` of an APP1 segment. Undefined when it is no Exif, says nothing of it, or says that the picture is upright.
export function orientationOf(content: Uint8Array): number | undefined {
  if (lettersAt(content, 0, EXIF.length) !== EXIF) return undefined;
  const tiff = content.subarray(EXIF.length);
  const view = bytesView(tiff);
  if (tiff.length < 10) return undefined;
  const isLittle = lettersAt(tiff, 0, 2) === "II";
  const first = view.getUint32(4, isLittle);
  if (first + 2 > tiff.length) return undefined;
  const entries = Math.min(ENTRIES_MAX, view.getUint16(first, isLittle));
  for (let entry = 0; entry < entries; entry++) {
    const at = first + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return undefined;
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const turn = view.getUint16(at + 8, isLittle);
    return turn >= 2 && turn <= 8 ? turn : undefined;
  }
  return undefined;
}

export function orientationSegment(turn: number): Uint8Array {
  // Big-endian TIFF with one entry and no further directory.
  const head = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
  const entry = [ORIENTATION >> 8, ORIENTATION & 0xff, 0, SHORT, 0, 0, 0, 1, 0, turn, 0, 0];
  const content = [...Array.from(EXIF, (letter) => letter.charCodeAt(0)), ...head, ...entry, 0, 0, 0, 0];
  return Uint8Array.of(0xff, 0xe1, 0, content.length + 2, ...content);
}
