// What signs along a way say, kept for whoever is told the way: nothing of it changes a route.
import type { Tags } from "../../extract/extract.ts";
import type { Signs } from "../path.ts";

// As text, so that ways with the same signs share them; empty for a way without any.
export function signsOf(tags: Tags, isOneWay: boolean): string {
  const signs: Signs = {
    ...both("destinations", destinationsOf(tags, ":forward", isOneWay), destinationsOf(tags, ":backward", false)),
    ...both("lanes", tags["turn:lanes:forward"] ?? tags["turn:lanes"] ?? "", tags["turn:lanes:backward"] ?? ""),
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
function destinationsOf(tags: Tags, direction: ":forward" | ":backward", isOneWay: boolean): string {
  const signed = (key: string): string => tags[key + direction] ?? (isOneWay ? (tags[key] ?? "") : "");
  const [ref, places] = [listOf(signed("destination:ref"), ", "), listOf(signed("destination"), ", ")];
  return ref === "" || places === "" ? ref + places : `${ref}: ${places}`;
}

function listOf(text: string, between: string): string {
  return text
    .split(";")
    .map((part) => part.trim())
    .join(between);
}
