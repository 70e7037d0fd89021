// How things look that are many on a map: what it is by its shape, how it is doing by its colour and whether it is filled. One table for the map and its legend.

const CIRCLE = "M12 2a10 10 0 1 0 .01 0Z";
const SQUARE = "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2Z";
const HEXAGON = "M12 1 22 6.5v11L12 23 2 17.5v-11Z";
const DIAMOND = "M12 1 23 12 12 23 1 12Z";

const TEAL = "#0b7285";
const free = (path: string) => ({ path, fill: "#ffffff", line: TEAL });
const busy = (path: string) => ({ path, fill: TEAL, line: "#ffffff" });

export const POINT_LOOKS = {
  "bike-free": free(CIRCLE),
  "bike-busy": busy(CIRCLE),
  "van-free": free(SQUARE),
  "van-busy": busy(SQUARE),
  "truck-free": free(HEXAGON),
  "truck-busy": busy(HEXAGON),
  "order-waiting": { path: DIAMOND, fill: "#e03131", line: "#ffffff" },
  "order-taken": { path: DIAMOND, fill: "#fab005", line: "#495057" },
  "order-carried": { path: DIAMOND, fill: "#868e96", line: "#ffffff" },
} as const;
export type PointLook = keyof typeof POINT_LOOKS;

// Points north; drawn beside whoever moves and turned.
export const HEADING = { path: "M12 0 17 8H7Z", fill: TEAL, line: "#ffffff" } as const;

export const LOOK_SIZE = 24;
