// A list of whole numbers that grows, without an object for each number.

export class IntRow {
  length = 0;
  #values: Int32Array;

  constructor(capacity = 1024) {
    this.#values = new Int32Array(capacity);
  }

  clear(): void {
    this.length = 0;
  }

  // Where it was put.
  push(value: number): number {
    if (this.length === this.#values.length) {
      const wider = new Int32Array(this.#values.length * 2);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values[this.length] = value;
    return this.length++;
  }

  pop(): number {
    return this.#values[--this.length]!;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  // A copy.
  array(): Int32Array {
    return this.#values.slice(0, this.length);
  }
}
