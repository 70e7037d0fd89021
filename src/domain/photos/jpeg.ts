// A JPEG, walked segment by segment. Of the segments that applications add, kept are the two that colours depend on; which
// way up the picture is, the one thing of a camera's notes that is seen, is written anew in a note of its own.
// Mended is what some phones write wrongly and every viewer overlooks.
import { bytesView, lettersAt, PIECES_MAX, startsWith } from "./bytes.ts";
import { orientationOf, orientationSegment } from "./orientation.ts";
import type { Picture } from "./picture.ts";

const [MARK, SOI, EOI, SOS, COMMENT] = [0xff, 0xd8, 0xd9, 0xda, 0xfe];
const PROGRESSIVE = 0x02;
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];

// Encoders that try hard to save bytes write some sixty.
const SCANS_MAX = 100;
// First and last coefficient, and no approximation.
const SPECTRUM = [0, 63, 0];

export function readJpeg(file: Uint8Array): Picture | undefined {
  if (!startsWith(file, [MARK, SOI, MARK])) return undefined;
  const view = bytesView(file);
  const parts = [file.subarray(0, 2)];
  let at = 2;
  let size = { width: 0, height: 0 };
  let isProgressive = false;
  let scans = 0;
  let isTurned = false;
  for (let segment = 0; segment < PIECES_MAX && at + 2 <= file.length; segment++) {
    if (file[at] !== MARK) return undefined;
    // Markers may be preceded by any number of fill bytes.
    while (file[at + 1] === MARK) at++;
    const from = at;
    const marker = file[at + 1]!;
    at += 2;
    if (marker === EOI) {
      parts.push(file.subarray(from, at));
      const inPasses = isProgressive || scans > 1;
      return scans > 0 ? { mediaType: "image/jpeg", ...size, inPasses, parts } : undefined;
    }
    if (isBareMarker(marker)) {
      parts.push(file.subarray(from, at));
      continue;
    }
    if (at + 2 > file.length) return undefined;
    const end = at + view.getUint16(at);
    if (end < at + 2 || end > file.length) return undefined;
    if (isFrame(marker)) {
      if (end - at < 8) return undefined;
      size = { width: view.getUint16(at + 5), height: view.getUint16(at + 3) };
      isProgressive = (marker & 0x03) === PROGRESSIVE;
    }
    const turn = marker === APP1 && !isTurned ? orientationOf(file.subarray(at + 2, end)) : undefined;
    if (turn !== undefined) {
      isTurned = true;
      parts.push(orientationSegment(turn));
    }
    const segmentBytes = file.subarray(from, end);
    if (marker === SOS && !isProgressive) parts.push(withWholeSpectrum(segmentBytes));
    else if (isPictures(marker, file.subarray(at + 2, end))) parts.push(segmentBytes);
    at = end;
    if (marker !== SOS) continue;
    scans += 1;
    // Each is a pass over all of the picture, which a few bytes can ask for.
    if (size.width === 0 || scans > SCANS_MAX) return undefined;
    const scan = at;
    at = endOfScan(file, at);
    parts.push(file.subarray(scan, at));
  }
  return undefined;
}

// A scan that is no part of a progression covers all of the spectrum. Cameras have been sold that say otherwise.
function withWholeSpectrum(segment: Uint8Array): Uint8Array {
  if (segment.length < SPECTRUM.length || startsWith(segment, SPECTRUM, segment.length - SPECTRUM.length))
    return segment;
  const mended = Uint8Array.from(segment);
  mended.set(SPECTRUM, segment.length - SPECTRUM.length);
  return mended;
}

// False for what was noted about the picture. JFIF's own segment may hold a small copy, so only its bare form is kept.
function isPictures(marker: number, content: Uint8Array): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return lettersAt(content, 0, 5) === "JFIF\0" && content.length === 14;
  if (marker === APP2) return lettersAt(content, 0, 12) === "ICC_PROFILE\0";
  return marker === APP14 && lettersAt(content, 0, 5) === "Adobe";
}

// SOF0 to SOF15, without the tables that stand among them.
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

// Without a length: TEM, restart markers.
function isBareMarker(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

// Coded pixels end at the first marker that is neither a stuffed zero nor a restart.
function endOfScan(file: Uint8Array, from: number): number {
  for (let at = file.indexOf(MARK, from); at >= 0; at = file.indexOf(MARK, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) return file.length;
    if (next !== 0 && next !== MARK && !isBareMarker(next)) return at;
  }
  return file.length;
}
