// How dispatch goes in a city, as whoever leads it tells.

export type OfferOutcome = "accepted" | "declined" | "expired" | "lost" | "withdrawn";

export type CityFigure = {
  // From the start of the process that leads it.
  readonly rounds: Readonly<Record<"done" | "failed" | "capped", number>>;
  readonly cells: Readonly<Record<"roads" | "crow", number>>;
  readonly roundSeconds: number;
  readonly offered: number;
  // As the last round found them.
  readonly drivers: number;
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly waitingFor: Readonly<Record<string, number>>;
  // Of the last minutes.
  readonly outcomes: Readonly<Partial<Record<OfferOutcome, number>>>;
};

// The share of questions to one driver that were accepted; undefined where none was answered.
export function acceptanceIn({ accepted = 0, declined = 0, expired = 0 }: CityFigure["outcomes"]): number | undefined {
  const answered = accepted + declined + expired;
  return answered === 0 ? undefined : accepted / answered;
}

export function crowShareIn({ roads, crow }: CityFigure["cells"]): number {
  return crow === 0 ? 0 : crow / (roads + crow);
}
