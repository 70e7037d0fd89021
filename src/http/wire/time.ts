// Instants on the wire are Unix seconds with a fraction; an unset one is 0 (D9).

export function instant(seconds: string | number | undefined): Date | undefined {
  return seconds === undefined || seconds === "" ? undefined : new Date(Number(seconds) * 1_000);
}

export function unixSeconds(at: Date | null | undefined): number {
  return at ? at.getTime() / 1000 : 0;
}
