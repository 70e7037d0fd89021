// Who asks while the same question is being answered gets that answer too.
export function sharedInFlight<Answer>(): (ask: () => Promise<Answer>, key?: string) => Promise<Answer> {
  const inFlight = new Map<string, Promise<Answer>>();
  return (ask, key = "") => {
    const asked = inFlight.get(key) ?? ask().finally(() => inFlight.delete(key));
    inFlight.set(key, asked);
    return asked;
  };
}
