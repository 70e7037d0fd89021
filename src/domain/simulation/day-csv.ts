// Reads a day from two plain files. Columns may come in any order and further ones are ignored; a row that cannot be read refuses the
// day with its line, because an order dropped here would be an order nobody misses.
import { isLatLng, type LatLng } from "../geo.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { type Day, type DayDriver, type DayOrder, dayFault } from "./day.ts";

const ORDER_COLUMNS = ["id", "placed_at", "ready_at", "pickup_lat", "pickup_lng", "drop_lat", "drop_lng"] as const;
const DRIVER_COLUMNS = ["id", "on_at", "off_at", "lat", "lng"] as const;
// Enough to see what is wrong with a file.
const FAULTS_SHOWN_MAX = 20;

export function parseDay(ordersCsv: string, driversCsv: string): Day | Refusal<"BAD_DAY"> {
  const faults: string[] = [];
  const orders = rowsOf("orders.csv", ordersCsv, ORDER_COLUMNS, faults).flatMap((row) => readOrder(row) ?? []);
  const drivers = rowsOf("drivers.csv", driversCsv, DRIVER_COLUMNS, faults).flatMap((row) => readDriver(row) ?? []);
  if (faults.length === 0) {
    const fault = dayFault({ orders, drivers });
    if (fault !== undefined) faults.push(`This day cannot be simulated: ${fault}.`);
  }
  if (faults.length === 0) return { orders, drivers };
  const more = faults.length - FAULTS_SHOWN_MAX;
  const shown = faults.slice(0, FAULTS_SHOWN_MAX).join("\n");
  return refuse("BAD_DAY", more > 0 ? `${shown}\n… and ${more} more.` : shown);
}

type Row<Column extends string> = {
  readonly text: (column: Column) => string | undefined;
  readonly number: (column: Column) => number | undefined;
  readonly place: (lat: Column, lng: Column) => LatLng | undefined;
  readonly fault: (why: string) => void;
};

function readOrder(row: Row<(typeof ORDER_COLUMNS)[number]>): DayOrder | undefined {
  const id = row.text("id");
  const placedAt = row.number("placed_at");
  const readyAt = row.number("ready_at");
  const pickup = row.place("pickup_lat", "pickup_lng");
  const drop = row.place("drop_lat", "drop_lng");
  if (id === undefined || placedAt === undefined || readyAt === undefined || !pickup || !drop) return undefined;
  return { id, placedAt, readyAt, pickup, doors: [drop] };
}

function readDriver(row: Row<(typeof DRIVER_COLUMNS)[number]>): DayDriver | undefined {
  const id = row.text("id");
  const onAt = row.number("on_at");
  const offAt = row.number("off_at");
  const start = row.place("lat", "lng");
  if (id === undefined || onAt === undefined || offAt === undefined || !start) return undefined;
  if (offAt < onAt) {
    row.fault(`off_at ${offAt} is before on_at ${onAt}`);
    return undefined;
  }
  return { id, onAt, offAt, start };
}

function rowsOf<Column extends string>(
  file: string,
  csv: string,
  columns: readonly Column[],
  faults: string[],
): readonly Row<Column>[] {
  const lines = csv.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const headerAt = lines.findIndex((line) => line.trim() !== "");
  const header = splitLine(lines[headerAt] ?? "").map((name) => name.trim().toLowerCase());
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    faults.push(`${file} line ${headerAt + 1}: no column ${missing.join(", ")}`);
    return [];
  }
  return lines.flatMap((line, at) => {
    if (at <= headerAt || line.trim() === "") return [];
    return [rowOf(splitLine(line), header, (why) => faults.push(`${file} line ${at + 1}: ${why}`))];
  });
}

function rowOf<Column extends string>(
  cells: readonly string[],
  header: readonly string[],
  fault: (why: string) => void,
): Row<Column> {
  const text = (column: Column): string | undefined => {
    const cell = cells[header.indexOf(column)]?.trim();
    if (cell) return cell;
    fault(`${column} is empty`);
    return undefined;
  };
  const number = (column: Column): number | undefined => {
    const cell = text(column);
    if (cell === undefined) return undefined;
    // Number() reads "0x10" and "Infinity"; a table of figures does not.
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell) && Number.isFinite(Number(cell))) return Number(cell);
    fault(`${column} is not a number: ${cell}`);
    return undefined;
  };
  const place = (latColumn: Column, lngColumn: Column): LatLng | undefined => {
    const lat = number(latColumn);
    const lng = number(lngColumn);
    if (lat === undefined || lng === undefined) return undefined;
    if (isLatLng({ lat, lng })) return { lat, lng };
    fault(`${latColumn}, ${lngColumn} ${lat}, ${lng} is not on the earth`);
    return undefined;
  };
  return { text, number, place, fault };
}

// Cells by commas; between double quotes a comma is text, and a doubled quote is one.
function splitLine(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    if (character === '"' && isQuoted && line[at + 1] === '"') {
      cell += character;
      at++;
    } else if (character === '"') {
      isQuoted = !isQuoted;
    } else if (character === "," && !isQuoted) {
      cells.push(cell);
      cell = "";
    } else {
      cell += character;
    }
  }
  return [...cells, cell];
}
