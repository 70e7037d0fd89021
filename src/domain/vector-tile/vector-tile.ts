// One vector tile (version 2 of the specification), written as its features come.
import { PbfWriter } from "pbf";

// The units across a tile.
export const EXTENT = 4096;

export type Shape = "point" | "line" | "area";
export type FeatureTags = Readonly<Record<string, string | number | boolean>>;

const SHAPES: Readonly<Record<Shape, number>> = { point: 1, line: 2, area: 3 };
const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;

type Feature = { readonly shape: Shape; readonly tags: number[]; readonly commands: number[] };
type LayerRows = {
  readonly features: Feature[];
  readonly keys: Map<string, number>;
  readonly values: Map<FeatureTags[string], number>;
};

export class VectorTile<Layer extends string> {
  readonly #layers = new Map<Layer, LayerRows>();
  readonly #names: readonly Layer[];

  // As the tile lists them, those that hold something.
  constructor(names: readonly Layer[]) {
    this.#names = names;
  }

  add(layer: Layer, shape: Shape, parts: readonly (readonly number[])[], tags: FeatureTags): void {
    const rows: LayerRows = this.#layers.get(layer) ?? { features: [], keys: new Map(), values: new Map() };
    this.#layers.set(layer, rows);
    const { keys, values } = rows;
    const pairs = Object.entries(tags).flatMap(([key, value]) => [numberOf(keys, key), numberOf(values, value)]);
    rows.features.push({ shape, tags: pairs, commands: commands(shape, parts) });
  }

  bytes(): Uint8Array {
    const tile = new PbfWriter();
    for (const name of this.#names) {
      const rows = this.#layers.get(name);
      if (rows) tile.writeMessage(3, writeLayer, { name, ...rows });
    }
    return tile.finish();
  }
}

function writeLayer({ name, features, keys, values }: LayerRows & { readonly name: string }, to: PbfWriter): void {
  to.writeVarintField(15, 2);
  to.writeStringField(1, name);
  for (const feature of features) to.writeMessage(2, writeFeature, feature);
  for (const key of keys.keys()) to.writeStringField(3, key);
  for (const value of values.keys()) to.writeMessage(4, writeValue, value);
  to.writeVarintField(5, EXTENT);
}

function writeFeature({ shape, tags, commands }: Feature, to: PbfWriter): void {
  to.writePackedVarint(2, tags);
  to.writeVarintField(3, SHAPES[shape]);
  to.writePackedVarint(4, commands);
}

function numberOf<T>(table: Map<T, number>, entry: T): number {
  const known = table.get(entry);
  if (known !== undefined) return known;
  table.set(entry, table.size);
  return table.size - 1;
}

function writeValue(value: FeatureTags[string], to: PbfWriter): void {
  if (typeof value === "string") to.writeStringField(1, value);
  else if (typeof value === "boolean") to.writeBooleanField(7, value);
  else if (Number.isInteger(value)) to.writeSVarintField(6, value);
  else to.writeDoubleField(3, value);
}

function commands(shape: Shape, parts: readonly (readonly number[])[]): number[] {
  const written: number[] = [];
  let [x, y] = [0, 0];
  for (const part of parts) {
    written.push(command(MOVE_TO, 1));
    for (let i = 0; i < part.length; i += 2) {
      if (i === 2) written.push(command(LINE_TO, part.length / 2 - 1));
      written.push(zigzag(part[i]! - x), zigzag(part[i + 1]! - y));
      [x, y] = [part[i]!, part[i + 1]!];
    }
    if (shape === "area") written.push(command(CLOSE_PATH, 1));
  }
  return written;
}

function command(id: number, count: number): number {
  return (count << 3) | id;
}

function zigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}
