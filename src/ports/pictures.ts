// Whether a picture is one that can be seen: decoded to its last line by libvips, on threads that are not the event loop's, a few at
// a time. What it may cost was decided before, from its header.
import type { Sharp, SharpOptions } from "sharp";

type PictureSize = { readonly width: number; readonly height: number };
// `busy`: nothing was found out about it.
type Decoded = "whole" | "broken" | "busy";
export type Pictures = { readonly decode: (picture: Uint8Array, size: PictureSize) => Promise<Decoded> };

type OpenSharp = (picture: Uint8Array, options: SharpOptions) => Sharp;

// Each of the largest takes a second and up to 225 MB; a photo of a parcel takes 20 ms.
const AT_ONCE = 2;
const WAITING_MAX = 30;
const SECONDS_MAX = 10;

export function openPictures(load: () => Promise<OpenSharp> = loadSharp): Pictures {
  let sharp: Promise<OpenSharp> | undefined;
  let running = 0;
  const waiting: (() => void)[] = [];

  async function decode(picture: Uint8Array, { width, height }: PictureSize): Promise<Decoded> {
    sharp ??= load().catch((error: unknown) => {
      sharp = undefined;
      throw error;
    });
    const open = await sharp;
    try {
      // Reading in sequence, the last line needs all those before it, and none of them is kept.
      await open(picture, { failOn: "warning", limitInputPixels: width * height, sequentialRead: true })
        .extract({ left: 0, top: height - 1, width, height: 1 })
        .timeout({ seconds: SECONDS_MAX })
        .raw()
        .toBuffer();
      return "whole";
    } catch (error) {
      return error instanceof Error && /^timeout|out of memory/.test(error.message) ? "busy" : "broken";
    }
  }

  return {
    decode: async (picture, size) => {
      if (waiting.length >= WAITING_MAX) return "busy";
      if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await decode(picture, size);
      } finally {
        // Whoever waits takes this place.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

// Some 20 MB of library, which a server that keeps no photos does without. One thread a picture, and no memory of pictures seen.
async function loadSharp(): Promise<OpenSharp> {
  const { default: sharp } = await import("sharp");
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
