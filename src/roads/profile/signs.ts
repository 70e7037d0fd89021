// What signs along a way say, kept for whoever is told the way: nothing of it changes a route.
import type { Tags } from "../../extract/extract.ts";
import type { Signs } from "../path.ts";

// As text, so that ways with the same signs share them; empty for a way without any.
// `open` is whether it may be driven with the way it was drawn, and against it.
export function signsOf(tags: Tags, open: readonly [boolean, boolean]): string {
  const [forward, backward] = open;
  const signs: Signs = {
    ...both("destinations", destinationsOf(tags, ":forward", !backward), destinationsOf(tags, ":backward", !forward)),
    ...both("lanes", tags["turn:lanes:forward"] ?? tags["turn:lanes"] ?? "", tags["turn:lanes:backward"] ?? ""),
    ...(tags["junction:ref"] ? { exits: listOf(tags["junction:ref"], "; ") } : {}),
    ...(tags["name:pronunciation"] ? { pronunciation: tags["name:pronunciation"] } : {}),
    ...(tags.driving_side === "left" ? { drivesLeft: true } : {}),
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

function listOf(text: string, between: string): string {
  return text
    .split(";")
    .map((part) => part.trim())
    .join(between);
}
