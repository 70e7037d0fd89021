import assert from "node:assert/strict";
import { test } from "node:test";
import { type Decision, type Dispatch, decisionToShow, seenDrivers } from "./dispatch-story.ts";

const seen = (mobile: string, verdict: Decision["considered"][number]["verdict"]) => ({
  mobile,
  name: mobile,
  verdict,
  pickup_in_seconds: 60,
  lat: 10,
  lng: 106,
});
const decision = (time: number, considered: Decision["considered"]): Decision => ({
  time,
  verdict: "OFFERED",
  drivers: considered.length,
  travel: "roads",
  planned_for: "",
  considered,
});
const offer = (mobile: string, offered_at: number, answer: string) => ({
  id: `${mobile} ${offered_at}`,
  mobile,
  name: mobile,
  offered_at,
  answer,
  pickup_seconds: 60,
});

const first = decision(100, [seen("an", "OFFERED"), seen("binh", "COSTS_MORE"), seen("chi", "TOO_FAR")]);
const second = decision(130, [seen("an", "REFUSED_BEFORE"), seen("binh", "OFFERED"), seen("chi", "TOO_FAR")]);
const story: Dispatch = {
  offers: [offer("an", 100, "declined"), offer("binh", 130, "accepted")],
  decisions: [second, first],
};

test("each driver is shown with what became of the question they were asked", () => {
  const fates = (of: Decision) => seenDrivers(story, of).map(({ sign, fate }) => [sign, fate]);
  assert.deepEqual(fates(second), [
    ["1", "refused"],
    ["2", "taken"],
    ["3", "considered"],
  ]);
  assert.deepEqual(fates(first), [
    ["1", "refused"],
    ["2", "considered"],
    ["3", "considered"],
  ]);
});

test("the decision that is shown first is the one behind the driver who took the order, or the newest", () => {
  assert.equal(decisionToShow({ ...story, decisions: [decision(200, []), second, first] }), second);
  assert.equal(decisionToShow({ offers: [offer("an", 100, "")], decisions: [second, first] }), second);
  assert.equal(decisionToShow({ offers: [], decisions: [] }), undefined);
});

test("a record of an older program has no places, and none are invented", () => {
  const { lat: _, lng: __, ...bare } = seen("an", "OFFERED");
  assert.equal(seenDrivers(story, decision(100, [bare]))[0]?.place, undefined);
});
