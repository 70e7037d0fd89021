// The demo streets as one extract: every seeded city and the roads between them, the same on every machine. From here on
// they are a map like any other: the same builder, the same engine.
import { type Chance, seededChance } from "../../domain/chance.ts";
import { type LatLng, METERS_PER_DEGREE, metersBetween } from "../../domain/geo.ts";
import type { Extract, Relation, Tags, Way } from "../../extract/extract.ts";
import { DEMO_CITIES, DEMO_ROADS, type DemoCity, type DemoRoad } from "./demo-cities.ts";
import { layRiver, type River, type Spot } from "./river.ts";
import { addAlleys, addCrossings, type TurnBan } from "./side-streets.ts";
import { type Corner, type Grid, layGrid, type StreetKind, type Stretch } from "./street-grid.ts";

// Raised whenever the streets change: those that an earlier program kept are then drawn again.
export const DEMO_LABEL = "generated demo streets, edition 1";

type Gate = { readonly at: LatLng; readonly nodeId: number };
type Toward = (spot: Spot) => LatLng;

const PARKS = 0.03;
const ROAD_SHAPE_METERS = 5000;
// The two carriageways of a motorway lie this far apart.
const CARRIAGEWAYS_DEGREES = 0.0002;

const TAGS: Readonly<Record<StreetKind, Tags>> = {
  primary: { highway: "primary", maxspeed: "60", lanes: "4" },
  secondary: { highway: "secondary", maxspeed: "50" },
  tertiary: { highway: "tertiary", maxspeed: "50" },
  residential: { highway: "residential", maxspeed: "40" },
  alley: { highway: "service", service: "alley" },
  lane: { highway: "service", service: "alley", motorcar: "no", width: "1.5" },
  roundabout: { highway: "primary", junction: "roundabout" },
};

export function drawDemoExtract(cities = DEMO_CITIES, roads = DEMO_ROADS): Extract {
  const sheet = newMapSheet();
  const gates = new Map(cities.map((city) => [city.id, drawCity(sheet, city)]));
  for (const road of roads) drawRoad(sheet, road, gates);
  return sheet.finish();
}

// Returns the corners where a road from elsewhere may join.
function drawCity(sheet: MapSheet, city: DemoCity): readonly Gate[] {
  const chance = seededChance([...city.id].reduce((seed, letter) => seed * 31 + letter.charCodeAt(0), 7));
  const name = inventNames(chance);
  const river = layRiver(city);
  const toward = projection(city.center);
  drawGround(sheet, city, river, toward, name());
  const grid = layGrid(city, river, name, chance);
  const alleys = addAlleys(grid, city.alleyWord, chance);
  const { rings, bans } = addCrossings(grid, name, chance);
  drawQuarters(sheet, city, grid, toward, name, chance);
  const nodes = new Map<Corner, number>();
  drawStretches(sheet, [...grid.stretches.values(), ...rings, ...alleys], bans, nodes, toward);
  return [...grid.stretches.values()]
    .filter(({ street, bridge }) => street.kind === "primary" && bridge === undefined)
    .map(({ from }) => ({ at: toward(from), nodeId: nodes.get(from)! }));
}

function projection(center: LatLng): Toward {
  const east = METERS_PER_DEGREE * Math.cos((center.lat * Math.PI) / 180);
  return ({ x, y }) => ({ lat: center.lat + y / METERS_PER_DEGREE, lng: center.lng + x / east });
}

function drawStretches(
  sheet: MapSheet,
  stretches: readonly Stretch[],
  bans: readonly TurnBan[],
  nodes: Map<Corner, number>,
  toward: Toward,
): void {
  const nodeOf = (corner: Corner): number => {
    const known = nodes.get(corner);
    if (known !== undefined) return known;
    const id = sheet.addNode(toward(corner), corner.hasLights ? { highway: "traffic_signals" } : undefined);
    nodes.set(corner, id);
    return id;
  };
  // A banned turn names whole ways, so ways end where one is.
  const ends = new Set(bans.map((ban) => ban.via));
  const wayOf = new Map<Stretch, number>();
  let run: Stretch[] = [];
  const drawRun = (): void => {
    const [first] = run;
    if (!first) return;
    const corners = [first.from, ...run.flatMap((stretch) => [...stretch.between, stretch.to])];
    const id = sheet.addWay(corners.map(nodeOf), tagsOf(first));
    for (const stretch of run) wayOf.set(stretch, id);
    run = [];
  };
  for (const stretch of stretches) {
    const last = run.at(-1);
    const goesOn =
      last?.street === stretch.street &&
      last.bridge === stretch.bridge &&
      last.to === stretch.from &&
      !ends.has(last.to);
    if (!goesOn) drawRun();
    run.push(stretch);
  }
  drawRun();
  for (const { from, via, to } of bans) {
    sheet.addTurnBan(wayOf.get(from)!, nodeOf(via), wayOf.get(to)!, "no_left_turn");
  }
}

