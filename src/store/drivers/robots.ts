// The sandbox's robot drivers.
import type { Vehicle } from "../../domain/catalogue/service.ts";
import type { Sql } from "../db.ts";

export type RobotPlace = {
  readonly phone: string;
  readonly cityId: string;
  readonly vehicle: Vehicle;
  readonly lat: number;
  readonly lng: number;
  readonly locatedAt: Date | null;
};

// Always in the same order, so that whoever asks again knows which is which.
export async function listRobotPlaces(db: Sql, cityId: string, max: number): Promise<readonly RobotPlace[]> {
  return db<RobotPlace>`
    select phone, city_id, vehicle, lat, lng, located_at
    from drivers
    join driver_places as place on place.driver_phone = phone
    where city_id = ${cityId}
      and is_robot
      and online
      and lat is not null
      and lng is not null
    order by phone
    limit ${max}`;
}
