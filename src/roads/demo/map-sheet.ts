// An extract under construction: hands out ids in the order things are added, so that the same plan is the same extract.
import type { LatLng } from "../../domain/geo.ts";
import type { Extract, Relation, Tags, Way } from "../../extract/extract.ts";

export type MapSheet = {
  readonly addNode: (at: LatLng, tags?: Tags) => number;
  readonly addWay: (refs: readonly number[], tags: Tags) => number;
  readonly addTurnBan: (fromWay: number, viaNode: number, toWay: number, kind: string) => void;
  readonly finish: () => Extract;
};

export function newMapSheet(): MapSheet {
  const lats: number[] = [];
  const lngs: number[] = [];
  const tagsByIndex = new Map<number, Tags>();
  const ways: Way[] = [];
  const relations: Relation[] = [];
  return {
    addNode: (at, tags) => {
      // As in an extract: whole units of 1e-7 degrees, which also hides what two machines' sines disagree on.
      const length = lats.push(Math.round(at.lat * 1e7) / 1e7);
      lngs.push(Math.round(at.lng * 1e7) / 1e7);
      if (tags) tagsByIndex.set(length - 1, tags);
      return length;
    },
    addWay: (refs, tags) => {
      ways.push({ id: ways.length + 1, refs, tags });
      return ways.length;
    },
    addTurnBan: (fromWay, viaNode, toWay, kind) => {
      relations.push({
        id: relations.length + 1,
        members: [
          { kind: "way", ref: fromWay, role: "from" },
          { kind: "node", ref: viaNode, role: "via" },
          { kind: "way", ref: toWay, role: "to" },
        ],
        tags: { type: "restriction", restriction: kind },
      });
    },
    finish: () => ({
      nodes: {
        ids: Float64Array.from(lats, (_, index) => index + 1),
        lats: Float64Array.from(lats),
        lngs: Float64Array.from(lngs),
        tags: tagsByIndex,
      },
      ways,
      relations,
    }),
  };
}
