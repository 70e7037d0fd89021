// The portal's way to the server: its calls by name, saying which page it is, so that somebody who is also signed in to the console acts as
// the account here.
import { CALLS, PORTAL_CALLS, TRACKING_CALLS } from "../../clients/typescript/src/api.ts";
import { askerOf } from "../parts/ask.ts";
import { placesOf } from "../parts/places/ask-places.ts";

export const PORTAL_HEADER = { "x-giao-page": "portal" } as const;

export const ask = askerOf({ ...CALLS, ...PORTAL_CALLS, ...TRACKING_CALLS }, PORTAL_HEADER);

export const places = placesOf(PORTAL_HEADER);
