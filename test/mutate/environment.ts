// How processes that try mutants, and those that their tests fork, are told.

// The file with the instrumented sources.
export const PLAN_FILE = "GIAO_MUTANTS";
// The mutant that is on; none when unset or 0.
export const MUTANT_ON = "GIAO_MUTANT";
