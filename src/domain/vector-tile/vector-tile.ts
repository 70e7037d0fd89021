// One vector tile (version 2 of the specification), written as its features come.
import { ByteWriter } from "./byte-writer.ts";

// The units across a tile.
export const EXTENT = 4096;

export type Shape = "point" | "line" | "area";
export type FeatureTags = Readonly<Record<string, string | number | boolean>>;

const SHAPES: Readonly<Record<Shape, number>> = { point: 1, line: 2, area: 3 };
const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;

type LayerBytes = {
  readonly features: ByteWriter;
  readonly keys: Map<string, number>;
  readonly values: Map<FeatureTags[string], number>;
};

export class VectorTile<Layer extends string> {
  readonly #layers = new Map<Layer, LayerBytes>();
  readonly #names: readonly Layer[];

  // As the tile lists them, those that hold something.
  constructor(names: readonly Layer[]) {
    this.#names = names;
  }

  add(layer: Layer, shape: Shape, parts: readonly (readonly number[])[], tags: FeatureTags): void {
    let bytes = this.#layers.get(layer);
    if (!bytes) {
      bytes = { features: new ByteWriter(), keys: new Map(), values: new Map() };
      this.#layers.set(layer, bytes);
    }
    const feature = new ByteWriter();
    const { keys, values } = bytes;
    const pairs = Object.entries(tags).flatMap(([key, value]) => [numberOf(keys, key), numberOf(values, value)]);
    feature.packed(2, pairs);
    feature.number(3, SHAPES[shape]);
    feature.packed(4, commands(shape, parts));
    bytes.features.message(2, feature);
  }

  bytes(): Uint8Array {
    const tile = new ByteWriter();
    for (const name of this.#names) {
      const found = this.#layers.get(name);
      if (!found) continue;
      const layer = new ByteWriter();
      layer.number(15, 2);
      layer.text(1, name);
      layer.raw(found.features);
      for (const key of found.keys.keys()) layer.text(3, key);
      for (const value of found.values.keys()) layer.message(4, writeValue(value));
      layer.number(5, EXTENT);
      tile.message(3, layer);
    }
    return tile.bytes();
  }
}

function numberOf<T>(table: Map<T, number>, entry: T): number {
  const known = table.get(entry);
  if (known !== undefined) return known;
  table.set(entry, table.size);
  return table.size - 1;
}

function writeValue(value: FeatureTags[string]): ByteWriter {
  const written = new ByteWriter();
  if (typeof value === "string") written.text(1, value);
  else if (typeof value === "boolean") written.number(7, Number(value));
  else if (!Number.isInteger(value)) written.double(3, value);
  else written.number(6, zigzag(value));
  return written;
}

function commands(shape: Shape, parts: readonly (readonly number[])[]): readonly number[] {
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
