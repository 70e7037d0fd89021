// Reading bytes, as both picture formats need it.

// More pieces than any camera writes; a file made of nothing but pieces is not walked for ever.
export const PIECES_MAX = 10_000;

export function bytesView(file: Uint8Array): DataView {
  return new DataView(file.buffer, file.byteOffset, file.byteLength);
}

export function startsWith(file: Uint8Array, bytes: readonly number[], from = 0): boolean {
  return bytes.every((byte, at) => file[from + at] === byte);
}

export function lettersAt(file: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...file.subarray(from, from + length));
}
