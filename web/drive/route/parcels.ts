// Parcels to be loaded, and which of them a typed or scanned text means.
import type { DriverOrder } from "../../../clients/typescript/src/api.ts";

export type Parcel = {
  readonly key: string;
  readonly orderId: string;
  readonly trackingNumber: string;
  readonly address: string;
};

export function parcelsOf(orders: readonly DriverOrder[]): readonly Parcel[] {
  return orders.flatMap(({ order_id, path }) =>
    path.slice(1).map(({ index, tracking_number, address }) => ({
      key: `${order_id} ${index}`,
      orderId: order_id,
      trackingNumber: tracking_number ?? "",
      address,
    })),
  );
}

// A label has an order's id, which means all its parcels, or a tracking number; a code may hold it at the end of a link.
export function meantBy(text: string, parcels: readonly Parcel[]): readonly Parcel[] {
  const said = text.trim().split(/[/=]/).at(-1)!.toUpperCase();
  if (said === "") return [];
  const numbered = parcels.filter(({ trackingNumber }) => trackingNumber.toUpperCase() === said);
  return numbered.length > 0 ? numbered : parcels.filter(({ orderId }) => orderId.toUpperCase() === said);
}
