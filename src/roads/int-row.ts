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
    if (this.length === this.#values.length) this.#widen();
    this.#values[this.length] = value;
    return this.length++;
  }

  // At any place, also beyond the end; what lies between is whatever it is.
  put(index: number, value: number): void {
    while (index >= this.#values.length) this.#widen();
    this.#values[index] = value;
  }

  pop(): number {
    return this.#values[--this.length]!;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  reverse(): void {
    this.#values.subarray(0, this.length).reverse();
  }

  // A copy.
  array(): Int32Array {
    return this.#values.slice(0, this.length);
  }

  #widen(): void {
    const wider = new Int32Array(this.#values.length * 2);
    wider.set(this.#values);
    this.#values = wider;
  }
}
