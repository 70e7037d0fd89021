// How things look that are many on a map: what it is by its shape, how it is doing by its colour and whether it is filled. One table for the map and its legend.

const CIRCLE = "M12 2a10 10 0 1 0 .01 0Z";
// From the side, with their wheels.
const VAN = "M1 7a2 2 0 0 1 2-2h11l6 6h2a1 1 0 0 1 1 1v6h-2a3 3 0 0 1-6 0H9a3 3 0 0 1-6 0H1Z";
const TRUCK = "M1 3h13v5h5l4 5v5h-2a3 3 0 0 1-6 0H9a3 3 0 0 1-6 0H1Z";
const DIAMOND = "M12 1 23 12 12 23 1 12Z";

const TEAL = "#0b7285";
const free = (path: string) => ({ path, fill: "#ffffff", line: TEAL });
const busy = (path: string) => ({ path, fill: TEAL, line: "#ffffff" });

export const POINT_LOOKS = {
  "bike-free": free(CIRCLE),
  "bike-busy": busy(CIRCLE),
  "van-free": free(VAN),
  "van-busy": busy(VAN),
  "truck-free": free(TRUCK),
  "truck-busy": busy(TRUCK),
  "order-waiting": { path: DIAMOND, fill: "#e03131", line: "#ffffff" },
  "order-taken": { path: DIAMOND, fill: "#fab005", line: "#495057" },
  "order-carried": { path: DIAMOND, fill: "#868e96", line: "#ffffff" },
} as const;
export type PointLook = keyof typeof POINT_LOOKS;

// Points north; drawn beside whoever moves and turned.
export const HEADING = { path: "M12 0 17 8H7Z", fill: TEAL, line: "#ffffff" } as const;

export const LOOK_SIZE = 24;
