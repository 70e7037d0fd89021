import { GivenUp } from "../deadline.ts";

// Who asks while the same question is being answered gets that answer too.
export function sharedInFlight<Answer>(): (ask: () => Promise<Answer>, key?: string) => Promise<Answer> {
  const inFlight = new Map<string, Promise<Answer>>();
  return function share(ask, key = ""): Promise<Answer> {
    const others = inFlight.get(key);
    // Whoever asked first may have gone, and with them what was done for them: the next asks for the rest.
    if (others) return others.catch((error) => (error instanceof GivenUp ? share(ask, key) : Promise.reject(error)));
    const asked = ask().finally(() => inFlight.delete(key));
    inFlight.set(key, asked);
    return asked;
  };
}
