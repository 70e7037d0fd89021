// What is paid on the way and handed on to the driver: so much for each tolled stretch and each crossing by ferry, as the service says.
import type { Amount } from "../amount.ts";
import type { Stretch } from "../roads.ts";

// Part of a tariff. Absent or 0: not charged; services saved before have none.
export type RoadTariff = { readonly tollFee?: Amount; readonly ferryFee?: Amount };

export type Passages = { readonly tolls: number; readonly ferries: number };

export function chargesForRoads({ tollFee = 0, ferryFee = 0 }: RoadTariff): boolean {
  return tollFee > 0 || ferryFee > 0;
}

// Over all legs: a stop on a tolled road does not end the stretch.
export function countPassages(legs: readonly (readonly Stretch[])[]): Passages {
  const stretches = legs.flat();
  const begun = (kind: Stretch): number =>
    stretches.filter((each, at) => each === kind && stretches[at - 1] !== kind).length;
  return { tolls: begun("toll"), ferries: begun("ferry") };
}
