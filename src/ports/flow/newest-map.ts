// A map that holds so many and no more: for a new key, the one that was set longest ago is forgotten.
export class NewestMap<Key, Held> extends Map<Key, Held> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, held: Held): this {
    this.delete(key);
    super.set(key, held);
    if (this.size > this.#max) this.delete(this.keys().next().value!);
    return this;
  }
}
