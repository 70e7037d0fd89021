// What one data blob of an .osm.pbf file holds: nodes, ways and relations, handed to a sink as they are read.
import type { Member, Tags } from "./extract.ts";
import { Cursor, ProtobufFault } from "./protobuf.ts";

export type ElementSink = {
  readonly node: (id: number, lat: number, lng: number, tags: Tags | undefined, version: number) => void;
  readonly way: (id: number, refs: readonly number[], tags: Tags, version: number) => void;
  readonly relation: (id: number, members: readonly Member[], tags: Tags, version: number) => void;
};

// An extract that needs something else must not be read as if it did not.
const FEATURES = new Set(["OsmSchema-V0.6", "DenseNodes"]);
const MEMBER_KINDS = ["node", "way", "relation"] as const;
const NANO = 1e-9;

export function readFileHeader(message: Buffer): void {
  const cursor = new Cursor(message);
  while (cursor.next()) {
    if (cursor.field !== 4) {
      cursor.skip();
      continue;
    }
    const feature = cursor.text();
    if (!FEATURES.has(feature)) throw new ProtobufFault(cursor.position, `needs the feature "${feature}"`);
  }
}

type Block = {
  readonly strings: readonly string[];
  readonly granularity: number;
  readonly latOffset: number;
  readonly lngOffset: number;
};

export function readBlock(message: Buffer, sink: ElementSink): void {
  const groups: Cursor[] = [];
  let strings: readonly string[] = [];
  let granularity = 100;
  let latOffset = 0;
  let lngOffset = 0;
  const cursor = new Cursor(message);
  while (cursor.next()) {
    if (cursor.field === 1) strings = readStrings(cursor.message());
    else if (cursor.field === 2) groups.push(cursor.message());
    else if (cursor.field === 17) granularity = cursor.int();
    else if (cursor.field === 19) latOffset = cursor.int();
    else if (cursor.field === 20) lngOffset = cursor.int();
    else cursor.skip();
  }
  // Fields may come in any order: groups need the numbers above.
  const block: Block = { strings, granularity, latOffset, lngOffset };
  for (const group of groups) {
    while (group.next()) {
      if (group.field === 1) readNode(group.message(), block, sink);
      else if (group.field === 2) readDense(group.message(), block, sink);
      else if (group.field === 3) readWay(group.message(), block, sink);
      else if (group.field === 4) readRelation(group.message(), block, sink);
      else group.skip();
    }
  }
}

function readStrings(cursor: Cursor): readonly string[] {
  const strings: string[] = [];
  while (cursor.next()) {
    if (cursor.field === 1) strings.push(cursor.text());
    else cursor.skip();
  }
  return strings;
}

function readNode(cursor: Cursor, block: Block, sink: ElementSink): void {
  const keys: number[] = [];
  const values: number[] = [];
  let [id, lat, lng, version] = [0, 0, 0, 0];
  while (cursor.next()) {
    if (cursor.field === 1) id = cursor.sint();
    else if (cursor.field === 2) cursor.eachPacked((at) => keys.push(at.uint()));
    else if (cursor.field === 3) cursor.eachPacked((at) => values.push(at.uint()));
    else if (cursor.field === 4) version = readVersion(cursor.message());
    else if (cursor.field === 8) lat = cursor.sint();
    else if (cursor.field === 9) lng = cursor.sint();
    else cursor.skip();
  }
  const tags = keys.length > 0 ? readTags(block, keys, values, cursor) : undefined;
  sink.node(id, degrees(lat, block.latOffset, block), degrees(lng, block.lngOffset, block), tags, version);
}

function readDense(cursor: Cursor, block: Block, sink: ElementSink): void {
  let ids: Cursor | undefined;
  let lats: Cursor | undefined;
  let lngs: Cursor | undefined;
  let words: Cursor | undefined;
  let versions: Cursor | undefined;
  while (cursor.next()) {
    if (cursor.field === 1) ids = cursor.message();
    else if (cursor.field === 5) versions = denseVersions(cursor.message());
    else if (cursor.field === 8) lats = cursor.message();
    else if (cursor.field === 9) lngs = cursor.message();
    else if (cursor.field === 10) words = cursor.message();
    else cursor.skip();
  }
  if (!ids) return;
  if (!lats || !lngs) throw new ProtobufFault(cursor.position, "nodes without coordinates");
  let [id, lat, lng] = [0, 0, 0];
  while (ids.position < ids.end) {
    id += ids.sint();
    lat += lats.sint();
    lng += lngs.sint();
    const version = versions && versions.position < versions.end ? versions.uint() : 0;
    const tags = words ? readDenseTags(block, words) : undefined;
    sink.node(id, degrees(lat, block.latOffset, block), degrees(lng, block.lngOffset, block), tags, version);
  }
}

