// Headers that every answer has unless its call says otherwise: what it holds is somebody's, so that nobody keeps a copy, and it is
// what its type says. Pages, map files and photos have a cache policy of their own.

export function answerHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    // Of this host alone: whether its neighbours speak https is not ours to say.
    ...(publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}
