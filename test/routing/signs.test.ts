// What signs along the road say, in the steps of a route.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { drawMap } from "../fixtures/roads/drawn-map.ts";
import { drawnEngines } from "./drawn-engines.ts";
import type { Route, Step } from "./osrm-shapes.ts";
import { startRouteServer } from "./route-server.ts";

const map = drawMap(
  `
    a->-b->-c->-d
         \\
          \\
           e----f----g----h
                |
                i----j----k

    m---n---p---q
  `,
  {
    gridMeters: 60,
    ways: {
      abcd: { highway: "motorway", name: "Cao tốc", toll: "yes" },
      be: {
        highway: "motorway_link",
        oneway: "yes",
        name: "",
        destination: "Biên Hòa;Vũng Tàu",
        "destination:ref": "QL 1",
        "junction:ref": "12;13",
      },
      ef: {
        name: "Đường Sông",
        ref: "DT 1",
        "name:pronunciation": "duong song",
        "turn:lanes:forward": "through|through;right|none",
        "turn:lanes:backward": "left|right",
        "destination:forward": "Chợ",
        "destination:backward": "Cao tốc",
      },
      fg: { name: "Đường Hầm", tunnel: "yes", driving_side: "left" },
      gh: { route: "ferry", name: "Phà" },
      ij: { route: "shuttle_train", name: "Tàu" },
      mn: { oneway: "-1", destination: "Sân bay", "destination:backward": "Bến xe", "destination:street": "Phố" },
      np: { oneway: "-1", destination: "Sân bay", "destination:street": "Phố" },
      pq: { oneway: "yes", "destination:street": "Phố", "destination:ref": "QL 1" },
    },
  },
);
const server = await startRouteServer({ engine: drawnEngines(map) });
after(() => server.close());

async function stepsOf(from: string, to: string): Promise<readonly Step[]> {
  const points = [from, to].map((letter) => `${map.at(letter).lng.toFixed(6)},${map.at(letter).lat.toFixed(6)}`);
  const reply = await server.ask(`car/route/v1/driving/${points.join(";")}?steps=true&snapping=any`);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return (reply.body.routes as readonly Route[])[0]!.legs[0]!.steps;
}

test("a ramp tells its exit number and where it leads", async () => {
  const [, ramp] = await stepsOf("a", "f");
  assert.equal(ramp!.maneuver.type, "off ramp");
  assert.deepEqual([ramp!.destinations, ramp!.exits], ["QL 1: Biên Hòa, Vũng Tàu", "12; 13"]);
});

test("signs are told to the direction they are for, with number and pronunciation", async () => {
  const onto = (await stepsOf("a", "i")).find((step) => step.name === "Đường Sông");
  assert.deepEqual([onto?.destinations, onto?.ref, onto?.pronunciation], ["Chợ", "DT 1", "duong song"]);
  const back = (await stepsOf("i", "e")).find((step) => step.maneuver.type !== "depart" && step.name === "Đường Sông");
  assert.equal(back?.destinations, "Cao tốc");
});

test("who sets out and arrives on a road with a sign reads it, on a one-way whichever way it was drawn", async () => {
  const signs = async (from: string, to: string) => (await stepsOf(from, to)).map(({ destinations }) => destinations);
  assert.deepEqual(await signs("n", "m"), ["Bến xe", "Bến xe"]);
  assert.deepEqual(await signs("p", "n"), ["Sân bay", "Sân bay"]);
  assert.deepEqual(await signs("p", "q"), ["QL 1: Phố", "QL 1: Phố"]);
  assert.deepEqual((await signs("f", "e"))[0], "Cao tốc");
});

test("lanes before a junction say which of them lead on", async () => {
  const lanes = async (to: string) =>
    (await stepsOf("e", to)).flatMap((step) => step.intersections).find((each) => each.lanes)?.lanes;
  assert.deepEqual(await lanes("i"), [
    { indications: ["straight"], valid: false },
    { indications: ["straight", "right"], valid: true },
    { indications: ["none"], valid: false },
  ]);
  assert.deepEqual(
    (await lanes("g"))?.map(({ valid }) => valid),
    [true, true, true],
  );
});

test("toll roads, motorways, tunnels and ferries are classes of the road ahead", async () => {
  const classes = async (from: string, to: string) =>
    (await stepsOf(from, to)).flatMap((step) => step.intersections.map((each) => each.classes?.join(" ") ?? ""));
  assert.deepEqual((await classes("a", "d"))[0], "toll motorway");
  assert.ok((await classes("e", "g")).includes("tunnel"));
  assert.ok((await classes("f", "h")).includes("ferry"));
});

test("aboard a train that carries cars the mode is train", async () => {
  const modes = (await stepsOf("f", "k")).map((step) => [step.name, step.mode]);
  assert.deepEqual(
    modes.filter(([name]) => name === "Tàu"),
    [["Tàu", "train"]],
  );
});

test("aboard a ferry the mode is ferry, and where traffic keeps left it is said", async () => {
  const steps = await stepsOf("e", "h");
  const aboard = steps.find((step) => step.name === "Phà");
  assert.deepEqual([aboard?.maneuver.type, aboard?.mode], ["notification", "ferry"]);
  assert.equal(steps.find((step) => step.name === "Đường Hầm")?.driving_side, "left");
  assert.equal(steps[0]!.driving_side, "right");
});
