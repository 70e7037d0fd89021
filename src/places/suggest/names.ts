// Names that can be found by their beginning, or by the beginning of any of their words, with a slip or two: a sorted array of every
// place a word begins. A question walks it like a tree of letters and is let off a wrong, missing, added or swapped letter.
import { keyOfWords, wordsOf } from "../text/fold.ts";

// Rows of numbers, as they lie in the file of a map.
export type NameTables = {
  // The folded names one after another, each ended by a zero.
  readonly nameText: Uint8Array;
  // Where a word begins in `nameText`, in the order of what follows there; and whose name it is.
  readonly wordAt: Uint32Array;
  readonly wordOwner: Uint32Array;
};

// A stretch of `wordAt` that fits.
export type Fit = { readonly from: number; readonly to: number; readonly slips: number };

// Words of a name that nobody begins with: "12 Lê Lợi" is looked for as 12 alone, or every house of the street would answer to it.
export type Named = { readonly owner: number; readonly text: string; readonly isWholeOnly: boolean };

const END = 0;
// Longer than any name that is told apart at its end.
const LETTERS_MAX = 60;
// A walk that goes astray is given up: 20,000 steps are about two milliseconds.
const STEPS_MAX = 20_000;

export function buildNames(names: Iterable<Named>): NameTables {
  const keys: string[] = [];
  const at: number[] = [];
  const owner: number[] = [];
  let length = 0;
  for (const named of names) {
    const words = wordsOf(named.text);
    const key = keyOfWords(words).slice(0, LETTERS_MAX);
    for (let word = 0; word < (named.isWholeOnly ? 1 : words.length); word++) {
      const before = keyOfWords(words.slice(0, word)).length;
      // A number is parted by a blank from one before it.
      const begin = key[before] === " " ? before + 1 : before;
      if (begin >= key.length) break;
      at.push(length + begin);
      owner.push(named.owner);
    }
    keys.push(key);
    length += key.length + 1;
  }
  const nameText = new Uint8Array(Buffer.from(keys.map((key) => `${key}\0`).join(""), "latin1"));
  const order = Uint32Array.from(at.keys());
  order.sort((a, b) => compare(nameText, at[a]!, at[b]!) || owner[a]! - owner[b]! || at[a]! - at[b]!);
  return { nameText, wordAt: order.map((i) => at[i]!), wordOwner: order.map((i) => owner[i]!) };
}

function compare(text: Uint8Array, a: number, b: number): number {
  let [i, j] = [a, b];
  while (text[i] === text[j] && text[i] !== END) {
    i++;
    j++;
  }
  return text[i]! - text[j]!;
}

export class Names {
  readonly tables: NameTables;
  // By word: how many letters follow from its beginning to the end of the name, and whether the name begins with it.
  readonly letters: Uint8Array;
  readonly isFirst: Uint8Array;
  #steps = 0;

  constructor(tables: NameTables) {
    this.tables = tables;
    const { nameText, wordAt } = tables;
    this.isFirst = Uint8Array.from(wordAt, (at) => Number(at === 0 || nameText[at - 1] === END));
    this.letters = Uint8Array.from(wordAt, (at) => nameText.indexOf(END, at) - at);
  }

  // What begins with the key, with at most so many slips; the same stretch may come with more slips than it needs.
  find(key: string, slipsMax: number): readonly Fit[] {
    const fits: Fit[] = [];
    this.#steps = 0;
    const letters = Uint8Array.from(key.slice(0, LETTERS_MAX), (letter) => letter.charCodeAt(0) & 127);
    this.#walk(letters, 0, 0, this.tables.wordAt.length, 0, 0, slipsMax, fits);
    return fits;
  }

  // `depth` letters of the stretch are behind us, `typed` of the question.
  #walk(
    letters: Uint8Array,
    depth: number,
    typed: number,
    end: number,
    from: number,
    slips: number,
    slipsMax: number,
    fits: Fit[],
  ): void {
    if (typed === letters.length) {
      fits.push({ from, to: end, slips });
      return;
    }
    if (++this.#steps > STEPS_MAX) return;
    const letter = letters[typed]!;
    const on = this.#narrow(from, end, depth, letter);
    if (on.from < on.to) this.#walk(letters, depth + 1, typed + 1, on.to, on.from, slips, slipsMax, fits);
    if (slips >= slipsMax) return;
    // One letter too many.
    this.#walk(letters, depth, typed + 1, end, from, slips + 1, slipsMax, fits);
    const next = letters[typed + 1];
    if (next !== undefined && next !== letter) {
      // Two of them swapped.
      const first = this.#narrow(from, end, depth, next);
      const second = this.#narrow(first.from, first.to, depth + 1, letter);
      if (second.from < second.to)
        this.#walk(letters, depth + 2, typed + 2, second.to, second.from, slips + 1, slipsMax, fits);
    }
    for (let at = from; at < end; ) {
      const other = this.#letter(at, depth);
      const { to } = this.#narrow(at, end, depth, other);
      if (other !== END) {
        // One letter missing, or another in its place.
        this.#walk(letters, depth + 1, typed, to, at, slips + 1, slipsMax, fits);
        if (other !== letter) this.#walk(letters, depth + 1, typed + 1, to, at, slips + 1, slipsMax, fits);
      }
      at = to;
    }
  }

  #letter(word: number, depth: number): number {
    return this.tables.nameText[this.tables.wordAt[word]! + depth]!;
  }

  // The part of a stretch that has this letter next.
  #narrow(from: number, end: number, depth: number, letter: number): { from: number; to: number } {
    const first = this.#firstAtLeast(from, end, depth, letter);
    return { from: first, to: this.#firstAtLeast(first, end, depth, letter + 1) };
  }

  #firstAtLeast(from: number, end: number, depth: number, letter: number): number {
    let low = from;
    let high = end;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#letter(middle, depth) < letter) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
