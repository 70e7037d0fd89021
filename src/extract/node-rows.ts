// Collects the nodes of an extract in growing rows of numbers: there are millions, and an object each would not fit.
import type { NodeTable, Tags } from "./extract.ts";

export class NodeRows {
  #ids = new Float64Array(1 << 16);
  #lats = new Float64Array(1 << 16);
  #lngs = new Float64Array(1 << 16);
  #versions = new Int32Array(1 << 16);
  readonly #tags = new Map<number, Tags>();
  #count = 0;
  // Nearly every file is sorted; then nothing needs to be moved.
  #isSorted = true;

  add(id: number, lat: number, lng: number, tags: Tags | undefined, version: number): void {
    const row = this.#count;
    if (row === this.#ids.length) this.#grow();
    this.#ids[row] = id;
    this.#lats[row] = lat;
    this.#lngs[row] = lng;
    this.#versions[row] = version;
    if (tags) this.#tags.set(row, tags);
    if (row > 0 && this.#ids[row - 1]! >= id) this.#isSorted = false;
    this.#count = row + 1;
  }

  table(): NodeTable {
    const count = this.#count;
    if (this.#isSorted) {
      return {
        ids: this.#ids.slice(0, count),
        lats: this.#lats.slice(0, count),
        lngs: this.#lngs.slice(0, count),
        tags: this.#tags,
      };
    }
    return this.#pick(this.#rowsById());
  }

  // One row per id: the newest version, and of equal ones the first.
  #rowsById(): Uint32Array {
    const ids = this.#ids;
    const versions = this.#versions;
    const rows = Uint32Array.from({ length: this.#count }, (_, row) => row);
    rows.sort((a, b) => ids[a]! - ids[b]! || versions[b]! - versions[a]! || a - b);
    return rows.filter((row, i) => i === 0 || ids[rows[i - 1]!] !== ids[row]);
  }

  #pick(rows: Uint32Array): NodeTable {
    const tags = new Map<number, Tags>();
    for (const [to, from] of rows.entries()) {
      const own = this.#tags.get(from);
      if (own) tags.set(to, own);
    }
    const column = (values: Float64Array): Float64Array => Float64Array.from(rows, (row) => values[row]!);
    return { ids: column(this.#ids), lats: column(this.#lats), lngs: column(this.#lngs), tags };
  }

  #grow(): void {
    const length = this.#ids.length * 2;
    const wider = <T extends Float64Array | Int32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#ids = wider(this.#ids, new Float64Array(length));
    this.#lats = wider(this.#lats, new Float64Array(length));
    this.#lngs = wider(this.#lngs, new Float64Array(length));
    this.#versions = wider(this.#versions, new Int32Array(length));
  }
}