function tagsOf({ street, bridge }: Stretch): Tags {
  return {
    ...TAGS[street.kind],
    name: bridge ?? street.name,
    ...(street.oneway && { oneway: street.oneway === "forward" ? "yes" : "-1" }),
    ...(bridge && { bridge: "yes", layer: "1" }),
  };
}

function drawGround(sheet: MapSheet, city: DemoCity, river: River, toward: Toward, name: string): void {
  const area = (spots: readonly Spot[], tags: Tags): void => {
    const refs = spots.map((spot) => sheet.addNode(toward(spot)));
    sheet.addWay([...refs, refs[0]!], tags);
  };
  sheet.addNode(city.center, {
    place: "city",
    name: `${city.name} (bản đồ mẫu)`,
    "name:en": `${city.name} (demo map)`,
  });
  const rim = Array.from({ length: 48 }, (_, i) => (i * Math.PI) / 24);
  area(
    rim.map((angle) => ({ x: city.eastMeters * Math.cos(angle), y: city.northMeters * Math.sin(angle) })),
    { landuse: "residential" },
  );
  area(river.banks, { natural: "water", water: "river", name: `Sông ${name}` });
  sheet.addWay(
    river.course.map((spot) => sheet.addNode(toward(spot))),
    { waterway: "river", name: `Sông ${name}` },
  );
}

// A name in the middle of each mesh, and a park here and there.
function drawQuarters(
  sheet: MapSheet,
  city: DemoCity,
  grid: Grid,
  toward: Toward,
  name: () => string,
  chance: Chance,
): void {
  const isMiddle = (line: number) => (line + city.linesPerSide * grid.mesh) % grid.mesh === grid.mesh / 2;
  for (let row = -city.linesPerSide; row < city.linesPerSide; row += 1) {
    for (let column = -city.linesPerSide; column < city.linesPerSide; column += 1) {
      const around = [
        grid.corner(column, row),
        grid.corner(column + 1, row),
        grid.corner(column + 1, row + 1),
        grid.corner(column, row + 1),
      ].filter((found) => found !== undefined);
      if (around.length < 4 || around.some((found) => found.isWet)) continue;
      const middle = { x: mean(around.map(({ x }) => x)), y: mean(around.map(({ y }) => y)) };
      if (isMiddle(row) && isMiddle(column)) {
        sheet.addNode(toward(middle), { place: "quarter", name: `Khu ${name()}` });
      }
      if (chance() > PARKS) continue;
      const refs = around.map(({ x, y }) =>
        sheet.addNode(toward({ x: middle.x + (x - middle.x) * 0.8, y: middle.y + (y - middle.y) * 0.8 })),
      );
      sheet.addWay([...refs, refs[0]!], { leisure: "park", name: `Công viên ${name()}` });
    }
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function drawRoad(sheet: MapSheet, road: DemoRoad, gates: ReadonlyMap<string, readonly Gate[]>): void {
  const { points } = road;
  const start = nearestGate(gates.get(road.fromCity), points[0]!);
  const end = road.toCity === undefined ? undefined : nearestGate(gates.get(road.toCity), points.at(-1)!);
  if (!start || (road.toCity !== undefined && !end)) return;
  const shape = densify([start.at, ...points, ...(end ? [end.at] : [])]).slice(1, end ? -1 : undefined);
  const tags = {
    highway: road.carsOnly ? "motorway" : "trunk",
    maxspeed: road.carsOnly ? "100" : "80",
    name: road.name,
    ref: road.ref,
  };
  const draw = (shift: number, oneway: Tags): void => {
    const between = shape.map(({ lat, lng }) => sheet.addNode({ lat: lat + shift, lng }));
    sheet.addWay([start.nodeId, ...between, ...(end ? [end.nodeId] : [])], { ...tags, ...oneway });
  };
  draw(0, road.carsOnly ? { oneway: "yes" } : {});
  if (road.carsOnly) draw(CARRIAGEWAYS_DEGREES, { oneway: "-1" });
}

function nearestGate(gates: readonly Gate[] | undefined, to: LatLng): Gate | undefined {
  return gates?.reduce<Gate | undefined>(
    (best, gate) => (!best || metersBetween(gate.at, to) < metersBetween(best.at, to) ? gate : best),
    undefined,
  );
}

function densify(points: readonly LatLng[]): readonly LatLng[] {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    if (!before) return [point];
    const pieces = Math.ceil(metersBetween(before, point) / ROAD_SHAPE_METERS);
    return Array.from({ length: pieces }, (_, k) => ({
      lat: before.lat + ((point.lat - before.lat) * (k + 1)) / pieces,
      lng: before.lng + ((point.lng - before.lng) * (k + 1)) / pieces,
    }));
  });
}

