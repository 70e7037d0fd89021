// Whole routes on drawn maps, as a driver hears them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawMap } from "../../../test/fixtures/roads/drawn-map.ts";
import { type DrivenCase, describe, drivenMaps, findPath } from "../../../test/fixtures/roads/driven-map.ts";

const cases: readonly DrivenCase[] = [
  {
    name: "a street is left and another taken at a crossing",
    map: `
          d
          |
      a---b---c
          |
          e
    `,
    drawing: { ways: { abc: {}, dbe: {} } },
    routes: {
      ac: ["depart (abc)", "arrive (abc)"],
      ad: ["depart (abc)", "turn left (dbe)", "arrive (dbe)"],
      ae: ["depart (abc)", "turn right (dbe)", "arrive (dbe)"],
    },
  },
  {
    name: "a road ends, and a road changes its name",
    map: `
      a---b
          |
      c---d---e
          |
          f
    `,
    drawing: { gridMeters: 100, ways: { cd: {}, de: {}, bdf: {} } },
    routes: {
      ae: ["depart (ab)", "new name right (bdf)", "turn left (de)", "arrive (de)"],
      ce: ["depart (cd)", "new name straight (de)", "arrive (de)"],
    },
  },
  {
    name: "a road ends in another",
    map: `
      a
      |
      b---c---d
          |
          e---f
          |
          g
    `,
    drawing: { ways: { bcd: {}, ceg: {} } },
    routes: {
      gd: ["depart (ceg)", "end of road right (bcd)", "arrive (bcd)"],
      gb: ["depart (ceg)", "end of road left (bcd)", "arrive (bcd)"],
      // One has hardly been on it.
      eb: ["depart (ceg)", "turn left (bcd)", "arrive (bcd)"],
    },
  },
  {
    name: "a road bends where an alley begins, and nothing is said",
    map: `
      a---b---c
          |
          d
    `,
    drawing: { ways: { abd: { name: "Đường Cong" }, bc: { highway: "service" } } },
    routes: { ad: ["depart (Đường Cong)", "arrive (Đường Cong)"] },
  },
  {
    name: "a street is kept by turning",
    map: `
      a---b---c
          |
          d
    `,
    drawing: { ways: { abd: { name: "Đường Cong" } } },
    routes: { ad: ["depart (Đường Cong)", "continue right (Đường Cong)", "arrive (Đường Cong)"] },
  },
  {
    name: "a roundabout is told by its exits",
    map: `
              n
              |
          p-<-c-<-o
          v       ^
      w---d       b---e
          v       ^
          q->-a->-r
              |
              s
    `,
    drawing: { gridMeters: 10, ways: { arbocpdqa: { junction: "roundabout", name: "" } } },
    routes: {
      se: ["depart (as)", "roundabout right exit 1 (be)", "exit roundabout right exit 1 (be)", "arrive (be)"],
      sn: ["depart (as)", "roundabout right exit 2 (nc)", "exit roundabout right exit 2 (nc)", "arrive (nc)"],
      sw: ["depart (as)", "roundabout right exit 3 (wd)", "exit roundabout right exit 3 (wd)", "arrive (wd)"],
      qn: ["depart", "exit roundabout right exit 3 (nc)", "arrive (nc)"],
    },
  },
  {
    name: "one leaves the motorway by a ramp and joins it by another",
    map: `
      a->-b->-c->-d->-e
           \\     /
            \\   /
             x-y
            /   \\
           f     g
    `,
    drawing: {
      gridMeters: 100,
      ways: {
        abcde: { highway: "motorway", name: "Cao tốc" },
        bx: { highway: "motorway_link", oneway: "yes", name: "" },
        yd: { highway: "motorway_link", oneway: "yes", name: "" },
        fx: { highway: "primary" },
        xy: { highway: "primary" },
        yg: { highway: "primary" },
      },
    },
    routes: {
      ae: ["depart (Cao tốc)", "arrive (Cao tốc)"],
      ag: ["depart (Cao tốc)", "off ramp right", "turn left (xy)", "new name right (yg)", "arrive (yg)"],
      fe: ["depart (fx)", "new name right (xy)", "on ramp left", "merge slight left (Cao tốc)", "arrive (Cao tốc)"],
    },
  },
];

drivenMaps(cases);

test("told: a dead end is left the way it was entered, at the stop", () => {
  const map = drawMap("a---b---c", { gridMeters: 100, ways: { abc: {} } });
  const path = findPath(map, "aca");
  assert.deepEqual(describe(path), ["depart (abc)", "arrive (abc)", "depart (abc)", "arrive (abc)"]);
  assert.ok(Math.abs(path.distanceMeters - 1600) < 1);
});
