// The groups of calls, in the order in which people meet them.

export const TAGS: Readonly<Record<string, string>> = {
  Accounts:
    "Start here: `POST /v3/accounts/token` with the partner's API key and an account's phone number gives the token that most calls " +
    "want as `Authorization: Bearer`. A new token ends the old one at once. A token for the whole partner is of another kind: " +
    "`POST /v3/partner/tokens`.",
  "Child accounts":
    "Accounts under a parent: a shop and its branches. The child's phone gets a code, the parent activates it.",
  "Cities and services": "Where deliveries are offered, how (BIKE, ECO, 2H …), and what may be asked for with them.",
  Places: "Addresses as people type them, and what is at a point of the map.",
  Orders:
    "Estimate, create, follow, change, cancel, rate. A price is in whole VND; an estimate's `quote_id` holds it for ten minutes. " +
    "Send `idempotency-key` with every write: a repeat then answers with the first answer.",
  Callbacks:
    "Every change of an order is posted to your URL, signed and in order. Settings, log, resend, and the same events to pull. " +
    "What concerns the whole partner takes its API key, or a token made with it, instead of an account's token.",
  Routes: "Ways, distances and tables in OSRM's v1 protocol, with the partner's route key in the header `api-key`.",
  Sandbox:
    "Only with MODE=sandbox: drive an order through its life without a driver's phone, and move the clock. Orders whose `remarks` hold " +
    "`sim:none` are left alone by the robot drivers.",
  "Base map": "The map that pages draw on: vector tiles of the same extract as the roads, and their style.",
  Public: "For whoever has the link: the state of a delivery with the least data that tells it.",
  Driver: "The driver's side: sign in with phone and pin, go online, take offers, step by step to the door.",
  Portal:
    "What only the partner's page needs; everything else it does with the calls above. The browser's session is a cookie.",
  Operator: "Partners, money, catalogue, drivers and dispatch, with the operator's key in the header `x-operator-key`.",
  Health: "For machines that watch over the program.",
};
