// What is to be planned, as numbers: places know each other only through matrices, times are seconds on one clock, costs whatever the
// caller counts in. Nothing here knows a map, an order or an hour of the day.

// Travel of one kind of vehicle between `size` places, row by row.
type Travel = {
  readonly size: number;
  readonly seconds: Float64Array;
  // What driving costs: metres, seconds, or a sum of both.
  readonly costs: Float64Array;
};

export type Stop = {
  readonly place: number;
  // What is done there begins within these.
  readonly from: number;
  readonly to: number;
  readonly serviceSeconds: number;
};

// What is carried from one place to others in one vehicle: goods in each dimension of capacity. `cash` is what a delivery hands to
// the driver.
type Delivery = Stop & { readonly amounts: readonly number[]; readonly cash?: number };
export type Request = {
  // None: the goods are aboard when the vehicle starts.
  readonly pickup?: Stop;
  readonly deliveries: readonly Delivery[];
  // Taken in at the pickup and kept aboard to the end of the route.
  readonly kept?: readonly number[];
  // Only vehicles that have all of these bits may take it.
  readonly skills?: number;
  // Only this one may: the goods are in it, or somebody decided so.
  readonly vehicle?: number;
  // These may not: they refused it.
  readonly notFor?: readonly number[];
  // What it costs to leave it out.
  readonly penalty?: number;
};

export type Vehicle = {
  readonly travel: number;
  readonly start: number;
  // None: it ends where its last stop is.
  readonly end?: number;
  readonly from: number;
  readonly to: number;
  readonly capacities: readonly number[];
  readonly cashMax?: number;
  readonly skills?: number;
  // When nothing is done: a drive or a service goes on afterwards.
  readonly breaks?: readonly { readonly from: number; readonly to: number }[];
  // What using it at all costs.
  readonly fixedCost?: number;
};

export type Problem = {
  readonly travels: readonly Travel[];
  readonly requests: readonly Request[];
  readonly vehicles: readonly Vehicle[];
  // What it costs beside the driving that a vehicle takes a request: it is another's in the plan in force, or far from home. By
  // vehicle, then request.
  readonly leanings?: Float64Array;
};

// A visit names a request and which of its stops: 0 is the pickup (or the first delivery of goods that are aboard).
export type Visit = { readonly request: number; readonly stop: number };
export type Plan = {
  // One for each vehicle, in the order of its visits.
  readonly routes: readonly (readonly Visit[])[];
  readonly unplanned: readonly number[];
  readonly cost: number;
};

export function stopsOf({ pickup, deliveries }: Request): readonly Stop[] {
  return pickup ? [pickup, ...deliveries] : deliveries;
}
