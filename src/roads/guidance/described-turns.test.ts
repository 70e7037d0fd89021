// Turns across divided roads, lanes for turning, and which way is the plain one on: one little map each.
import { type DrivenCase, drivenMaps } from "../../../test/fixtures/roads/driven-map.ts";

const boulevard = { name: "Đại lộ Gió", oneway: "yes" };
const lane = { highway: "primary_link", oneway: "yes", name: "" };

const divided: readonly DrivenCase[] = [
  {
    name: "back along a divided road by a crossing of the other road's name is one way back",
    map: `
          i   l
          v   ^
          v   ^
      d-<-c-<-b-<-a
          v   ^
      e->-f->-g->-h
          v   ^
          v   ^
          j   k
    `,
    drawing: {
      gridMeters: 5,
      ways: {
        abcd: boulevard,
        efgh: boulevard,
        icfj: { name: "Phố Mây", oneway: "yes" },
        kgbl: { name: "Phố Mây", oneway: "yes" },
      },
    },
    routes: {
      ah: ["depart (Đại lộ Gió)", "continue uturn (Đại lộ Gió)", "arrive (Đại lộ Gió)"],
      kj: ["depart (Phố Mây)", "continue uturn (Phố Mây)", "arrive (Phố Mây)"],
      kd: ["depart (Phố Mây)", "turn left (Đại lộ Gió)", "arrive (Đại lộ Gió)"],
    },
  },
  {
    name: "a road that ends at the far side of a divided one, by a link that bears its name",
    map: `
      a-<-b-<-c
          |
      d->-e->-f
          |
          g---h
          |
          i
    `,
    drawing: { gridMeters: 10, ways: { cba: boulevard, def: boulevard, be: { name: "Đại lộ Gió" }, egi: {} } },
    routes: {
      ia: ["depart (egi)", "end of road left (Đại lộ Gió)", "arrive (Đại lộ Gió)"],
      if: ["depart (egi)", "turn right (Đại lộ Gió)", "arrive (Đại lộ Gió)"],
    },
  },
  {
    name: "who leaves a divided road over its far side turns once",
    map: `
      a->-b->-c
          |
      d-<-e-<-f
          |
          g
    `,
    drawing: { gridMeters: 10, ways: { abc: boulevard, fed: boulevard, be: { name: "Đại lộ Gió" }, eg: {} } },
    routes: { ag: ["depart (Đại lộ Gió)", "turn right (eg)", "arrive (eg)"] },
  },
  {
    name: "side streets that nearly face each other are two turns when the second has another name",
    map: `
          n
          |
      a---b
          |
          c---d
          |
          s
    `,
    drawing: { gridMeters: 1, ways: { ab: { name: "Hẻm 1" }, cd: { name: "Hẻm 2" }, nbcs: { name: "Đường Lớn" } } },
    routes: { ad: ["depart (Hẻm 1)", "turn right (Đường Lớn)", "turn left (Hẻm 2)", "arrive (Hẻm 2)"] },
  },
];

const lanes: readonly DrivenCase[] = [
  {
    name: "a ramp that only saves one the crossing is a turn, also for who stops on it",
    map: `
              n
              |
      a---b---c---d
           \\  |
            1 |
             \\|
              e
              |
              f
    `,
    drawing: {
      gridMeters: 10,
      ways: {
        abcd: { name: "Quốc lộ", highway: "trunk" },
        nce: { name: "Đường Dọc" },
        ef: { name: "Đường Dọc" },
        be: { ...lane, highway: "trunk_link" },
      },
      restrictions: [{ kind: "no_right_turn", from: "abcd", via: "c", to: "nce" }],
    },
    routes: {
      af: ["depart (Quốc lộ)", "turn right (Đường Dọc)", "arrive (Đường Dọc)"],
      a1: ["depart (Quốc lộ)", "turn right", "arrive"],
    },
  },
  {
    name: "a lane from one side of a divided road to the other is the way back",
    map: `
      a     f
      v     ^
      b     e
      v\\   /^
      v \\ / ^
      v  g  ^
      v     ^
      c     d
    `,
    drawing: { gridMeters: 5, ways: { abc: boulevard, def: boulevard, bge: lane } },
    routes: { af: ["depart (Đại lộ Gió)", "continue uturn (Đại lộ Gió)", "arrive (Đại lộ Gió)"] },
  },
  {
    name: "any link off a great road is a way off it",
    map: `
      a->-b->-c->-d
           \\
            x---y
    `,
    drawing: { gridMeters: 30, ways: { abcd: { highway: "trunk", name: "Quốc lộ" }, bxy: lane } },
    routes: { ay: ["depart (Quốc lộ)", "off ramp right", "arrive"] },
  },
];

