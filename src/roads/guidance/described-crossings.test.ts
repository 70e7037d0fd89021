// Crossings, rings, ramps and names as a driver hears them, one little map each.
import { type DrivenCase, drivenMaps } from "../../../test/fixtures/roads/driven-map.ts";

const RING = { junction: "roundabout", name: "" };
const link = { highway: "primary_link", oneway: "yes", name: "" };

const rings: readonly DrivenCase[] = [
  {
    name: "a small ring of four two-way streets is a turn like at any crossing",
    map: `
            n
            |
          p-c-o
          |   |
      w---d   b---e
          |   |
          q-a-r
            |
            s
    `,
    drawing: { gridMeters: 5, ways: { arbocpdqa: RING } },
    routes: {
      se: ["depart (as)", "roundabout turn right exit 1 (be)", "arrive (be)"],
      sn: ["depart (as)", "roundabout turn straight exit 2 (nc)", "arrive (nc)"],
      sw: ["depart (as)", "roundabout turn left exit 3 (wd)", "arrive (wd)"],
    },
  },
  {
    name: "a large ring with a name of its own is a rotary and says it",
    map: `
              n
              |
          p-<-c-<-o
          v       ^
          v       b---e
          v       ^
          q->-a->-r
              |
              s
    `,
    drawing: { gridMeters: 20, ways: { arbocpqa: { junction: "roundabout", name: "Vòng xoay Gió" } } },
    routes: {
      se: ["depart (as)", "rotary right exit 1 (be)", "exit rotary right exit 1 (be)", "arrive (be)"],
      sn: ["depart (as)", "rotary right exit 2 (nc)", "exit rotary right exit 2 (nc)", "arrive (nc)"],
      // Who sets out on the ring leaves it by the same word.
      on: ["depart (Vòng xoay Gió)", "exit rotary right exit 1 (nc)", "arrive (nc)"],
    },
  },
  {
    name: "a large ring that bears the name of a street is a roundabout",
    map: `
              n
              |
          p-<-c-<-o
          v       ^
          v       b---e
          v       ^
          q->-a->-r
              |
              s
    `,
    drawing: {
      gridMeters: 20,
      ways: { arbocpqa: { junction: "roundabout", name: "Đường Gió" }, as: { name: "Đường Gió" } },
    },
    routes: {
      se: ["depart (Đường Gió)", "roundabout right exit 1 (be)", "exit roundabout right exit 1 (be)", "arrive (be)"],
    },
  },
  {
    name: "a circle that is no roundabout is told like a rotary",
    map: `
          c-<-o
          v   ^
          v   b---e
          v   ^
          a->-r
          |
          s
    `,
    drawing: { gridMeters: 20, ways: { arboca: { junction: "circular", name: "" } } },
    routes: { se: ["depart (as)", "rotary right exit 1 (be)", "exit rotary right exit 1 (be)", "arrive (be)"] },
  },
  {
    name: "driveways on a ring are no exits, unless one is taken",
    map: `
              n
              |
          p-<-c-<-o
          v       ^
          v       b---e
          v       ^
          q->-a->-r
              |
              s
    `,
    drawing: { gridMeters: 20, ways: { arbocpqa: RING, be: { highway: "service" } } },
    routes: {
      sn: ["depart (as)", "roundabout right exit 1 (nc)", "exit roundabout right exit 1 (nc)", "arrive (nc)"],
      se: ["depart (as)", "roundabout right exit 1 (be)", "exit roundabout right exit 1 (be)", "arrive (be)"],
    },
  },
  {
    name: "a road that leads across a ring is straight on, and from its middle the exit ahead counts",
    map: `
          n
          |
          c
         / \\
        /   \\
       p  m--b---e
        \\   /
         \\ /
          a
          |
          s
    `,
    drawing: { gridMeters: 20, ways: { abcpa: RING, mbe: {} } },
    routes: {
      me: ["depart (mbe)", "arrive (mbe)"],
      mn: ["depart (mbe)", "roundabout sharp left exit 2 (nc)", "exit roundabout right exit 2 (nc)", "arrive (nc)"],
    },
  },
  {
    name: "to the exit before the entry one goes all the way round, to the one after it at once",
    map: `
      x       y
       \\     /
        \\   /
         \\ /
      p-<-c-<-o
      v       ^
      v       ^
      q->-a->-r
    `,
    drawing: {
      gridMeters: 20,
      ways: { arocpqa: RING, xc: { oneway: "yes", name: "Gió" }, cy: { oneway: "yes", name: "Mây" } },
    },
    routes: {
      xy: [
        "depart (Gió)",
        "roundabout sharp right exit 1 (Mây)",
        "exit roundabout sharp right exit 1 (Mây)",
        "arrive (Mây)",
      ],
    },
  },
  {
    name: "an exit right behind the entry is the ring's, taken at once",
    map: `
      x       y
       \\     /
        \\   /
         \\ /
      p-<-c-<-o
      v       ^
      v       ^
      q->-a->-r
    `,
    drawing: {
      gridMeters: 20,
      ways: { arocpqa: RING, yc: { oneway: "yes", name: "Mây" }, cx: { oneway: "yes", name: "Gió" } },
    },
    routes: { yx: ["depart (Mây)", "exit roundabout right exit 1 (Gió)", "arrive (Gió)"] },
  },
];

