// Where photos are kept, whether that is a folder or a bucket: each by its token, for as long as its row says.

export type PhotoFiles = {
  // When it resolves the photo survives a power cut.
  readonly save: (token: string, photo: Uint8Array) => Promise<void>;
  readonly read: (token: string) => Promise<Buffer | undefined>;
  // Also of one that is not there.
  readonly remove: (token: string) => Promise<void>;
};

const TOKEN = /^[0-9a-f]{32}$/;

export function isPhotoToken(text: string): boolean {
  return TOKEN.test(text);
}

// Not now: the folder or the bucket does not do what it was asked. Nothing is known to be missing.
export class PhotosAway extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
  }
}
