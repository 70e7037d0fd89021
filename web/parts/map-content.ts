// What can be on a map.
import type { PointLook } from "./map/point-looks.ts";
import type { LatLng } from "./map/polyline.ts";

export type MarkShape = "circle" | "square" | "diamond" | "dot";

export type MapMarker = LatLng & {
  readonly id: string;
  // `driver` glides to where it is next; the others stand. A `mark` has a shape, a `corner` is one of an area's.
  readonly kind: "pickup" | "delivery" | "driver" | "mark" | "corner" | "other";
  // Read out and shown on hover; also the line of the plain list.
  readonly label: string;
  // One or two letters inside the pin, such as the stop's number.
  readonly sign?: string;
  readonly tone?: "plain" | "done" | "failed" | "chosen" | "faded";
  // Of a mark: what it means is told by its shape as well as by its colour.
  readonly shape?: MarkShape;
  // Of a driver; a bike where it is not said.
  readonly vehicle?: "BIKE" | "VAN" | "TRUCK" | "";
  // Degrees from north, for a driver.
  readonly heading?: number;
  readonly onClick?: () => void;
  // Given: it can be dragged, and this hears where it was let go.
  readonly onMove?: (to: LatLng) => void;
};

// One of many: drawn by the map, gathered with others where they are close, found by a pointer only. What a keyboard needs of them stands in a list.
export type MapPoint = LatLng & {
  readonly id: string;
  readonly group: "drivers" | "orders";
  readonly look: PointLook;
  readonly heading?: number;
};

// A square of the map (domain/figures), from nothing to the most there is.
export type MapCell = LatLng & { readonly weight: number; readonly tone: "demand" | "unmet" };

export type MapLine = {
  readonly id: string;
  readonly points: readonly LatLng[];
  // The way ahead, the way that was, or a thought.
  readonly kind: "route" | "done" | "dashed";
  // Not looked for where there is anything else to look at.
  readonly isBackground?: boolean;
};

export type MapContent = {
  readonly label: string;
  readonly markers: readonly MapMarker[];
  readonly lines?: readonly MapLine[];
  readonly points?: readonly MapPoint[];
  readonly cells?: readonly MapCell[];
  readonly onPoint?: (id: string) => void;
  // The view moves to hold everything when this text changes; without it, once; with an empty text, never.
  readonly fitKey?: string;
  // Where to look while nothing is on the map, and from how far: 13 shows a district, 8 a province.
  readonly center?: LatLng;
  readonly zoom?: number;
  // Only looked at: nothing on it is pressed or moved, and where it cannot be drawn nothing stands in its place.
  readonly isPicture?: boolean;
  readonly onClick?: (at: LatLng) => void;
};