// Keys and values of all nodes in one row, a zero after each node.
function readDenseTags(block: Block, words: Cursor): Tags | undefined {
  let tags: Record<string, string> | undefined;
  while (words.position < words.end) {
    const key = words.uint();
    if (key === 0) break;
    tags ??= {};
    tags[word(block, key, words)] = word(block, words.uint(), words);
  }
  return tags;
}

function readWay(cursor: Cursor, block: Block, sink: ElementSink): void {
  const keys: number[] = [];
  const values: number[] = [];
  const refs: number[] = [];
  let [id, ref, version] = [0, 0, 0];
  while (cursor.next()) {
    if (cursor.field === 1) id = cursor.int();
    else if (cursor.field === 2) cursor.eachPacked((at) => keys.push(at.uint()));
    else if (cursor.field === 3) cursor.eachPacked((at) => values.push(at.uint()));
    else if (cursor.field === 4) version = readVersion(cursor.message());
    else if (cursor.field === 8) {
      cursor.eachPacked((at) => {
        ref += at.sint();
        refs.push(ref);
      });
    } else cursor.skip();
  }
  sink.way(id, refs, readTags(block, keys, values, cursor), version);
}

function readRelation(cursor: Cursor, block: Block, sink: ElementSink): void {
  const keys: number[] = [];
  const values: number[] = [];
  const roles: number[] = [];
  const refs: number[] = [];
  const kinds: number[] = [];
  let [id, ref, version] = [0, 0, 0];
  while (cursor.next()) {
    if (cursor.field === 1) id = cursor.int();
    else if (cursor.field === 2) cursor.eachPacked((at) => keys.push(at.uint()));
    else if (cursor.field === 3) cursor.eachPacked((at) => values.push(at.uint()));
    else if (cursor.field === 4) version = readVersion(cursor.message());
    else if (cursor.field === 8) cursor.eachPacked((at) => roles.push(at.uint()));
    else if (cursor.field === 9) {
      cursor.eachPacked((at) => {
        ref += at.sint();
        refs.push(ref);
      });
    } else if (cursor.field === 10) cursor.eachPacked((at) => kinds.push(at.uint()));
    else cursor.skip();
  }
  if (roles.length !== refs.length || kinds.length !== refs.length) {
    throw new ProtobufFault(cursor.position, `relation ${id} has members without a kind or role`);
  }
  const members = refs.map((memberId, i) => {
    const kind = MEMBER_KINDS[kinds[i]!];
    if (!kind) throw new ProtobufFault(cursor.position, `relation ${id} has a member of kind ${kinds[i]}`);
    return { kind, ref: memberId, role: word(block, roles[i]!, cursor) };
  });
  sink.relation(id, members, readTags(block, keys, values, cursor), version);
}

function readVersion(cursor: Cursor): number {
  while (cursor.next()) {
    if (cursor.field === 1) return cursor.int();
    cursor.skip();
  }
  return 0;
}

function denseVersions(cursor: Cursor): Cursor | undefined {
  while (cursor.next()) {
    if (cursor.field === 1) return cursor.message();
    cursor.skip();
  }
  return undefined;
}

function readTags(block: Block, keys: readonly number[], values: readonly number[], at: Cursor): Tags {
  if (keys.length !== values.length) throw new ProtobufFault(at.position, "tags without a value");
  const tags: Record<string, string> = {};
  for (let i = 0; i < keys.length; i++) tags[word(block, keys[i]!, at)] = word(block, values[i]!, at);
  return tags;
}

function word(block: Block, index: number, at: Cursor): string {
  const text = block.strings[index];
  if (text === undefined) throw new ProtobufFault(at.position, `string ${index} of ${block.strings.length}`);
  return text;
}

// The division keeps ten-millionths exact: 10.7769 stays 10.7769 and does not become 10.776900000000001.
function degrees(raw: number, offset: number, block: Block): number {
  const nano = offset + block.granularity * raw;
  return Math.round(nano * NANO * 1e9) / 1e9;
}
