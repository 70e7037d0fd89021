// How long a test may take; long proofs are given more.
export const TEST_SECONDS_MAX = Number(process.env.TEST_SECONDS_MAX || 180);
