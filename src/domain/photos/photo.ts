// Whether bytes are a photo, told by what they hold and never by what they are called, and what of them is kept: the picture.
// Where and when it was taken, with which phone, its small copy and its history are left behind, because a photo of a
// parcel at a door would otherwise say where that door is.

import { type Refusal, refuse } from "../refusal.ts";
import { readJpeg } from "./jpeg.ts";
import type { Picture } from "./picture.ts";
import { isPng, readPng } from "./png.ts";

export type Photo = Omit<Picture, "inPasses" | "parts"> & {
  // The length of `picture`.
  readonly bytes: number;
  readonly picture: Uint8Array;
};

export const PHOTO_BYTES_MAX = 5 * 1024 * 1024;
const PHOTOS_MAX = 50;
const PHOTOS_BYTES_MAX = 10 * 1024 * 1024;
// A phone's camera stays below this (50 megapixels; in passes, as editors write them, 24); a picture that unpacks to gigabytes
// does not. The worst that we could make took 40 MB to decode, in passes 225 MB, and less than a second.
const SIDE_MAX = 20_000;
const PIXELS_MAX = 52_000_000;
const PIXELS_MAX_IN_PASSES = 26_000_000;

export function readPhoto(file: Uint8Array): Photo | Refusal<"INVALID_DATA"> {
  if (file.length > PHOTO_BYTES_MAX) return refuse("INVALID_DATA", "The photo is larger than 5 MB.");
  const read = isPng(file) ? readPng(file) : readJpeg(file);
  if (!read || read.width === 0 || read.height === 0) {
    return refuse("INVALID_DATA", "The body is not a whole JPEG or PNG picture.");
  }
  const { mediaType, width, height } = read;
  const pixelsMax = read.inPasses ? PIXELS_MAX_IN_PASSES : PIXELS_MAX;
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > pixelsMax) {
    return refuse("INVALID_DATA", `The photo is ${width} by ${height} pixels, which is too large.`);
  }
  const picture = joined(read.parts);
  return { mediaType, width, height, bytes: picture.length, picture };
}

// What an order has already, before one more is added.
export type KeptPhotos = { readonly count: number; readonly bytes: number };

export function refuseOneMore(kept: KeptPhotos): Refusal<"INVALID_DATA"> | undefined {
  return kept.count >= PHOTOS_MAX ? refuse("INVALID_DATA", `An order has at most ${PHOTOS_MAX} photos.`) : undefined;
}

export function refuseBytes(kept: KeptPhotos, bytes: number): Refusal<"BODY_TOO_LARGE"> | undefined {
  if (kept.bytes + bytes <= PHOTOS_BYTES_MAX) return undefined;
  const used = (kept.bytes / 1024 / 1024).toFixed(1);
  return refuse("BODY_TOO_LARGE", `An order's photos have at most 10 MB together; there are ${used} MB already.`);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
