type MediaType = "image/jpeg" | "image/png";

// What a reader finds: the size, and the stretches of the file that are the picture.
export type Picture = {
  readonly mediaType: MediaType;
  readonly width: number;
  readonly height: number;
  // It comes in several passes over all of it, so that who decodes it has to hold all of it.
  readonly inPasses: boolean;
  readonly parts: readonly Uint8Array[];
};
