// Names typed with commas or spaces between.
export function listed(typed: unknown): string[] {
  return String(typed)
    .split(/[\s,]+/)
    .filter(Boolean);
}