// An extract under construction: hands out ids in the order things are added, so that the same plan is the same extract.
type MapSheet = {
  readonly addNode: (at: LatLng, tags?: Tags) => number;
  readonly addWay: (refs: readonly number[], tags: Tags) => number;
  readonly addTurnBan: (fromWay: number, viaNode: number, toWay: number, kind: string) => void;
  readonly finish: () => Extract;
};

function newMapSheet(): MapSheet {
  const lats: number[] = [];
  const lngs: number[] = [];
  const tagsByIndex = new Map<number, Tags>();
  const ways: Way[] = [];
  const relations: Relation[] = [];
  return {
    addNode: (at, tags) => {
      // As in an extract: whole units of 1e-7 degrees, which also hides what two machines' sines disagree on.
      const length = lats.push(Math.round(at.lat * 1e7) / 1e7);
      lngs.push(Math.round(at.lng * 1e7) / 1e7);
      if (tags) tagsByIndex.set(length - 1, tags);
      return length;
    },
    addWay: (refs, tags) => {
      ways.push({ id: ways.length + 1, refs, tags });
      return ways.length;
    },
    addTurnBan: (fromWay, viaNode, toWay, kind) => {
      relations.push({
        id: relations.length + 1,
        members: [
          { kind: "way", ref: fromWay, role: "from" },
          { kind: "node", ref: viaNode, role: "via" },
          { kind: "way", ref: toWay, role: "to" },
        ],
        tags: { type: "restriction", restriction: kind },
      });
    },
    finish: () => ({
      nodes: {
        ids: Float64Array.from(lats, (_, index) => index + 1),
        lats: Float64Array.from(lats),
        lngs: Float64Array.from(lngs),
        tags: tagsByIndex,
      },
      ways,
      relations,
    }),
  };
}

// Street names that sound Vietnamese and exist nowhere: a thing of nature and what no street was ever named after.
const THINGS =
  "Mây Gió Nắng Trăng Sao Sương Mưa Suối Đồi Lá Sen Cúc Mận Đào Bưởi Cam Chanh Dừa Tre Trúc Thông Lúa Bướm Ong Sáo Yến Cò Vạc Nai Thỏ Mèo Rùa Cá Tôm Diều Thuyền".split(
    " ",
  );
const MANNERS =
  "Cười Hát Ngủ Múa Mơ Bay Vàng Xanh Tím Hồng Bạc Biếc Nhỏ Lớn Xa Gần Sớm Khuya Hiền Vui Ngọt Thơm Lười Đùa".split(" ");

// Each name once, then once more with a number behind it.
function inventNames(chance: Chance): () => string {
  const names = THINGS.flatMap((thing) => MANNERS.map((manner) => `${thing} ${manner}`));
  for (let i = names.length - 1; i > 0; i -= 1) {
    const j = Math.floor(chance() * (i + 1));
    [names[i], names[j]] = [names[j]!, names[i]!];
  }
  let given = 0;
  return () => {
    const round = Math.floor(given / names.length);
    const name = names[given % names.length]!;
    given += 1;
    return round === 0 ? name : `${name} ${round + 1}`;
  };
}
