// Where the sandbox's robots are, for the map of its start page. Robots alone: a person who tries the driver's page here has not asked to be seen by everybody.
import { Type } from "typebox";
import { oneOf, place } from "../../contract/fields.ts";
import { toDegrees, toSteps } from "../../domain/board/live-moves.ts";
import { VEHICLES } from "../../domain/catalogue/service.ts";
import { newestPlaces } from "../../operations/live/newest-places.ts";
import type { Live } from "../../operations/live/open-live.ts";
import type { Sql } from "../../store/db.ts";
import { listRobotPlaces } from "../../store/drivers/robots.ts";
import { callsOf } from "../calls/call.ts";

type RobotDoor = { readonly db: Sql; readonly live: Pick<Live, "beyond"> };

const ROBOTS_MAX = 50;
// Where the start page's parcel is sent.
const CITY = "SGN";

const call = callsOf<RobotDoor>("Sandbox");

export const robotCalls = [
  call({
    id: "seeRobots",
    at: "GET /sandbox/v1/robots",
    summary: "Where the robots are",
    description: "For the map of the start page: robot drivers who are online in Hồ Chí Minh City, without names.",
    answer: Type.Object({ robots: Type.Array(Type.Object({ ...place, vehicle: oneOf(VEHICLES) })) }),
    refusals: [],
    run: async (_asked, { db, live }) =>
      newestPlaces(
        live,
        await listRobotPlaces(db, CITY, ROBOTS_MAX),
        (robot) => robot,
        (robot, { lat, lng }) => ({ ...robot, lat, lng }),
      ),
    encode: (robots) => ({
      robots: robots.map(({ lat, lng, vehicle }) => ({
        lat: toDegrees(toSteps(lat)),
        lng: toDegrees(toSteps(lng)),
        vehicle,
      })),
    }),
  }),
];
