// The places somebody chose lately in this browser, theirs alone; they go with their drafts when they sign out.
import type { LatLng } from "../../../src/domain/geo.ts";
import { KEPT_PREFIX } from "../drafts/kept-draft.ts";
import type { ChosenPlace } from "./place-field.tsx";

export type RecentPlace = ChosenPlace;

const RECENT_MAX = 6;

export function recentPlaces(owner: string): readonly RecentPlace[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, RECENT_MAX) : [];
  } catch {
    // What cannot be read is as good as nothing.
    return [];
  }
}

export function keepRecent(owner: string, chosen: RecentPlace): readonly RecentPlace[] {
  const others = recentPlaces(owner).filter(({ address }) => address !== chosen.address);
  const next = [chosen, ...others].slice(0, RECENT_MAX);
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify(next));
  } catch {
    // A browser that keeps nothing: the list lasts as long as the page.
  }
  return next;
}

function keyOf(owner: string): string {
  return `${KEPT_PREFIX}${owner} places`;
}

function isRecent(kept: unknown): kept is RecentPlace {
  const { address, place } = (kept ?? {}) as { readonly address?: unknown; readonly place?: Partial<LatLng> };
  return typeof address === "string" && typeof place?.lat === "number" && typeof place.lng === "number";
}
