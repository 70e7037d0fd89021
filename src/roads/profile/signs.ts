// What signs along a way say, kept for whoever is told the way: nothing of it changes a route.
import type { Tags } from "../../extract/extract.ts";
import type { Signs } from "../path.ts";

// As text, so that ways with the same signs share them; empty for a way without any.
// `open` is whether it may be driven with the way it was drawn, and against it.
export function signsOf(tags: Tags, open: readonly [boolean, boolean]): string {
  const [forward, backward] = open;
  const signs: Signs = {
    ...both("destinations", destinationsOf(tags, ":forward", !backward), destinationsOf(tags, ":backward", !forward)),
    ...both("lanes", lanesOf(tags, ":forward", true), lanesOf(tags, ":backward", !forward)),
    ...(tags["junction:ref"] ? { exits: listOf(tags["junction:ref"], "; ") } : {}),
    ...(tags["name:pronunciation"] ? { pronunciation: tags["name:pronunciation"] } : {}),
    ...(tags.driving_side === "left" ? { drivesLeft: true } : {}),
    ...(tags.route === "shuttle_train" ? { isTrain: true } : {}),
    ...(tags.junction === "circular" ? { isCircular: true } : {}),
  };
  return Object.keys(signs).length === 0 ? "" : JSON.stringify(signs);
}

// With the way it was drawn, and against it.
function both<Name extends string>(name: Name, forward: string, backward: string) {
  return forward === "" && backward === "" ? {} : ({ [name]: [forward, backward] } as Record<Name, [string, string]>);
}

// "DT 1: Biên Hòa, Vũng Tàu". A sign that names no direction is for those who have only one.
function destinationsOf(tags: Tags, direction: ":forward" | ":backward", isOnlyWay: boolean): string {
  const signed = (key: string): string => listOf(tags[key + direction] ?? (isOnlyWay ? (tags[key] ?? "") : ""), ", ");
  // A town before the street one gets to it by.
  const [ref, places] = [signed("destination:ref"), signed("destination") || signed("destination:street")];
  return ref === "" || places === "" ? ref + places : `${ref}: ${places}`;
}

// The arrows on the lanes that are for everybody.
function lanesOf(tags: Tags, direction: ":forward" | ":backward", isOnlyWay: boolean): string {
  const tagged = (key: string): string => tags[key + direction] ?? (isOnlyWay ? (tags[key] ?? "") : "");
  const arrows = tagged("turn:lanes");
  if (arrows === "") return "";
  const lanes = arrows.split("|");
  const access = ["motor_vehicle:lanes", "vehicle:lanes"].map((key) => tagged(key).split("|"));
  const shut = access.find((words) => words.length === lanes.length && words.includes("no"));
  const open = lanes.filter((_, i) => shut?.[i]?.trim() !== "no");
  // Buses have theirs at the kerb.
  const buses = Number(tagged("lanes:psv") || tagged("lanes:bus"));
  const isKerbBlank = tags.driving_side === "left" ? open[0] === "" : open.at(-1) === "";
  if (!shut && buses === 1 && isKerbBlank) open.splice(tags.driving_side === "left" ? 0 : -1, 1);
  return open.join("|");
}

function listOf(text: string, between: string): string {
  return text
    .split(";")
    .map((part) => part.trim())
    .join(between);
}