const divided: readonly DrivenCase[] = [
  {
    name: "two lefts across a divided road are one way back",
    map: `
      d---<---c---<---e
              |
      a--->---b--->---f
    `,
    drawing: { gridMeters: 10, ways: { ecd: { name: "Đại lộ" }, abf: { name: "Đại lộ" }, bc: link } },
    routes: { ad: ["depart (Đại lộ)", "continue uturn (Đại lộ)", "arrive (Đại lộ)"] },
  },
  {
    name: "a crossing of two divided roads is one crossing",
    map: `
            i   l
            v   ^
            v   ^
            v   ^
      d--<--c-<-b--<--a
            v   ^
      e-->--f->-g-->--h
            v   ^
            v   ^
            v   ^
            j   k
    `,
    drawing: {
      gridMeters: 7,
      ways: {
        abcd: { name: "Đại lộ" },
        efgh: { name: "Đại lộ" },
        icfj: { name: "Quốc lộ" },
        kgbl: { name: "Quốc lộ" },
      },
    },
    routes: {
      ad: ["depart (Đại lộ)", "arrive (Đại lộ)"],
      kl: ["depart (Quốc lộ)", "arrive (Quốc lộ)"],
      al: ["depart (Đại lộ)", "turn right (Quốc lộ)", "arrive (Quốc lộ)"],
      aj: ["depart (Đại lộ)", "turn left (Quốc lộ)", "arrive (Quốc lộ)"],
    },
  },
  {
    name: "side streets that nearly face each other are crossed straight",
    map: `
          n
          |
      a---b
          |
          c---d
          |
          s
    `,
    drawing: { gridMeters: 1, ways: { ab: { name: "Hẻm 1" }, cd: { name: "Hẻm 1" }, nbcs: { name: "Đường Lớn" } } },
    routes: { ad: ["depart (Hẻm 1)", "arrive (Hẻm 1)"] },
  },
  {
    name: "a lane of its own before the crossing is the turn",
    map: `
              n
              |
      a---b---c---d
           \\  |
            \\ |
             \\|
              e
              |
              f
    `,
    drawing: {
      gridMeters: 10,
      ways: { abcd: { name: "Đường Ngang" }, nce: { name: "Đường Dọc" }, ef: { name: "Đường Dọc" }, be: link },
      restrictions: [{ kind: "no_right_turn", from: "abcd", via: "c", to: "nce" }],
    },
    routes: { af: ["depart (Đường Ngang)", "turn right (Đường Dọc)", "arrive (Đường Dọc)"] },
  },
];

const names: readonly DrivenCase[] = [
  {
    name: "a bridge with a name of its own is not told",
    map: "a---b-c---d",
    drawing: {
      gridMeters: 40,
      ways: { ab: { name: "Đường Sông" }, bc: { name: "Cầu Sông" }, cd: { name: "Đường Sông" } },
    },
    routes: { ad: ["depart (Đường Sông)", "arrive (Đường Sông)"] },
  },
  {
    name: "a name that lasts is told",
    map: "a----b----c",
    drawing: { ways: { ab: { name: "Đường Sông" }, bc: { name: "Đường Biển" } } },
    routes: { ac: ["depart (Đường Sông)", "new name straight (Đường Biển)", "arrive (Đường Biển)"] },
  },
  {
    name: "North and South of one street are one street",
    map: "a----b----c",
    drawing: { ways: { ab: { name: "North Main Street" }, bc: { name: "South Main Street" } } },
    routes: { ac: ["depart (North Main Street)", "arrive (South Main Street)"] },
  },
  {
    name: "a street that has a name first and only its number later is the same",
    map: "a----b----c",
    drawing: { ways: { ab: { name: "Đường Sông", ref: "DT 1" }, bc: { name: "", ref: "DT 1" } } },
    routes: { ac: ["depart (Đường Sông)", "arrive"] },
  },
];

const forks: readonly DrivenCase[] = [
  {
    name: "a ramp off the motorway, and a second one off the first",
    map: `
      a->-b->-c->-d
           \\
            \\
             x->-y
              \\
               \\
                z
    `,
    drawing: {
      gridMeters: 30,
      ways: {
        abcd: { highway: "motorway", name: "Cao tốc" },
        bx: { highway: "motorway_link", oneway: "yes", name: "" },
        xy: { highway: "motorway_link", oneway: "yes", name: "" },
        xz: { highway: "motorway_link", oneway: "yes", name: "" },
      },
    },
    routes: {
      ad: ["depart (Cao tốc)", "arrive (Cao tốc)"],
      ay: ["depart (Cao tốc)", "off ramp right", "turn left", "arrive"],
    },
  },
  {
    name: "motorways that run together are merged into",
    map: `
       e
        \\
         \\
      a->-b->-c
    `,
    drawing: {
      gridMeters: 30,
      ways: {
        abc: { highway: "motorway", name: "Cao tốc 1" },
        eb: { highway: "motorway", name: "Cao tốc 2" },
      },
    },
    routes: { ec: ["depart (Cao tốc 2)", "merge slight right (Cao tốc 1)", "arrive (Cao tốc 1)"] },
  },
];

drivenMaps([...rings, ...divided, ...names, ...forks]);
