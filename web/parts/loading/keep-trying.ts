// Code that is loaded late: `keepTrying(() => import("./map-canvas.tsx"))`. A server that starts again, or a network that is away for a moment, is waited for.

export class NotLoaded extends Error {}

const PAUSES_MS = [500, 1_000, 2_000, 4_000, 4_000] as const;

export async function keepTrying<Loaded>(
  load: () => Promise<Loaded>,
  pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Loaded> {
  for (const ms of PAUSES_MS) {
    try {
      return await load();
    } catch {
      // Asked for again; the last try tells.
      await pause(ms);
    }
  }
  try {
    return await load();
  } catch (error) {
    throw new NotLoaded("code that is loaded late did not come", { cause: error });
  }
}
