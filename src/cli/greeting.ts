// What a person sees when the program is up: addresses, the sandbox's credentials, and a request to paste.
import { DEMO } from "../operations/seed.ts";
import { isLoopback, type Settings } from "./settings.ts";

const ORDER = {
  order_time: 0,
  service_id: "SGN-BIKE",
  requests: [],
  payment_method: "BALANCE",
  path: [
    { address: "Ben Thanh", lat: 10.7725, lng: 106.698, name: "Shop", mobile: DEMO.phone },
    { address: "Notre-Dame", lat: 10.7798, lng: 106.699, name: "Lan", mobile: "0912345678", cod: 50000 },
  ],
};

// `ownerLink`: while there is no owner, and to nobody else.
export function greet(say: (line: string) => void, settings: Settings, root: string, ownerLink?: string): void {
  const rows: (readonly [string, string])[] = [
    ["Start page", root],
    ["API", `${root}/v3`],
    ["API reference", `${root}/docs`],
    ["Pages", `${root}/portal (partners), ${root}/console (operator), ${root}/drive (drivers)`],
  ];
  if (settings.mode === "sandbox") {
    rows.push(
      ["Demo api_key", DEMO.apiKey],
      ["Demo accounts", `${DEMO.phone} (10,000,000 VND), ${DEMO.emptyPhone} (empty)`],
      ["Demo driver", `${DEMO.driver.phone}, pin ${DEMO.driver.pin} (bike, SGN)`],
      ["Route key", DEMO.routeKey],
      ["Operator key", settings.operatorKeys[0]],
    );
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  say("");
  say(`  Giao is ready (${settings.mode}).`);
  say("");
  for (const [name, detail] of rows) say(`  ${name.padEnd(width)}  ${detail}`);
  say("");
  if (ownerLink !== undefined) {
    say("  Nobody owns this installation yet. Whoever opens this link first, within a day, becomes its owner:");
    say("");
    say(`  ${ownerLink}`);
    say("");
  }
  if (settings.mode !== "sandbox") return;
  if (!isLoopback(settings.host)) {
    say(
      "  WARNING: this sandbox listens beyond this machine, and its keys are public. Anyone who can reach it owns it.",
    );
    say("");
  }
  say("  Try it: get a token, then list the services of Ho Chi Minh City.");
  say("");
  say(
    `  TOKEN=$(curl -s ${root}/v3/accounts/token -d '{"api_key":"${DEMO.apiKey}","mobile":"${DEMO.phone}"}' | cut -d'"' -f4)`,
  );
  say(`  curl -s "${root}/v3/services?city_id=SGN" -H "Authorization: Bearer $TOKEN"`);
  say("");
  say(
    `  Then order a delivery${settings.robots ? "; a robot driver takes it within seconds" : ""}. GET /v3/orders/<order_id> shows how it goes.`,
  );
  say("");
  say(`  curl -s ${root}/v3/orders -H "Authorization: Bearer $TOKEN" -d '${JSON.stringify(ORDER)}'`);
  say("");
}
