// Reads one or more .osm.pbf files into one Extract. Neighbouring extracts overlap: an element that is in several is kept
// once, whatever the order of the files.
import { stat } from "node:fs/promises";
import { isRefusal } from "../domain/refusal.ts";
import {
  type Extract,
  isLocal,
  type Member,
  type NodeTable,
  type Relation,
  regionOf,
  type Tags,
  type Way,
} from "./extract.ts";
import { type Blob, type ExtractRefusal, readBlobs, refuseFile } from "./pbf-blobs.ts";
import { type ElementSink, readBlock, readFileHeader } from "./pbf-block.ts";
import { ProtobufFault } from "./protobuf.ts";

export type ReadProgress = (doneBytes: number, totalBytes: number) => void;

export async function readExtract(
  files: readonly string[],
  onProgress: ReadProgress = () => {},
): Promise<Extract | ExtractRefusal> {
  const sizes: number[] = [];
  for (const file of files) {
    const found = await stat(file).catch((fault: Error) => fault);
    if (found instanceof Error) return refuseFile("FILE_UNREADABLE", file, 0, found.message);
    sizes.push(found.size);
  }
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const collected = new Collected();
  let earlierBytes = 0;
  for (const [i, file] of files.entries()) {
    collected.beginFile();
    for await (const blob of readBlobs(file)) {
      const refused = isRefusal(blob) ? blob : readInto(collected, blob, file);
      if (refused) return refused;
      onProgress(earlierBytes + blob.offsetBytes, totalBytes);
    }
    earlierBytes += sizes[i]!;
    onProgress(earlierBytes, totalBytes);
  }
  return collected.extract();
}

function readInto(sink: ElementSink, blob: Blob, file: string): ExtractRefusal | undefined {
  try {
    if (blob.kind === "OSMHeader") readFileHeader(blob.message);
    else readBlock(blob.message, sink);
    return undefined;
  } catch (fault) {
    if (!(fault instanceof ProtobufFault)) throw fault;
    const where = `the blob that begins here is damaged at its byte ${fault.position} (${fault.message}).`;
    return refuseFile("FILE_NOT_OSM", file, blob.offsetBytes, where);
  }
}

type Versioned<T> = { readonly element: T; readonly version: number; readonly size: number };

class Collected implements ElementSink {
  readonly #nodes = new NodeRows();
  readonly #ways = new Map<number, Versioned<Way>>();
  readonly #relations = new Map<number, Versioned<Relation>>();
  // By file, its streets and coasts.
  readonly #local: (readonly number[])[][] = [];

  beginFile(): void {
    this.#local.push([]);
  }

  readonly node: ElementSink["node"] = (id, lat, lng, tags, version) => {
    this.#nodes.add(id, lat, lng, tags, version);
  };

  readonly way: ElementSink["way"] = (id: number, refs: readonly number[], tags: Tags, version: number) => {
    if (isLocal(tags)) this.#local.at(-1)!.push(refs);
    keepBetter(this.#ways, id, { element: { id, refs, tags }, version, size: refs.length });
  };

  readonly relation: ElementSink["relation"] = (id, members: readonly Member[], tags, version) => {
    keepBetter(this.#relations, id, { element: { id, members, tags }, version, size: members.length });
  };

  extract(): Extract {
    const nodes = this.#nodes.table();
    const regions = this.#local.map((lines) => regionOf(nodes, lines)).filter((region) => region !== undefined);
    return { nodes, ways: sorted(this.#ways), relations: sorted(this.#relations), regions };
  }
}

// The newest version; of two equal ones the one that was cut less by its extract's edge.
function keepBetter<T>(kept: Map<number, Versioned<T>>, id: number, next: Versioned<T>): void {
  const held = kept.get(id);
  if (held && (held.version > next.version || (held.version === next.version && held.size >= next.size))) return;
  kept.set(id, next);
}

function sorted<T extends { readonly id: number }>(kept: ReadonlyMap<number, Versioned<T>>): readonly T[] {
  return Array.from(kept.values(), ({ element }) => element).sort((a, b) => a.id - b.id);
}

// Collects the nodes of an extract in growing rows of numbers: there are millions, and an object each would not fit.
class NodeRows {
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