const onward: readonly DrivenCase[] = [
  {
    name: "straight on along another street while one's own turns off is a new name, where it goes on",
    map: `
      a----b----c
           |
           d
    `,
    drawing: { ways: { abd: {}, bc: {} } },
    routes: {
      ac: ["depart (abd)", "new name straight (bc)", "arrive (bc)"],
      ad: ["depart (abd)", "continue right (abd)", "arrive (abd)"],
    },
  },
  {
    name: "beside a ramp the street is the way on, however both bend",
    map: `
            c
           /
          /
      a--b
          \\
           \\
            d
    `,
    drawing: { gridMeters: 30, ways: { ab: {}, bc: {}, bd: { highway: "motorway_link" } } },
    routes: {
      ac: ["depart (ab)", "new name left (bc)", "arrive (bc)"],
      ad: ["depart (ab)", "on ramp right (bd)", "arrive (bd)"],
    },
  },
  {
    name: "where a street forks, the half that keeps its name and is the greater one is the way on",
    map: `
             c
            /
           /
      a---b
           \\
            \\
             d
    `,
    drawing: { ways: { abc: { highway: "secondary" }, bd: { highway: "tertiary" } } },
    routes: { ad: ["depart (abc)", "turn right (bd)", "arrive (bd)"] },
  },
  {
    name: "a driveway straight ahead does not hide where the street bends",
    map: `
      a---b---e
           \\
            \\
             c
    `,
    drawing: { ways: { ab: {}, bc: {}, be: { highway: "service" } } },
    routes: { ac: ["depart (ab)", "new name right (bc)", "arrive (bc)"] },
  },
  {
    name: "a corner right behind a street is a turn, however short the name holds; a corner alone is none",
    map: `
      a---b---e
          |   |
          d   c
    `,
    drawing: { gridMeters: 5, ways: { abe: {}, ec: {}, bd: {} } },
    routes: {
      ac: ["depart (abe)", "turn right (ec)", "arrive (ec)"],
      ec: ["depart (ec)", "arrive (ec)"],
    },
  },
  {
    name: "a turn into a stretch without a name is into the street it becomes at once",
    map: `
      a---b---e
          |
          c---d
    `,
    drawing: { gridMeters: 5, ways: { ab: { name: "Gió" }, bc: { name: "" }, cd: { name: "Gió" } } },
    routes: { ad: ["depart (Gió)", "continue right (Gió)", "arrive (Gió)"] },
  },
  {
    name: "a turn is into the name that holds, not into the one that is over a few metres on",
    map: `
      a---b---e
           \\
            c---d
           /
          f
    `,
    drawing: {
      gridMeters: 5,
      allWays: { oneway: "yes" },
      ways: {
        ab: { name: "Gió" },
        be: { name: "Cát" },
        bc: { name: "Gió" },
        fc: { name: "Sông" },
        cd: { name: "Mây" },
      },
    },
    routes: { ad: ["depart (Gió)", "turn right (Mây)", "arrive (Mây)"] },
  },
  {
    name: "a name that holds for a moment on the only way on is not told, nor is the old one again",
    map: `
              c
              v
      a---b---d
               \\
                e
    `,
    drawing: { gridMeters: 5, ways: { ab: { name: "Gió" }, bd: { name: "Cầu" }, de: { name: "Gió" } } },
    routes: { ae: ["depart (Gió)", "arrive (Gió)"] },
  },
  {
    name: "who has to turn round in a dead end is told, however short it is",
    map: `
      a---b---c
          |
          e
    `,
    drawing: {
      gridMeters: 5,
      ways: { ab: {}, bc: {}, be: {} },
      restrictions: [{ kind: "no_straight_on", from: "ab", via: "b", to: "bc" }],
    },
    routes: { ac: ["depart (ab)", "turn right (be)", "continue uturn (be)", "turn right (bc)", "arrive (bc)"] },
  },
  {
    name: "a number that gets a name is the same road",
    map: "a----b----c",
    drawing: { ways: { ab: { name: "", ref: "QL 1" }, bc: { name: "Đường Biển", ref: "QL 1" } } },
    routes: { ac: ["depart", "arrive (Đường Biển)"] },
  },
];

drivenMaps([...divided, ...lanes, ...onward]);
