// What an order weighs and how much room it takes, and what a vehicle of each kind holds. Who says nothing of their parcels has small ones.
import type { Service, Vehicle } from "../catalogue/service.ts";
import type { PackageDetail } from "../pricing/chosen-request.ts";

export type Load = { readonly kg: number; readonly litres: number };

// A motorbike holds the largest parcel that may be ordered for it, 90 × 70 × 90 cm and 100 kg (the last tier of BULKY).
export const VEHICLE_LOADS: Readonly<Record<Vehicle, Load>> = {
  BIKE: { kg: 100, litres: 567 },
  VAN: { kg: 800, litres: 4_000 },
  TRUCK: { kg: 2_000, litres: 10_000 },
};

const CUBIC_CM = 1_000;

type Asked = { readonly id: string; readonly tierCode?: string | null };

// The packages as they were described; where a size was chosen, at least that size, and its weight where none was given.
export function loadOf(
  packages: readonly PackageDetail[],
  requests: readonly Asked[],
  service: Partial<Pick<Service, "requests" | "vehicle" | "planning">> | undefined,
): Load {
  const kg = packages.reduce((sum, { weightKg }) => sum + weightKg, 0);
  const litres = packages.reduce((sum, each) => sum + litresOf(each), 0);
  const tiers = requests.flatMap(({ id, tierCode }) => {
    const offered = service?.requests?.find((request) => request.id === id)?.tiers ?? [];
    return offered.filter(({ code }) => code === tierCode);
  });
  const usual = VEHICLE_LOADS[service?.vehicle ?? "BIKE"];
  const { loadKg = 0, loadLitres = 0 } = service?.planning ?? {};
  const asked = kg > 0 ? kg : Math.max(0, ...tiers.map(({ weightKgMax }) => weightKgMax));
  // In the measure of a usual vehicle: where the service's hold half as much, everything counts double. So orders of several services fill one.
  return {
    kg: asked * (loadKg > 0 ? usual.kg / loadKg : 1),
    litres: Math.max(litres, ...tiers.map(litresOf)) * (loadLitres > 0 ? usual.litres / loadLitres : 1),
  };
}

function litresOf({ lengthCm = 0, widthCm = 0, heightCm = 0 }: Partial<PackageDetail>): number {
  return (lengthCm * widthCm * heightCm) / CUBIC_CM;
}

// What of a vehicle it takes by whatever it takes most of.
export function shareOfVehicle(vehicle: Vehicle, bundleMax: number, { kg, litres }: Load): number {
  const holds = VEHICLE_LOADS[vehicle];
  return Math.max(1 / bundleMax, kg / holds.kg, litres / holds.litres);
}
