// A binary heap of states by key, over typed arrays. A state whose key falls is pushed again and its older entry is met
// later with a key that no longer counts: that is cheaper than moving it.

export class Heap {
  #keys: Int32Array;
  #states: Int32Array;
  size = 0;

  constructor(capacity = 1024) {
    this.#keys = new Int32Array(capacity);
    this.#states = new Int32Array(capacity);
  }

  clear(): void {
    this.size = 0;
  }

  // Only when not empty.
  topKey(): number {
    return this.#keys[0]!;
  }

  push(state: number, key: number): void {
    if (this.size === this.#keys.length) this.#grow();
    const keys = this.#keys;
    const states = this.#states;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const parentKey = keys[parent]!;
      if (parentKey <= key) break;
      keys[at] = parentKey;
      states[at] = states[parent]!;
      at = parent;
    }
    keys[at] = key;
    states[at] = state;
  }

  // The state of the least key; read `topKey` before.
  pop(): number {
    const keys = this.#keys;
    const states = this.#states;
    const top = states[0]!;
    const size = --this.size;
    const key = keys[size]!;
    const state = states[size]!;
    let at = 0;
    let child = 1;
    while (child < size) {
      let childKey = keys[child]!;
      if (child + 1 < size && keys[child + 1]! < childKey) childKey = keys[++child]!;
      if (childKey >= key) break;
      keys[at] = childKey;
      states[at] = states[child]!;
      at = child;
      child = 2 * at + 1;
    }
    keys[at] = key;
    states[at] = state;
    return top;
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    const states = new Int32Array(this.#states.length * 2);
    states.set(this.#states);
    this.#states = states;
  }
}
