// Parcels to be loaded, and which of them a typed or scanned text means.
import type { DriverOrder } from "../../../clients/typescript/src/api.ts";

export type Parcel = {
  readonly key: string;
  readonly orderId: string;
  readonly trackingNumber: string;
  readonly address: string;
  // Of several for one door, such as 2 of 3.
  readonly nth?: { readonly at: number; readonly of: number };
};

// One for each door; an order with one door has as many as were described. Of several doors nobody said which parcel goes where, so what is more than
// doors is listed by itself.
export function parcelsOf(orders: readonly DriverOrder[]): readonly Parcel[] {
  return orders.flatMap(({ order_id, path, parcels = 0 }) => {
    const doors = path.slice(1).map(({ index, tracking_number, address }) => ({
      key: `${order_id} ${index}`,
      orderId: order_id,
      trackingNumber: tracking_number ?? "",
      address,
    }));
    const [first] = doors;
    if (!first || parcels <= doors.length) return doors;
    const isOneDoor = doors.length === 1;
    const more = Array.from({ length: parcels - doors.length }, (_, at) => ({
      ...(isOneDoor ? first : { orderId: order_id, trackingNumber: "", address: "" }),
      key: `${order_id} +${at + 1}`,
    }));
    return [...doors, ...more].map((parcel, at) => ({ ...parcel, nth: { at: at + 1, of: parcels } }));
  });
}

// A label has an order's id, which means all its parcels, or a tracking number; a code may hold it at the end of a link. Of parcels with one number each
// scan means the next.
export function meantBy(
  text: string,
  parcels: readonly Parcel[],
  isChecked: (parcel: Parcel) => boolean = () => false,
): readonly Parcel[] {
  const said = text.trim().split(/[/=]/).at(-1)!.toUpperCase();
  if (said === "") return [];
  const numbered = parcels.filter(({ trackingNumber }) => trackingNumber.toUpperCase() === said);
  const [next] = [...numbered.filter((parcel) => !isChecked(parcel)), ...numbered];
  return next ? [next] : parcels.filter(({ orderId }) => orderId.toUpperCase() === said);
}
