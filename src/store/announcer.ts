// Tells every replica what has changed about orders, after the change is committed (connections/afterwards.ts): many changes cost one small
// statement. A notice that is lost with its process is made good by the sweeps, which look by themselves.
import type { Phone } from "../domain/phone.ts";
import { EVERYTHING } from "../ports/live/live-notices.ts";
import type { Database } from "./db.ts";
import { type Notice, phonesOfNotices } from "./notices.ts";

export type Announcer = {
  // `driver`: who has it, if somebody does.
  readonly orderChanged: (orderId: string, driver?: Phone) => void;
  readonly offersChanged: (drivers: readonly Phone[]) => void;
  readonly driverChanged: (driver: Phone) => void;
  readonly messagesQueued: (orderId: string) => void;
};

export function openAnnouncer(db: Database): Announcer {
  const notify = (notice: Notice, payload: string): void => db.notify({ notice, payload });
  return {
    orderChanged: (orderId, driver) => {
      notify("giao_orders", orderId);
      if (driver !== undefined) notify("giao_held", `${driver} ${orderId}`);
      notify("giao_work", EVERYTHING);
    },
    offersChanged: (drivers) => {
      for (const phones of phonesOfNotices(drivers)) notify("giao_offers", phones);
    },
    driverChanged: (driver) => notify("giao_drivers", driver),
    messagesQueued: (orderId) => notify("giao_messages", orderId),
  };
}
