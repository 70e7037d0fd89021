// What the supervisor of the embedded server writes to. A pino logger fits.
export type Log = {
  readonly debug: (line: string) => void;
  readonly info: (line: string) => void;
  readonly error: (line: string) => void;
};
