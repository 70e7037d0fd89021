// How many came and how many were taken on over the last half second: the difference between a burst, which passes by itself,
// and more work than there is time for, which does not.

const SLOT_MS = 100;
const SLOTS = 5;
export const FLOW_MS = SLOT_MS * SLOTS;
// So much more than is taken on is no chance. Clients who wait for their answer before they ask again come exactly as fast as
// they are answered.
const TOO_MUCH = 1.1;

export class Flow {
  readonly #came = new Float64Array(SLOTS);
  readonly #begun = new Float64Array(SLOTS);
  #slot = 0;

  came(nowMs: number): void {
    this.#came[this.#at(nowMs)]! += 1;
  }

  begun(nowMs: number): void {
    this.#begun[this.#at(nowMs)]! += 1;
  }

  // Below `few` more that came than were taken on it may be chance all the same.
  isTooMuch(nowMs: number, few: number): boolean {
    this.#at(nowMs);
    const came = sum(this.#came);
    const begun = sum(this.#begun);
    return came > TOO_MUCH * begun && came - begun > few;
  }

  // Between two that are taken on; undefined when none was.
  intervalMs(nowMs: number): number | undefined {
    this.#at(nowMs);
    const begun = sum(this.#begun);
    return begun === 0 ? undefined : FLOW_MS / begun;
  }

  // The place of this moment in the rings; what has left the half second is forgotten.
  #at(nowMs: number): number {
    const slot = Math.floor(nowMs / SLOT_MS);
    for (let next = Math.max(this.#slot + 1, slot - SLOTS + 1); next <= slot; next++) {
      this.#came[next % SLOTS] = 0;
      this.#begun[next % SLOTS] = 0;
    }
    this.#slot = Math.max(slot, this.#slot);
    return this.#slot % SLOTS;
  }
}

function sum(row: Float64Array): number {
  let total = 0;
  for (let i = 0; i < row.length; i++) total += row[i]!;
  return total;
}
