// Instants on the wire are Unix seconds with a fraction; an unset one is 0 (D9).

export function instant(seconds: string | number | undefined): Date | undefined {
  return seconds === undefined || seconds === "" ? undefined : new Date(Number(seconds) * 1_000);
}

export function unixSeconds(at: Date | null | undefined): number {
  return at ? at.getTime() / 1000 : 0;
}

// For lists of which the older part may have left.
export function encodeKeptSince(at: Date | undefined): { readonly kept_since?: number } {
  return at ? { kept_since: unixSeconds(at) } : {};
}
