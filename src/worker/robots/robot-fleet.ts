// The sandbox's robots: a few in every seeded city, made through the operator's door and driving through the
// driver's. One replica drives them; when it is gone, another takes over.

import { setTimeout as sleepFor } from "node:timers/promises";
import { CITY_SEEDS } from "../../domain/catalogue/seed/city-outlines.ts";
import type { City, Vehicle } from "../../domain/catalogue/service.ts";
import { type LatLng, readPoints } from "../../domain/geo.ts";
import { profileOf } from "../../domain/roads.ts";
import type { Services } from "../../operations/services.ts";
import { giveUpLeases, takeLease } from "../../store/dispatch/leases.ts";
import { openDriverClient } from "./driver-client.ts";
import { openRouteCall } from "./journey.ts";
import { proofPhoto } from "./proof-photo.ts";
import { liveAsRobot } from "./robot.ts";

export type RobotFleet = { readonly stop: () => Promise<void> };

export type RobotFleetDeps = Pick<Services, "db" | "random"> & {
  // Where this program answers.
  readonly root: string;
  readonly operatorKey: string;
  readonly routeKey: string;
  readonly speed: number;
  readonly tickMs: number;
};

const PIN = "2580";
const WALLET = 20_000_000;
const RESTART_MS = 3_000;
// In degrees, about a kilometre.
const BESIDE = 0.01;
const LEASE = "robots";
const LEASE_EVERY_MS = 2_000;

export type Post = { readonly cityId: string; readonly vehicle: Vehicle; readonly home: LatLng };

// Spread so that most of the inner city lies within the three kilometres of auto assign.
export const POSTS: readonly Post[] = [
  ...bikes(
    "SGN",
    readPoints(
      "10.7721,106.6983 10.7905,106.6957 10.7577,106.6783 10.7756,106.6622 10.8012,106.6648 10.7436,106.7003 10.7972,106.7211 10.7546,106.7299",
    ),
  ),
  { cityId: "SGN", vehicle: "VAN", home: { lat: 10.784, lng: 106.684 } },
  { cityId: "SGN", vehicle: "TRUCK", home: { lat: 10.768, lng: 106.682 } },
  ...bikes("HAN", readPoints("21.0285,105.8542 21.0136,105.8253 21.0379,105.8147 21.0031,105.8501 21.0512,105.8375")),
  { cityId: "HAN", vehicle: "VAN", home: { lat: 21.02, lng: 105.84 } },
  { cityId: "HAN", vehicle: "TRUCK", home: { lat: 21.02, lng: 105.835 } },
  ...CITY_SEEDS.filter(({ id }) => id !== "SGN" && id !== "HAN").flatMap(fewIn),
];

// One of each vehicle and a second bike around the centre of a smaller city.
function fewIn({ id: cityId, center }: City): readonly Post[] {
  const { lat, lng } = center;
  return [
    ...bikes(cityId, [center, { lat: lat - BESIDE, lng: lng - BESIDE }]),
    { cityId, vehicle: "VAN", home: { lat: lat - BESIDE, lng } },
    { cityId, vehicle: "TRUCK", home: { lat, lng: lng - BESIDE } },
  ];
}

// Names as people have them, so that a page looks as it will; lists that tell robots from people go by their mark.
const NAMES = [
  "Trần Văn Hùng",
  "Lê Thị Ngọc",
  "Phạm Quốc Bảo",
  "Huỳnh Thanh Tâm",
  "Võ Hoàng Long",
  "Đặng Thị Hạnh",
  "Bùi Đức Thắng",
  "Đỗ Minh Khoa",
  "Hồ Văn Lộc",
  "Ngô Gia Phúc",
  "Dương Thị Lan",
  "Lý Quang Vinh",
  "Nguyễn Hữu Nghĩa",
  "Trịnh Xuân Sơn",
  "Phan Thị Yến",
  "Đinh Công Mạnh",
  "Mai Anh Dũng",
] as const;

function bikes(cityId: string, homes: readonly LatLng[]): readonly Post[] {
  return homes.map((home) => ({ cityId, vehicle: "BIKE", home }));
}

export function startRobots(
  deps: RobotFleetDeps,
  posts: readonly Post[],
  onTrouble: (error: unknown) => void,
): RobotFleet {
  const stopping = new AbortController();
  const { signal } = stopping;
  const owner = deps.random.uuid();
  const sleep = (ms: number): Promise<void> => sleepFor(ms, undefined, { signal });
  const photo = proofPhoto();

  // A database that does not answer is asked again.
  async function hasLease(): Promise<boolean> {
    try {
      return await takeLease(deps.db, LEASE, owner);
    } catch (error) {
      onTrouble(error);
      return false;
    }
  }

  async function lead(): Promise<void> {
    while (!(await hasLease())) await sleep(LEASE_EVERY_MS);
    // Every robot says goodbye before this ends, whatever became of the others.
    await Promise.allSettled([keepLease(), ...posts.map((post, at) => run(post, at))]);
  }

  async function keepLease(): Promise<void> {
    for (;;) {
      await sleep(LEASE_EVERY_MS);
      await hasLease();
    }
  }

  // A life ends with its connection or an error, and begins again a little later.
  async function run(post: Post, at: number): Promise<void> {
    const mobile = String(84_912_000_001 + at);
    const client = openDriverClient(deps.root, { mobile, pin: PIN }, signal);
    const route = openRouteCall(deps.root, deps.routeKey, signal);
    const profile = profileOf(post.vehicle);
    let place = post.home;
    while (!signal.aborted) {
      try {
        await enlist(deps, { ...post, mobile, name: NAMES[at % NAMES.length]! }, signal);
        const { speed, tickMs } = deps;
        place = await liveAsRobot({ client, route, profile, speed, tickMs, photo, sleep }, place);
      } catch (error) {
        // Nobody must be offered to a robot that has gone.
        if (signal.aborted) return client.goOffline();
        onTrouble(error);
      }
      await sleep(RESTART_MS);
    }
  }

  const done = lead().catch((error: unknown) => {
    if (!signal.aborted) onTrouble(error);
  });
  return {
    stop: async () => {
      stopping.abort();
      await done;
      // Where the database does not answer, the lease runs out by itself.
      await giveUpLeases(deps.db, owner).catch(onTrouble);
    },
  };
}

type Recruit = Post & { readonly mobile: string; readonly name: string };

// Made once; the same reference pays the wallet once.
async function enlist(deps: RobotFleetDeps, recruit: Recruit, signal: AbortSignal): Promise<void> {
  const { mobile, name, vehicle, cityId } = recruit;
  const plate = `${cityId === "HAN" ? "29" : "59"}R1-${mobile.slice(-5)}`;
  const driver = { mobile, name, plate_number: plate, vehicle, city_id: cityId, pin: PIN, robot: true };
  await post(deps, "/operator/v1/drivers", driver, signal, [200, 409]);
  await post(deps, `/operator/v1/drivers/${mobile}/top-ups`, { amount: WALLET, reference: "robot" }, signal, [200]);
}

async function post(
  deps: RobotFleetDeps,
  path: string,
  body: object,
  signal: AbortSignal,
  expected: readonly number[],
): Promise<void> {
  const response = await fetch(deps.root + path, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json", "x-operator-key": deps.operatorKey },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!expected.includes(response.status)) throw new Error(`${path} answered ${response.status} ${text}`);
}
