// A way along real streets, asked of the public route call, and how far along it a robot has come.

import type { LatLng } from "../../domain/geo.ts";
import type { Profile } from "../../domain/roads.ts";
import { type Spot, spotOn, type Way, wayOf } from "../../domain/robots/way.ts";

export type Journey = { readonly way: Way; readonly metersPerSecond: number };

export type RouteCall = (profile: Profile, from: LatLng, to: LatLng) => Promise<Journey>;

// Where no road leads, a robot goes as the crow does.
const CROW_METERS_PER_SECOND = 6;

export function openRouteCall(root: string, routeKey: string, signal: AbortSignal): RouteCall {
  return async (profile, from, to) => {
    const ends = [from, to].map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(";");
    const url = `${root}/routing/${profile}/route/v1/driving/${ends}?overview=full&geometries=geojson`;
    const response = await fetch(url, { headers: { "api-key": routeKey }, signal });
    const straight = { way: wayOf([from, to]), metersPerSecond: CROW_METERS_PER_SECOND };
    if (!response.ok) {
      await response.body?.cancel();
      return straight;
    }
    const { routes } = (await response.json()) as { readonly routes: readonly Route[] };
    const [route] = routes;
    if (!route || route.duration <= 0) return straight;
    // From the place itself to the street and back: a door is beside its road.
    const line = route.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }));
    return { way: wayOf([from, ...line, to]), metersPerSecond: route.distance / route.duration };
  };
}

type Route = {
  readonly distance: number;
  readonly duration: number;
  readonly geometry: { readonly coordinates: readonly (readonly [number, number])[] };
};

export function spotAfter(journey: Journey, meters: number): Spot {
  return spotOn(journey.way, meters);
}
