// Loaded before a program (`NODE_OPTIONS=--import …`), to give it a machine whose clock is wrong: WRONG_CLOCK_MS ahead of the true
// one, and WRONG_CLOCK_STEP_MS further at every SIGUSR2, as when somebody sets it while the program runs.
const { WRONG_CLOCK_MS = "0", WRONG_CLOCK_STEP_MS = "0" } = process.env;
const TrueDate = Date;
let aheadMs = Number(WRONG_CLOCK_MS);
const now = (): number => TrueDate.now() + aheadMs;

globalThis.Date = new Proxy(TrueDate, {
  construct: (target, words, asked) => Reflect.construct(target, words.length === 0 ? [now()] : words, asked),
  apply: () => new TrueDate(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
process.on("SIGUSR2", () => {
  aheadMs += Number(WRONG_CLOCK_STEP_MS);
});
