// Generated from the server's OpenAPI document by `npm run client:types`; do not edit.

export type Account = {
  /** The phone number. */
  _id: string;
  name: string;
  partner: string;
  email: string | null;
  referral_code: string;
  country_code: string;
  currency: string;
  /** ACTIVATED or DEACTIVATED. */
  account_status: string;
  /** Unix timestamp. */
  create_time: number;
  /** The parent's phone number; empty when there is none. */
  parent_id: string;
  home: {
    address: string;
  };
  city_id: Array<string>;
};

export type AlertMessage = {
  /** The same whenever it is sent again: of a mail its Message-ID, of a webhook its Idempotency-Key. */
  id: string;
  rule_id: string;
  rule: string;
  /** `daily_summary`, `documents_ending`: once a day. `low_fulfilment`, `no_driver`, `endpoint_down`, `ledger_unclean`: when it begins and when it is over. */
  kind: "daily_summary" | "low_fulfilment" | "no_driver" | "endpoint_down" | "ledger_unclean" | "documents_ending";
  occasion: "began" | "ended" | "day" | "test";
  subject: string;
  way: "mail" | "push" | "webhook";
  /** An e-mail address, a webhook's host, or who is signed in at the browser. */
  address: string;
  title: string;
  text: string;
  /** Unix timestamp. */
  time: number;
  status: "waiting" | "sent" | "failed";
  tries: number;
  /** What the last try met. */
  error: string;
  /** Unix timestamp; 0 while unset. */
  end_time: number;
  /** Unix timestamp; 0 while unset. */
  next_time: number;
};

export type AlertRule = {
  id: string;
  name: string;
  /** `daily_summary`, `documents_ending`: once a day. `low_fulfilment`, `no_driver`, `endpoint_down`, `ledger_unclean`: when it begins and when it is over. */
  kind: "daily_summary" | "low_fulfilment" | "no_driver" | "endpoint_down" | "ledger_unclean" | "documents_ending";
  /** Of a day's message, by the platform's clock. */
  hour?: number;
  /** `low_fulfilment`: fewer than so many of a hundred were delivered. */
  percent?: number;
  /** `low_fulfilment`: of orders of so many hours. */
  hours?: number;
  /** `low_fulfilment`: and so many have ended. */
  orders_min?: number;
  /** `no_driver`: the oldest order has waited so long. `endpoint_down`: the oldest callback has. */
  minutes?: number;
  /** Empty: all, each by itself. */
  city_id: string;
  language: "vi" | "en";
  mail: Array<string>;
  push: boolean;
  /** Empty: none. The address itself is not shown again. */
  webhook_host: string;
  webhook_shape: "slack" | "plain";
  on: boolean;
  /** Unix timestamp. */
  create_time: number;
  created_by: string;
  /** What goes on at the moment. */
  open: Array<{
    /** A city's or a partner's id; empty: the whole platform. */
    subject: string;
    /** Unix timestamp. */
    since: number;
  }>;
};

export type ApiKey = {
  /** How its hash begins. */
  id: string;
  /** Empty for the one that the operator gave. */
  name: string;
  /** Unix timestamp. */
  create_time: number;
  /** To the minute; 0 when it never was. */
  last_used_time: number;
  /** When it was rotated: until then it works. 0: no end. */
  end_time: number;
};

export type Application = {
  id: string;
  mobile: string;
  /** DRAFT while its writer may change it, also after a document was asked for again. */
  status: "DRAFT" | "SUBMITTED" | "APPROVED" | "REFUSED";
  city_id: string;
  name: string;
  vehicle: "BIKE" | "VAN" | "TRUCK";
  plate_number: string;
  /** The bank that payouts go to. */
  bank: string;
  /** Digits or letters; spaces do not matter. */
  bank_account: string;
  /** As the bank has it. */
  bank_holder: string;
  documents: Array<{
    kind: "id_card" | "licence" | "registration" | "insurance";
    /** It counts; otherwise it waits to be looked at. */
    accepted: boolean;
    /** As 2027-03-31; the last day on which it is good. */
    expires_on?: string;
    /** Why another is asked for; empty where none is. */
    asked_again: string;
    /** Unix timestamp. */
    time: number;
  }>;
  /** What keeps it from being sent. */
  missing: Array<"id_card" | "licence" | "registration" | "insurance">;
  /** Why it was refused. */
  reason: string;
  /** Unix timestamp. */
  create_time: number;
  /** Unix timestamp. */
  change_time: number;
  /** Unix timestamp; 0 while unset. */
  submit_time: number;
  /** Unix timestamp; 0 while unset. */
  decide_time: number;
};

export type AuditEntry = {
  id: number;
  time: number;
  /** The person's or key's name; empty: the bare OPERATOR_KEY, or a failed sign-in. */
  operator: string;
  /** Who stands behind it: OPERATOR_KEY, a key of a machine, a person; empty where nobody did. */
  by: "" | "owner_key" | "key" | "person";
  /** Of the key or the person. */
  by_id: string;
  /** The call's operation id. */
  call: string;
  /** The id in the call's path, of a phone the last four digits; of a sign-in or sign-out the address it came from. */
  target: string;
  /** Where the call came from. */
  address: string;
  /** Of what the call changed, the fields that differ, as they were; null where it tells nothing. */
  before: unknown;
  /** The same as they are. */
  after: unknown;
  /** The comment or reason that came with the call. */
  reason: string;
  /** The answer's status; 0 when the program died before it answered. */
  outcome: number;
};

export type BoardRoute = {
  id: string;
  mobile: string;
  name: string;
  vehicle: string;
  /** planned: it may still change. asked: its driver is looking at it. taken: accepted. over: not accepted. */
  state: "planned" | "asked" | "taken" | "over";
  /** Nothing is added to it or taken from it. */
  locked: boolean;
  /** Unix timestamp; 0 while unset. */
  start_time: number;
  /** Unix timestamp; 0 while unset. */
  end_time: number;
  /** Unix timestamp; 0 while unset. */
  offer_at: number;
  /** km */
  distance: number;
  /** Whole VND. */
  earnings: number;
  stops: Array<BoardStop>;
};

export type BoardStop = {
  order_id: string;
  kind: "pickup" | "delivery";
  lat: number;
  lng: number;
  address: string;
  /** Unix timestamp; 0 while unset. */
  arrival: number;
  /** Unix timestamp; 0 while unset. */
  departure: number;
  /** Begun after this, something on the route is late. Unix seconds. */
  latest: number;
  /** Unix timestamp; 0 while unset. */
  deliver_from: number;
  /** Unix timestamp; 0 while unset. */
  deliver_by: number;
  in_hand: boolean;
  /** Kept for this driver. */
  locked: boolean;
  /** When it was picked up, or the last door of it was done; 0 before. */
  done_time: number;
};

export type CallbackEndpoint = {
  /** Empty while none is set. */
  url: string;
  auth: {
    type: "none" | "apikey" | "bearer" | "basic" | "body";
  };
  account_events: {
    /** 0: not told. */
    balance_low: number;
    cod_paid_out: boolean;
  };
  /** It answered 410; saving the settings starts it again. */
  stopped: boolean;
  /** Failed tries in a row. */
  failures: number;
  /** Events not delivered yet. */
  waiting: number;
  /** Events that were given up and can be sent again. */
  given_up: number;
  /** Unix timestamp; 0 while unset. */
  oldest_waiting_time: number;
};

export type CallbackEvent = {
  event_id: string;
  event_type: string;
  /** Unix timestamp. */
  event_time: number;
  /** Empty for events of accounts. */
  order_id: string;
  /** unsent when callbacks were not set up, forgotten once its tries are kept no longer. */
  state: "delivered" | "waiting" | "given_up" | "unsent" | "forgotten";
  /** 0 when none is due. */
  next_try_time: number;
  last_try: {
    try: number;
    /** Unix timestamp; 0 while unset. */
    callback_time: number;
    outcome: string;
    response_code: number;
    response_time: number;
    response_text: string;
    error: string;
  } | null;
};

export type CallbackLog = {
  partner: string;
  tracking_number: string;
  response_text: string;
  /** 0 when no answer came. */
  response_code: number;
  /** Seconds until the answer. */
  response_time: number;
  /** Unix timestamp; 0 while unset. */
  callback_time: number;
  /** The order as it was sent; holds at least _id and status. */
  request: unknown;
  event_id: string;
  try: number;
  outcome: string;
  error: string;
};

export type CallbackOfOrder = {
  event_id: string;
  event_type: string;
  /** Unix timestamp; 0 while unset. */
  event_time: number;
  /** unsent when callbacks were not set up, forgotten once its tries are kept no longer. */
  state: "delivered" | "waiting" | "given_up" | "unsent" | "forgotten";
  /** 0 when none is due. */
  next_try_time: number;
  /** Newest first. */
  tries: Array<{
    try: number;
    /** Unix timestamp; 0 while unset. */
    callback_time: number;
    outcome: string;
    response_code: number;
    response_time: number;
    response_text: string;
    error: string;
  }>;
  /** What was sent. */
  request: unknown;
};

export type CallbackSettings = {
  url: string;
  auth?: {
    /** apikey and bearer send secret in a header, body sends it as `api_key` in the JSON body. */
    type?: "none" | "apikey" | "bearer" | "basic" | "body";
    secret?: string;
    username?: string;
    password?: string;
  };
  /** What is told of accounts beside orders; what is not sent stays as it was, at first nothing. */
  account_events?: {
    /** account.balance_low when main and bonus fall below so many VND; 0: never. */
    balance_low?: number;
    /** account.cod_paid_out when collected cash comes into main. */
    cod_paid_out?: boolean;
  };
};

export type CancelReason = {
  code: string;
  en: string;
  vi: string;
};

export type Candidates = {
  order_id: string;
  /** Give it to the assignment, so that it holds for what you saw. */
  seq: number;
  /** What a driver's wallet must hold to take the order. */
  wallet_needed: number;
  /** How far from the pickup drivers are looked for now, in metres; null: without a limit. */
  reach: number | null;
  /** Those whom no rule keeps first, then the soonest at the pickup. */
  candidates: Array<{
    mobile: string;
    name: string;
    plate_number: string;
    vehicle: string;
    lat: number;
    lng: number;
    /** Until they are at the pickup, with all they have in hand done first. */
    pickup_in_seconds: number;
    /** Metres by road from where they will be free. */
    pickup_distance: number;
    /** Orders in hand. */
    load: number;
    /** What it holds beyond what those orders may take. */
    wallet: number;
    /** The rule that keeps dispatch from asking them; "" when none does. */
    rule:
      | ""
      | "PLACE_JUMPED"
      | "PLACE_FROM_THE_FUTURE"
      | "IN_ANOTHER_CITY"
      | "HAS_OPEN_OFFER"
      | "ON_BREAK"
      | "REFUSED_BEFORE"
      | "VEHICLE_DOES_NOT_FIT"
      | "EQUIPMENT_MISSING"
      | "WALLET_TOO_LOW"
      | "FREE_TOO_LATE"
      | "TOO_FAR";
    /** An operator may pass over every rule but the wallet's. */
    assignable: boolean;
  }>;
};

export type City = {
  /** City code. */
  _id: string;
  name: string;
  name_vi_vn: string;
  country_id: string;
  /** Its own clock, in which its hours and surge rules are. */
  time_zone: string;
};

export type CityDraft = {
  country_id?: string;
  name?: string;
  name_vi_vn?: string;
  level?: number;
  time_zone?: string;
  /** GeoJSON Polygon or MultiPolygon, without holes. */
  outline?: Record<string, unknown>;
  center?: {
    lat: number;
    lng: number;
  };
  enable?: boolean;
};

export type CityHealth = {
  city_id: string;
  /** The process that leads it, or led it last. */
  leader: string;
  /** False where nobody leads it now: no order waits, or its leader is lost. */
  led: boolean;
  /** How old the figures are. */
  age_seconds: number;
  waiting: number;
  /** How long the oldest has waited; 0 when none waits. */
  oldest_seconds: number;
  /** By what was last said of each. */
  waiting_for: Record<string, number>;
  drivers: number;
  rounds: {
    done: number;
    failed: number;
    capped: number;
    mean_ms: number;
  };
  /** Questions that ended in the last 10 minutes, by outcome. */
  offers: Record<string, number>;
  /** Accepted of all that were answered; null where none was. */
  acceptance: number | null;
  /** Share of the ways that the roads did not tell. */
  crow_share: number;
};

export type CityV1 = {
  /** City code. */
  _id: string;
  name: string;
  name_vi_vn: string;
  country_id: string;
  level: number;
};

export type ConsoleSession = {
  name: string;
  expires_at: number;
  /** Empty where OPERATOR_KEY signed in. */
  email: string;
  /** Signs in at the provider of OIDC_ISSUER, and so has no password here. */
  provider: boolean;
  role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
  /** Empty: all. */
  cities: Array<string>;
  /** What would not be refused. */
  rights: Array<
    | "look"
    | "self"
    | "orders"
    | "drivers"
    | "contacts"
    | "partners"
    | "messages"
    | "books"
    | "money"
    | "catalogue"
    | "keys"
    | "people"
    | "alerts"
    | "audit"
  >;
};

export type Dispatch = {
  order_id: string;
  status: string;
  driver: {
    mobile: string;
    name: string;
  } | null;
  /** Drivers who gave the order up. */
  dropped_by: Array<string>;
  offers: Array<{
    mobile: string;
    name: string;
    id: string;
    kind: string;
    offered_at: number;
    expires_at: number;
    /** "" while open, accepted, declined, expired, lost or withdrawn. */
    answer: string;
    answered_at: number;
    pickup_seconds: number;
    /** m */
    pickup_distance: number;
  }>;
  /** Newest first. */
  decisions: Array<{
    time: number;
    way: string;
    verdict: string;
    offered_to: Array<string>;
    planned_for: string;
    /** Of a planned order: why it is in no route. */
    reason?: string;
    reason_code?:
      | "NO_VEHICLE"
      | "VISITED_TWICE"
      | "PLANNED_AND_UNPLANNED"
      | "STOP_NOT_VISITED"
      | "SPLIT"
      | "BEFORE_PICKUP"
      | "OTHER_SKILLS"
      | "ANOTHERS"
      | "NOT_FOR_DRIVER"
      | "STARTS_TOO_FULL"
      | "TOO_MUCH"
      | "TOO_MUCH_CASH"
      | "LATE"
      | "AFTER_SHIFT"
      | "REFUSED_BY_DRIVER"
      | "OTHER_VEHICLE"
      | "LOCKED"
      | "NOBODY"
      | "NOBODY_LEFT"
      | "NO_ROAD";
    /** s too late, where it is a matter of time. */
    reason_late?: number;
    waiting_orders: number;
    drivers: number;
    /** How far away a driver might be, metres by road. */
    reach?: number;
    /** Drivers whom a rule kept from being asked. */
    ruled_out: number;
    /** roads, or crow when the roads did not answer. */
    travel: string;
    considered: Array<{
      mobile: string;
      name: string;
      verdict: string;
      pickup_in_seconds: number;
      /** Where they were then. */
      lat?: number;
      lng?: number;
      /** Where their plan was tried. */
      added_cost_seconds?: number;
    }>;
  }>;
};

export type Driver = {
  mobile: string;
  name: string;
  plate_number: string;
  vehicle: "BIKE" | "VAN" | "TRUCK";
  city_id: string;
  status: string;
  robot: boolean;
  /** What they bring along; services may ask for it. */
  equipment: Array<string>;
  /** What COD and commission of the orders in hand may come to at most, where that is less than the wallet; 0: the wallet alone counts. */
  cash_max: number;
  /** When they are asked nothing, in the city's own time, every day. */
  breaks: Array<{
    from: string;
    to: string;
  }>;
  rating: number | null;
  rating_count: number;
  create_time: number;
};

export type DriverOrder = {
  order_id: string;
  service_id: string;
  city_id: string;
  remarks: string;
  payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
  /** km, from the pickup to the last point. */
  distance: number;
  /** s */
  duration: number;
  /** Whole VND. */
  total_fee: number;
  /** What the driver earns by it, after commission and VAT. */
  earnings: number;
  /** COD to collect over all points. */
  cod: number;
  /** The fee to collect in cash; 0 when it is paid from a balance. */
  cash: number;
  /** What the wallet must hold to take the order. */
  wallet_needed: number;
  requests: Array<{
    _id: string;
    num: number;
    tier_code?: string;
  }>;
  /** How many drivers gave the order up before. */
  index: number;
  status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
  sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
  /** Counts the order's changes: of two records of it the one with more is the newer. */
  seq: number;
  /** Steps that can be taken now. */
  actions: Array<string>;
  /** As many as package_detail has, and one for each door at least. */
  parcels: number;
  path: Array<{
    index: number;
    lat: number;
    lng: number;
    address: string;
    /** Whole VND. */
    cod: number;
    remarks: string;
    short_address: string;
    name: string;
    mobile: string;
    tracking_number?: string;
    /** "" while it is to be done, also for the second time. */
    status: "" | "COMPLETED" | "FAILED";
    /** Unix timestamp; 0 while unset. */
    done_time: number;
  }>;
  /** The sender wants what could not be delivered back. */
  return_asked?: boolean;
  items: Array<{
    name: string;
    num: number;
  }>;
  polylines: string;
  /** Unix timestamp; 0 while unset. */
  accept_time: number;
  /** Unix timestamp; 0 while unset. */
  board_time: number;
  /** Unix timestamp; 0 while unset. */
  arrive_time: number;
  /** Unix timestamp; 0 while unset. */
  confirm_time: number;
  /** Unix timestamp; 0 while unset. */
  pay_time: number;
  /** Unix timestamp; 0 while unset. */
  pickup_time: number;
  /** Unix timestamp; 0 while unset. */
  complete_time: number;
  /** Unix timestamp; 0 while unset. */
  return_time: number;
  /** Unix timestamp; 0 while unset. */
  cancel_time: number;
  cancel_comment: string;
};

export type DriverStatement = {
  lines: Array<{
    id: number;
    kind: string;
    order_id: string;
    amount: number;
    /** The wallet after it. */
    balance: number;
    time: number;
  }>;
  next?: string;
  /** Unix timestamp. What is from before has left; absent: everything is there. */
  kept_since?: number;
};

export type DriverWallet = {
  /** VND */
  wallet: number;
  /** Of it, what orders in hand may still take. */
  promised: number;
  /** COD collected and not yet settled. */
  cod_in_hand: number;
};

export type DriverWeek = {
  /** The first day, as 2026-11-16. */
  monday: string;
  /** Unix timestamp. */
  from_time: number;
  /** Unix timestamp. */
  to_time: number;
  mobile: string;
  name: string;
  order_count: number;
  /** VND, after commission and VAT. */
  earnings: number;
  /** Whole VND. */
  commission: number;
  /** Taken at doors for orders paid in cash; the driver keeps it, and the wallet pays what is the platform's. */
  cash: number;
  /** COD collected. */
  cod: number;
  wallet_before: number;
  wallet_after: number;
  /** What moved the wallet, by kind; together the difference of before and after. */
  moves: Array<{
    kind: string;
    count: number;
    amount: number;
  }>;
  /** At most 500. */
  orders: Array<{
    order_id: string;
    /** Unix timestamp; 0 while unset. */
    time: number;
    earnings: number;
    commission: number;
    cash: number;
  }>;
};

export type Estimate = {
  service_id: string;
  data: {
    /** km */
    distance: number;
    /** s */
    duration: number;
    /** Whole VND. */
    distance_fee: number;
    /** Whole VND. */
    request_fee: number;
    /** Whole VND. */
    stop_fee: number;
    /** Tolls and ferries on the way, whole VND; 0 where the service does not charge for them. */
    road_fee: number;
    /** Whole VND. */
    vat_fee: number;
    /** Whole VND. */
    discount: number;
    /** Whole VND. */
    total_fee: number;
    /** Whole VND. */
    total_price: number;
    /** Whole VND. */
    subtotal_price: number;
    /** Whole VND. */
    distance_price: number;
    /** Whole VND. */
    special_request_price: number;
    /** Whole VND. */
    stoppoint_price: number;
    /** Whole VND. */
    vat: number;
    /** Whole VND. */
    voucher_discount: number;
    surge_rate: number;
    currency: string;
    tariff_version: number;
    requests: Array<{
      _id: string;
      num: number;
      /** Whole VND. */
      price: number;
      tier_code?: string;
    }>;
    /** Give it to create to get this price. */
    quote_id: string;
    /** Unix timestamp. */
    expires_at: number;
    warnings: Array<string>;
    /** Where each point of path was found. */
    points: Array<{
      lat: number;
      lng: number;
      /** given, or what of the address was found on the map. */
      located_by: string;
      /** 0 to 1. */
      located_confidence: number;
      /** From the point to the road it is driven to. */
      moved_meters: number;
    }>;
    /** If the order were made now. A guess, and no promise. */
    eta: {
      /** When a driver is expected at the pickup. Unix timestamp. */
      pickup: number;
      /** Earlier than this in one of ten. */
      pickup_low: number;
      /** Later than this in one of ten. */
      pickup_high: number;
      /** When the goods are expected to be handed over at the last point. Unix timestamp. */
      delivery: number;
      /** Delivered earlier than this in one of ten. */
      low: number;
      /** Delivered later than this in one of ten. */
      high: number;
      /** Until a driver accepts, as it lately was with this service. */
      assign_seconds: number;
      /** From there until the driver is at the pickup. */
      pickup_seconds: number;
      /** From there to the last point: taking the goods, the way by road, the doors before the last. */
      ride_seconds: number;
    };
    /** Of a planned service: delivered by then. Unix timestamp. */
    deliver_by?: number;
    /** And not before, where a slot was chosen. */
    deliver_from?: number;
    /** With route_optimized: the indices of path in the order they would be driven; 0 is the pickup. */
    stop_order?: Array<number>;
    /** Whether that is another order than the given one. */
    stop_order_changed?: boolean;
  } | null;
  error: Refusal | null;
  quote_id?: string;
  expires_at?: number;
  warnings?: Array<string>;
};

export type EstimateInput = {
  /** Unix timestamp of the delivery; 0 for an immediate order. */
  order_time: number;
  /** When the order starts to look for a driver; order_time when left out or 0. */
  idle_until?: number;
  /** When the goods can be fetched. Left out or 0: at order_time, or what pickups at that place have taught. */
  ready_at?: number;
  /** Of a planned service: delivered by then, if it can be. Unix timestamp; left out or 0: as the service promises. */
  deliver_by?: number;
  /** Of a planned service: the first moment of one of its slots (GET /v3/services/{service_id}/slots). */
  slot?: number;
  /** path[0] is the pickup, the others are deliveries; at least two. */
  path: Array<PathPointInput>;
  services?: Array<{
    _id: string;
    requests?: Array<RequestInput>;
  }>;
  group_services?: Array<{
    _id: string;
    group_requests?: Array<RequestInput>;
  }>;
  /** From the account's balance, in cash by the sender, or in cash by the recipient. */
  payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
  /** Discounts the fee. */
  promo_code?: string;
  /** For the driver. */
  remarks?: string;
  items?: Array<Item>;
  package_detail?: Array<PackageDetail>;
  /** Let the service choose the cheapest order of deliveries (three or more). */
  route_optimized?: boolean;
};

export type EtaFigure = {
  /** Windows that were told of orders that have ended. */
  told: number;
  /** Share that held what happened; 0.8 is meant. */
  held: number;
  /** How far chance alone moves that share to either side, nineteen times of twenty: 0.08 with a few dozen orders. */
  held_margin: number;
  /** Share where it happened before the window. */
  early: number;
  /** Share where it happened after the window. */
  late: number;
  /** Mean of what happened less the ETA. */
  bias_seconds: number;
  /** Mean width of the windows. */
  width_seconds: number;
  /** Width of the best window of one constant width that holds 80 %, known only afterwards. */
  constant_seconds: number;
};

export type EtaFigures = {
  all: EtaFigure;
  by_day: Array<{
    date: string;
    /** Windows that were told of orders that have ended. */
    told: number;
    /** Share that held what happened; 0.8 is meant. */
    held: number;
    /** How far chance alone moves that share to either side, nineteen times of twenty: 0.08 with a few dozen orders. */
    held_margin: number;
    /** Share where it happened before the window. */
    early: number;
    /** Share where it happened after the window. */
    late: number;
    /** Mean of what happened less the ETA. */
    bias_seconds: number;
    /** Mean width of the windows. */
    width_seconds: number;
    /** Width of the best window of one constant width that holds 80 %, known only afterwards. */
    constant_seconds: number;
  }>;
  by_hour: Array<{
    hour: number;
    /** Windows that were told of orders that have ended. */
    told: number;
    /** Share that held what happened; 0.8 is meant. */
    held: number;
    /** How far chance alone moves that share to either side, nineteen times of twenty: 0.08 with a few dozen orders. */
    held_margin: number;
    /** Share where it happened before the window. */
    early: number;
    /** Share where it happened after the window. */
    late: number;
    /** Mean of what happened less the ETA. */
    bias_seconds: number;
    /** Mean width of the windows. */
    width_seconds: number;
    /** Width of the best window of one constant width that holds 80 %, known only afterwards. */
    constant_seconds: number;
  }>;
  by_distance: Array<{
    meters: string;
    /** Windows that were told of orders that have ended. */
    told: number;
    /** Share that held what happened; 0.8 is meant. */
    held: number;
    /** How far chance alone moves that share to either side, nineteen times of twenty: 0.08 with a few dozen orders. */
    held_margin: number;
    /** Share where it happened before the window. */
    early: number;
    /** Share where it happened after the window. */
    late: number;
    /** Mean of what happened less the ETA. */
    bias_seconds: number;
    /** Mean width of the windows. */
    width_seconds: number;
    /** Width of the best window of one constant width that holds 80 %, known only afterwards. */
    constant_seconds: number;
  }>;
  by_stage: Array<{
    /** quoted, accepted, carried or closing. */
    stage: string;
    /** pickup or delivery. */
    target: string;
    /** Windows that were told of orders that have ended. */
    told: number;
    /** Share that held what happened; 0.8 is meant. */
    held: number;
    /** How far chance alone moves that share to either side, nineteen times of twenty: 0.08 with a few dozen orders. */
    held_margin: number;
    /** Share where it happened before the window. */
    early: number;
    /** Share where it happened after the window. */
    late: number;
    /** Mean of what happened less the ETA. */
    bias_seconds: number;
    /** Mean width of the windows. */
    width_seconds: number;
    /** Width of the best window of one constant width that holds 80 %, known only afterwards. */
    constant_seconds: number;
  }>;
};

export type Exception = {
  kind:
    | "DRIVER_SUSPENDED"
    | "DRIVER_SILENT"
    | "NO_DRIVER"
    | "WILL_BE_LATE"
    | "FAILED"
    | "GOODS_TO_RETURN"
    | "ENDPOINT_DOWN"
    | "DOCUMENT_ENDS";
  /** Unix timestamp. */
  since: number;
  age_seconds: number;
  /** What the driver or the endpoint said, where they said something. */
  cause: string;
  /** By how much it will be late. */
  late_seconds?: number;
  /** What can be done about it, the most fitting first. */
  actions: Array<
    | "assign"
    | "reassign"
    | "cancel"
    | "call_driver"
    | "call_sender"
    | "begin_return"
    | "note_returned"
    | "refund"
    | "see_partner"
    | "see_application"
  >;
  partner: string;
  /** Absent where it is about no order. */
  order?: {
    order_id: string;
    status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
    sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
    /** What became of it, which a status of COMPLETED does not tell: it only says that the driver has been at every door. */
    outcome: "OPEN" | "DELIVERED" | "PARTLY_DELIVERED" | "FAILED" | "RETURNING" | "RETURNED" | "CANCELLED";
    /** Give it to an action, so that it holds for what you saw. */
    seq: number;
    service_id: string;
    city_id: string;
    pickup: string;
    /** The last door's address. */
    delivery: string;
    /** The sender. */
    user_id: string;
    /** The driver; empty while there is none. */
    supplier_id: string;
    supplier_name: string;
  };
  /** Of a driver, where it ends soon or has ended. */
  document?: {
    application_id: string;
    kind: "id_card" | "licence" | "registration" | "insurance";
    /** The last day on which it is good. */
    expires_on: string;
    /** Of the driver. */
    mobile: string;
    name: string;
    city_id: string;
  };
  /** Events that the endpoint has not had. */
  waiting?: number;
};

export type Exceptions = {
  exceptions: Array<Exception>;
  /** Of all there are, whether listed or not. */
  counts: {
    DRIVER_SUSPENDED: number;
    DRIVER_SILENT: number;
    NO_DRIVER: number;
    WILL_BE_LATE: number;
    FAILED: number;
    GOODS_TO_RETURN: number;
    ENDPOINT_DOWN: number;
    DOCUMENT_ENDS: number;
  };
};

export type Figures = {
  by: "hour" | "day" | "week";
  /** Those that the caller may see. */
  measures: Array<string>;
  from: string;
  to: string;
  /** Those in which anything was counted, oldest first. */
  points: Array<{
    /** The beginning on the city's clock: 2026-11-17T09 of an hour, 2026-11-17 of a day, a Monday of a week. */
    at: string;
    /** By measure (docs/figures.md); null where nothing was counted that would tell. */
    measures: Record<string, number | null>;
  }>;
  /** By measure (docs/figures.md); null where nothing was counted that would tell. */
  all: Record<string, number | null>;
  /** Cancellations by whom: user, driver, operator, system. */
  cancelled_by: Record<string, number>;
  /** Cancellations by reason, the most frequent first. */
  cancel_reasons: Record<string, number>;
  before?: {
    from: string;
    to: string;
    /** Those in which anything was counted, oldest first. */
    points: Array<{
      /** The beginning on the city's clock: 2026-11-17T09 of an hour, 2026-11-17 of a day, a Monday of a week. */
      at: string;
      /** By measure (docs/figures.md); null where nothing was counted that would tell. */
      measures: Record<string, number | null>;
    }>;
    /** By measure (docs/figures.md); null where nothing was counted that would tell. */
    all: Record<string, number | null>;
    /** Cancellations by whom: user, driver, operator, system. */
    cancelled_by: Record<string, number>;
    /** Cancellations by reason, the most frequent first. */
    cancel_reasons: Record<string, number>;
  };
};

export type HealthSummary = {
  /** The program's now. */
  time: number;
  /** Of the process that answers. */
  clock: {
    /** False while timed work waits until the time is known again. */
    certain: boolean;
    /** How far its machine's clock is ahead of the database's; put right. */
    skew_seconds: number;
    /** How far its time may be off the database's. */
    error_seconds: number;
  };
  parts: Array<{
    name: string;
    ready: boolean;
    note: string;
  }>;
  /** Of the process that answers, over the last minute. */
  requests: {
    per_second: number;
    failed_per_second: number;
    p50_ms: number;
    p99_ms: number;
  };
  /** Every process that told of itself in the last minute. */
  processes: Array<Process>;
  callbacks: {
    waiting: number;
    given_up: number;
    /** Age of the oldest that is not delivered; 0 when none waits. */
    oldest_seconds: number;
  };
  orders: {
    open: number;
    waiting: number;
  };
  drivers_online: number;
  /** Each city in which orders waited in the last hour. */
  dispatch: Array<CityHealth>;
  database: {
    bytes: number;
    connections: number;
    idle: number;
    queue: number;
    /** Every table, the largest first. */
    tables: Array<{
      name: string;
      /** With indexes and all its months; looked at once a minute. */
      bytes: number;
      /** 0 for a table that is not kept by the month. */
      months: number;
    }>;
    /** Of DATABASE_READ_URL, as the process that answers sees them. */
    standbys: Array<{
      /** Host and port. */
      name: string;
      /** It answers reads; otherwise the primary does. */
      used: boolean;
      /** What it has not replayed; null while it does not answer. */
      lag_bytes: number | null;
      /** The age of the last change it has replayed. */
      lag_seconds: number | null;
    }>;
  };
  /** The map in use. */
  map: {
    label: string;
    version: string;
    demo: boolean;
  } | null;
};

export type InspectedOrder = {
  _id: string;
  /** The same as _id. */
  order_id: string;
  status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
  sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
  /** What became of it, which a status of COMPLETED does not tell: it only says that the driver has been at every door. */
  outcome: "OPEN" | "DELIVERED" | "PARTLY_DELIVERED" | "FAILED" | "RETURNING" | "RETURNED" | "CANCELLED";
  currency: string;
  /** Whole VND. */
  user_main_account: number;
  /** Whole VND. */
  user_bonus_account: number;
  /** Paid in cash; 0 when paid from the balance. */
  total_pay: number;
  /** Whole VND. */
  total_fee: number;
  /** Whole VND. */
  total_price: number;
  /** Whole VND. */
  subtotal_price: number;
  /** Whole VND. */
  online_pay: number;
  /** km */
  distance: number;
  /** s */
  duration: number;
  /** Whole VND. */
  distance_fee: number;
  /** Whole VND. */
  request_fee: number;
  /** Whole VND. */
  stop_fee: number;
  /** Tolls and ferries on the way, whole VND; 0 where the service does not charge for them. */
  road_fee: number;
  /** Whole VND. */
  vat_fee: number;
  /** Whole VND. */
  discount: number;
  /** Whole VND. */
  distance_price: number;
  /** Whole VND. */
  special_request_price: number;
  /** Whole VND. */
  stoppoint_price: number;
  /** Whole VND. */
  vat: number;
  /** Whole VND. */
  voucher_discount: number;
  surge_rate: number;
  tariff_version: number;
  payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
  promo_code: string;
  quote_id?: string;
  path: Array<PathPoint>;
  requests: Array<{
    _id: string;
    num: number;
    tier_code?: string;
    /** Whole VND. */
    price: number;
  }>;
  items: Array<{
    _id: string;
    name: string;
    /** Whole VND. */
    price: number;
    num: number;
  }>;
  package_detail: Array<{
    weight: number;
    length?: number;
    width?: number;
    height?: number;
    description?: string;
  }>;
  remarks: string;
  route_optimized: boolean;
  /** Encoded polyline, five decimals. */
  polylines: string;
  map_version: string;
  app: string;
  partner: string;
  service_id: string;
  city_id: string;
  user_id: string;
  user_name: string;
  user_imei: string | null;
  /** Unix timestamp; 0 while unset. */
  create_time: number;
  /** Unix timestamp; 0 while unset. */
  order_time: number;
  /** Unix timestamp; 0 while unset. */
  idle_until: number;
  /** When the goods can be fetched; only where the sender said so. */
  ready_at?: number;
  /** Of a planned service: promised to be delivered by then. */
  deliver_by?: number;
  /** And not before, where a slot was chosen. */
  deliver_from?: number;
  /** How many drivers gave the order up before. */
  index: number;
  /** Seconds that a driver is sought for. */
  timeout: number;
  shared_link: string;
  /** The same as shared_link. */
  share_link: string;
  supplier_id: string;
  supplier_name: string;
  /** With its middle hidden, unless the operator shows drivers' phones. */
  supplier_phone: string;
  /** The driver's average when they accepted; 0 while nobody has rated. */
  supplier_rating: number;
  plate_number: string;
  supplier_plate_number: string;
  /** Unix timestamp; 0 while unset. */
  accept_time: number;
  /** Where the driver accepted; absent before, 0 if unknown. */
  accept_lat?: number;
  accept_lng?: number;
  /** Unix timestamp; 0 while unset. */
  board_time: number;
  /** Unix timestamp; 0 while unset. */
  arrive_time: number;
  /** Unix timestamp; 0 while unset. */
  confirm_time: number;
  /** Unix timestamp; 0 while unset. */
  pay_time: number;
  /** Unix timestamp; 0 while unset. */
  pickup_time: number;
  /** What the driver brought back as proof, as it came. */
  pickup_info?: unknown;
  /** Unix timestamp; 0 while unset. */
  complete_time: number;
  /** Unix timestamp; 0 while unset. */
  return_time: number;
  /** What the driver brought back as proof, as it came. */
  por_info?: unknown;
  /** What the creator asked for after a failed delivery; absent while there is nothing. */
  after_fees?: Array<{
    kind: "SECOND_ATTEMPT" | "RETURN";
    /** The point of a second attempt; 0 for a return. */
    path_index: number;
    /** Whole VND. */
    fee: number;
    /** Whole VND. */
    vat_fee: number;
    /** Taken from the account's balance when it was asked for. */
    total_fee: number;
  }>;
  /** Unix timestamp; 0 while unset. */
  cancel_time: number;
  cancel_by_user: boolean;
  /** "" while it is not cancelled. */
  cancelled_by: "" | "user" | "driver" | "operator" | "system";
  cancel_comment: string;
  /** Of the standard reason in cancel_comment, else OTHER; empty while alive. */
  cancel_code: string;
  /** The same as cancel_comment. */
  comment: string;
  rebroadcast_comment: string;
  /** Goods that could not be delivered go back to the sender. */
  notify_package_return: boolean;
  /** The sender's rating; 0 while there is none. */
  uniform_user_feedback: number;
  rating_by_user: {
    rating: number;
    comment: string;
    /** Unix timestamp; 0 while unset. */
    time: number;
  } | null;
  rating_by_receiver: {
    rating: number;
    comment: string;
    /** Unix timestamp; 0 while unset. */
    time: number;
  } | null;
  /** Seconds from creation until a driver was sought. */
  pending_period: number;
  /** When the driver is expected at the pickup; while a driver has the order, 0 once it is picked up. */
  pickup_eta?: number;
  /** Earlier than this in one of ten. */
  pickup_eta_low?: number;
  /** Later than this in one of ten. */
  pickup_eta_high?: number;
  /** In the detail, while a driver carries the order and was heard of in the last three minutes. */
  driver_position?: {
    lat: number;
    lng: number;
    /** Degrees clockwise from north. */
    heading?: number;
    /** Metres a second. */
    speed?: number;
    /** When the driver was there. */
    at: number;
  };
  /** When the goods are expected to be handed over at the last point. */
  delivery_eta?: number;
  /** Earlier than this in one of ten. */
  delivery_eta_low?: number;
  /** Later than this in one of ten. */
  delivery_eta_high?: number;
  history: Array<{
    seq: number;
    event:
      | "wake"
      | "postpone"
      | "accept"
      | "expire"
      | "board"
      | "arrive"
      | "confirm"
      | "pay"
      | "pickup"
      | "near"
      | "deliver"
      | "fail"
      | "driver_cancel"
      | "retry"
      | "redeliver"
      | "refail"
      | "return_ask"
      | "return_begin"
      | "return_done"
      | "cancel"
      | "create"
      | "edit";
    /** user, driver, operator, system or sandbox. */
    actor: string;
    status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
    sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
    time: number;
  }>;
  offers: Array<{
    /** The driver who was asked. */
    mobile: string;
    kind: string;
    offered_at: number;
    /** "" while open, accepted, declined, expired, lost or withdrawn. */
    answer: string;
    answered_at: number;
  }>;
  journal: Array<{
    id: number;
    kind: string;
    reference: string;
    time: number;
    /** They sum to zero. */
    postings: Array<{
      account: string;
      owner: string;
      amount: number;
    }>;
  }>;
  /** To the recipients, where special request SMS was asked for. */
  messages: Array<{
    path_index: number;
    /** failed: its share of the fee was given back. */
    status: "waiting" | "sent" | "failed";
    tries: number;
    queued_time: number;
    /** When it was sent or given up; 0 while it waits. */
    end_time: number;
    /** Why the last try did not succeed. */
    error: string;
  }>;
  /** The order's newest event; give it to an action, so that it holds for what you saw. */
  seq: number;
  refunded: number;
  /** Of those that the caller's role allows. */
  actions: Array<{
    action:
      | "cancel"
      | "reassign"
      | "assign"
      | "confirm"
      | "complete_point"
      | "fail_point"
      | "begin_return"
      | "note_returned"
      | "refund";
    allowed: boolean;
    /** "" when allowed. */
    because: "" | "STATUS" | "CONFIRMED" | "NOTHING_TO_RETURN" | "ALL_REFUNDED";
    /** The statuses in which it is possible. */
    possible_in: Array<
      "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED"
    >;
  }>;
};

export type Invitation = {
  id: string;
  email: string;
  name: string;
  role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
  /** Empty: all. */
  cities: Array<string>;
  /** Unix timestamp. */
  create_time: number;
  created_by: string;
  /** Unix timestamp. */
  expire_time: number;
};

export type Item = {
  /** Goods id. */
  _id: string;
  name: string;
  /** Whole VND. */
  price: number;
  /** Total quantity. */
  num: number;
};

export type LiveCity = {
  city_id: string;
  /** Online, or with an order in hand; at most 3000. */
  drivers: Array<{
    /** What `moves` of the stream call them. */
    n: number;
    mobile: string;
    name: string;
    plate_number: string;
    vehicle: string;
    lat: number;
    lng: number;
    /** Only while they move. */
    heading: number | null;
    heard_time: number;
    /** Orders in hand. */
    carrying: number;
  }>;
  /** Open ones, those that wait first, then the newest; at most 3000. */
  orders: Array<{
    order_id: string;
    status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
    service_id: string;
    /** Of the driver; empty while there is none. */
    mobile: string;
    create_time: number;
    /** When the search for a driver ends; 0 when none is under way. */
    due_time: number;
    points: Array<{
      lat: number;
      lng: number;
    }>;
  }>;
  /** Of all there are, whether shown or not. */
  counts: {
    /** Online, or with an order in hand. */
    drivers: number;
    /** Of them, those with an order in hand. */
    busy: number;
    /** Open ones. */
    orders: number;
    /** Of them, those that wait for a driver. */
    waiting: number;
  };
  /** There is more than is shown. */
  full: boolean;
};

export type Member = {
  id: string;
  email: string;
  name: string;
  role: "owner" | "staff" | "finance" | "developer";
  /** The account they act for. */
  mobile: string;
  disabled: boolean;
  /** Unix timestamp. */
  create_time: number;
  created_by: string;
};

export type MemberInvitation = {
  id: string;
  email: string;
  name: string;
  role: "owner" | "staff" | "finance" | "developer";
  /** Unix timestamp. */
  create_time: number;
  created_by: string;
  /** Unix timestamp. */
  expire_time: number;
};

export type NearestAddress = {
  /** One line, as far as it is known; the district is that of before July 2025. */
  address: string;
  /** house, street, or area where neither is near. */
  kind: string;
  house_number: string | null;
  street: string | null;
  ward: string | null;
  district: string | null;
  province: string | null;
  /** Of the house or of the street. */
  lat: number | null;
  lng: number | null;
  /** Metres from what was asked about. */
  distance: number | null;
  /** As in force since July 2025: ward and province. */
  current: {
    address: string;
    ward: string | null;
    province: string | null;
  };
  /** As before: ward, district and province. */
  former: {
    address: string;
    ward: string | null;
    district: string | null;
    province: string | null;
  };
};

export type Offer = {
  id: string;
  /** assign: asked of this driver alone; broadcast: the first to accept has it. */
  kind: "assign" | "broadcast";
  /** Unix timestamp; 0 while unset. */
  offered_at: number;
  /** Unix timestamp; 0 while unset. */
  expires_at: number;
  /** Seconds left when this was sent; a phone's clock may be wrong. */
  expires_in: number;
  /** Metres by road to the pickup. */
  pickup_distance: number;
  pickup_seconds: number;
  /** Of a planned service: GET /driver/v1/routes has all of the route. */
  route_id?: string;
  order_id: string;
  service_id: string;
  city_id: string;
  remarks: string;
  payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
  /** km, from the pickup to the last point. */
  distance: number;
  /** s */
  duration: number;
  /** Whole VND. */
  total_fee: number;
  /** What the driver earns by it, after commission and VAT. */
  earnings: number;
  /** COD to collect over all points. */
  cod: number;
  /** The fee to collect in cash; 0 when it is paid from a balance. */
  cash: number;
  /** What the wallet must hold to take the order. */
  wallet_needed: number;
  requests: Array<{
    _id: string;
    num: number;
    tier_code?: string;
  }>;
  /** How many drivers gave the order up before. */
  index: number;
  path: Array<{
    index: number;
    lat: number;
    lng: number;
    address: string;
    /** Whole VND. */
    cod: number;
    remarks: string;
  }>;
};

export type OfferedRoute = {
  id: string;
  /** Unix timestamp; 0 while unset. */
  offered_at: number;
  /** Unix timestamp; 0 while unset. */
  expires_at: number;
  /** Seconds left when this was sent. */
  expires_in: number;
  /** The orders that are asked about. */
  order_ids: Array<string>;
  /** km, from where the driver was asked to the last stop. */
  distance: number;
  /** s, waiting included. */
  duration: number;
  /** What the driver earns by these orders, after commission and VAT. */
  earnings: number;
  /** Unix timestamp; 0 while unset. */
  start_time: number;
  /** Unix timestamp; 0 while unset. */
  end_time: number;
  stops: Array<{
    order_id: string;
    kind: "pickup" | "delivery";
    path_index: number;
    lat: number;
    lng: number;
    address: string;
    /** Whole VND. */
    cod: number;
    /** Unix timestamp; 0 while unset. */
    arrival: number;
    /** Begun after this, something on the route is late. Unix seconds. */
    latest: number;
    /** The driver has this order already. */
    in_hand: boolean;
  }>;
};

export type OperatorAccount = {
  /** The phone number. */
  _id: string;
  name: string;
  partner: string;
  email: string | null;
  referral_code: string;
  country_code: string;
  currency: string;
  /** ACTIVATED or DEACTIVATED. */
  account_status: string;
  /** Unix timestamp. */
  create_time: number;
  /** The parent's phone number; empty when there is none. */
  parent_id: string;
  home: {
    address: string;
  };
  city_id: Array<string>;
  cod_limit: number | null;
  credit_limit: number;
  main: number;
  bonus: number;
  held: number;
  /** COD collected for this account and not yet paid out. */
  cod: number;
};

export type OperatorCity = {
  /** City code. */
  _id: string;
  name: string;
  name_vi_vn: string;
  country_id: string;
  level: number;
  /** Its own clock, in which its hours and surge rules are. */
  time_zone: string;
  enable: boolean;
  center: {
    lat: number;
    lng: number;
  };
  /** GeoJSON Polygon or MultiPolygon, without holes. */
  outline: {
    type: "MultiPolygon";
    coordinates: Array<Array<Array<Array<number>>>>;
  };
};

export type OperatorKey = {
  id: string;
  name: string;
  role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
  /** Empty: all. */
  cities: Array<string>;
  /** Unix timestamp. */
  create_time: number;
  created_by: string;
  /** Unix timestamp. */
  expire_time: number;
  /** To the minute; 0 when it never was. */
  last_used_time: number;
  /** Unix timestamp; 0 while unset. */
  revoke_time: number;
  revoked_by: string;
  /** Neither revoked nor expired. */
  active: boolean;
};

export type OperatorService = {
  _id: string;
  /** Empty for partner-hosted services, which serve every city. */
  city_id: string;
  group_service_id: string;
  /** The same as name_en_us. */
  name: string;
  name_en_us: string;
  name_vi_vn: string;
  description_en_us: string;
  description_vi_vn: string;
  /** m */
  advance_broadcast_distance: number;
  auto_assign: boolean;
  /** m */
  auto_assign_distance: number;
  /** The service's maximum COD. */
  cod: number;
  commission_type: string;
  /** Percent. */
  commission_value: number;
  currency: string;
  /** INSTANT or TRUCK. */
  delivery_type: string;
  vehicle: string;
  /** Expression in the distance x (km) and the hour h. */
  distance_fee: string;
  /** Whole VND. */
  stop_fee: number;
  /** For each tolled stretch on the way, VND; 0: not charged. */
  toll_fee: number;
  /** For each crossing by ferry, VND; 0: not charged. */
  ferry_fee: number;
  vat_rate: number;
  surge_rules: Array<SurgeRule>;
  /** m */
  max_distance: number;
  min_stop_points: number;
  max_stop_points: number;
  /** Empty: all day, every day. */
  service_hours: Array<ServiceHours>;
  /** Seconds without a driver after which an order is cancelled. */
  timeout: number;
  rebroadcast_limit: number;
  need_confirm_before_pickup: boolean;
  collect_cash_before_pickup: boolean;
  /** Orders one driver may carry at once. */
  max_bundle: number;
  enable: boolean;
  tariff_version: number;
  /** GeoJSON Polygon or MultiPolygon, without holes. */
  pickup_area?: {
    type: "MultiPolygon";
    coordinates: Array<Array<Array<Array<number>>>>;
  };
  /** GeoJSON Polygon or MultiPolygon, without holes. */
  delivery_area?: {
    type: "MultiPolygon";
    coordinates: Array<Array<Array<Array<number>>>>;
  };
  requests: Array<SpecialRequest>;
  partner: string;
  /** An accepted order that is not under way may be offered to a driver who has it at the door five minutes sooner, once, and at most two of a driver in 24 hours. */
  take_back: boolean;
  /** What its drivers must have with them, by the names that drivers' own equipment has. */
  equipment: Array<string>;
  /** immediate: each order is offered at once. rolling: orders are planned together and offered in routes, as late as the promise allows. waves: the same, leaving at set times. */
  planning: "immediate" | "rolling" | "waves";
  /** Minutes. The promise: delivered within so long of the order; 0: by plan_until alone. */
  plan_within: number;
  /** The promise: by this time of the day at the latest. */
  plan_until: string;
  /** Minutes. What is ready later than this from now is planned later. */
  plan_horizon: number;
  /** When waves leave. */
  plan_waves: Array<string>;
  /** Minutes. What was ordered so long before a wave leaves goes along. */
  plan_cut_off: number;
  /** Minutes. A route is offered so long before its driver has to set out. */
  plan_lead: number;
  /** Minutes. So long before the promised time an order nobody has taken is offered at once. */
  plan_latest_offer: number;
  /** Whoever a route is planned for has it without being asked. */
  plan_auto_assign: boolean;
  /** Minutes. How long a slot of the day is; slots begin at midnight. */
  plan_slot: number;
  /** How many orders are promised for one slot; 0: as many as the plan takes. */
  plan_slot_orders: number;
  /** What a vehicle of this service carries at once; 0: what is usual of its kind. */
  plan_load_kg: number;
  /** The same in litres. */
  plan_load_litres: number;
  /** What cannot be delivered when it is wanted is refused (INVALID_DELIVERY_TIME), and not taken for later. */
  plan_refuse_late: boolean;
};

export type Order = {
  _id: string;
  /** The same as _id. */
  order_id: string;
  status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
  sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
  /** What became of it, which a status of COMPLETED does not tell: it only says that the driver has been at every door. */
  outcome: "OPEN" | "DELIVERED" | "PARTLY_DELIVERED" | "FAILED" | "RETURNING" | "RETURNED" | "CANCELLED";
  currency: string;
  /** Whole VND. */
  user_main_account: number;
  /** Whole VND. */
  user_bonus_account: number;
  /** Paid in cash; 0 when paid from the balance. */
  total_pay: number;
  /** Whole VND. */
  total_fee: number;
  /** Whole VND. */
  total_price: number;
  /** Whole VND. */
  subtotal_price: number;
  /** Whole VND. */
  online_pay: number;
  /** km */
  distance: number;
  /** s */
  duration: number;
  /** Whole VND. */
  distance_fee: number;
  /** Whole VND. */
  request_fee: number;
  /** Whole VND. */
  stop_fee: number;
  /** Tolls and ferries on the way, whole VND; 0 where the service does not charge for them. */
  road_fee: number;
  /** Whole VND. */
  vat_fee: number;
  /** Whole VND. */
  discount: number;
  /** Whole VND. */
  distance_price: number;
  /** Whole VND. */
  special_request_price: number;
  /** Whole VND. */
  stoppoint_price: number;
  /** Whole VND. */
  vat: number;
  /** Whole VND. */
  voucher_discount: number;
  surge_rate: number;
  tariff_version: number;
  payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
  promo_code: string;
  quote_id?: string;
  path: Array<PathPoint>;
  requests: Array<{
    _id: string;
    num: number;
    tier_code?: string;
    /** Whole VND. */
    price: number;
  }>;
  items: Array<{
    _id: string;
    name: string;
    /** Whole VND. */
    price: number;
    num: number;
  }>;
  package_detail: Array<{
    weight: number;
    length?: number;
    width?: number;
    height?: number;
    description?: string;
  }>;
  remarks: string;
  route_optimized: boolean;
  /** Encoded polyline, five decimals. */
  polylines: string;
  map_version: string;
  app: string;
  partner: string;
  service_id: string;
  city_id: string;
  user_id: string;
  user_name: string;
  user_imei: string | null;
  /** Unix timestamp; 0 while unset. */
  create_time: number;
  /** Unix timestamp; 0 while unset. */
  order_time: number;
  /** Unix timestamp; 0 while unset. */
  idle_until: number;
  /** When the goods can be fetched; only where the sender said so. */
  ready_at?: number;
  /** Of a planned service: promised to be delivered by then. */
  deliver_by?: number;
  /** And not before, where a slot was chosen. */
  deliver_from?: number;
  /** How many drivers gave the order up before. */
  index: number;
  /** Seconds that a driver is sought for. */
  timeout: number;
  shared_link: string;
  /** The same as shared_link. */
  share_link: string;
  supplier_id: string;
  supplier_name: string;
  /** With its middle hidden, unless the operator shows drivers' phones. */
  supplier_phone: string;
  /** The driver's average when they accepted; 0 while nobody has rated. */
  supplier_rating: number;
  plate_number: string;
  supplier_plate_number: string;
  /** Unix timestamp; 0 while unset. */
  accept_time: number;
  /** Where the driver accepted; absent before, 0 if unknown. */
  accept_lat?: number;
  accept_lng?: number;
  /** Unix timestamp; 0 while unset. */
  board_time: number;
  /** Unix timestamp; 0 while unset. */
  arrive_time: number;
  /** Unix timestamp; 0 while unset. */
  confirm_time: number;
  /** Unix timestamp; 0 while unset. */
  pay_time: number;
  /** Unix timestamp; 0 while unset. */
  pickup_time: number;
  /** What the driver brought back as proof, as it came. */
  pickup_info?: unknown;
  /** Unix timestamp; 0 while unset. */
  complete_time: number;
  /** Unix timestamp; 0 while unset. */
  return_time: number;
  /** What the driver brought back as proof, as it came. */
  por_info?: unknown;
  /** What the creator asked for after a failed delivery; absent while there is nothing. */
  after_fees?: Array<{
    kind: "SECOND_ATTEMPT" | "RETURN";
    /** The point of a second attempt; 0 for a return. */
    path_index: number;
    /** Whole VND. */
    fee: number;
    /** Whole VND. */
    vat_fee: number;
    /** Taken from the account's balance when it was asked for. */
    total_fee: number;
  }>;
  /** Unix timestamp; 0 while unset. */
  cancel_time: number;
  cancel_by_user: boolean;
  /** "" while it is not cancelled. */
  cancelled_by: "" | "user" | "driver" | "operator" | "system";
  cancel_comment: string;
  /** Of the standard reason in cancel_comment, else OTHER; empty while alive. */
  cancel_code: string;
  /** The same as cancel_comment. */
  comment: string;
  rebroadcast_comment: string;
  /** Goods that could not be delivered go back to the sender. */
  notify_package_return: boolean;
  /** The sender's rating; 0 while there is none. */
  uniform_user_feedback: number;
  rating_by_user: {
    rating: number;
    comment: string;
    /** Unix timestamp; 0 while unset. */
    time: number;
  } | null;
  rating_by_receiver: {
    rating: number;
    comment: string;
    /** Unix timestamp; 0 while unset. */
    time: number;
  } | null;
  /** Seconds from creation until a driver was sought. */
  pending_period: number;
  /** When the driver is expected at the pickup; while a driver has the order, 0 once it is picked up. */
  pickup_eta?: number;
  /** Earlier than this in one of ten. */
  pickup_eta_low?: number;
  /** Later than this in one of ten. */
  pickup_eta_high?: number;
  /** In the detail, while a driver carries the order and was heard of in the last three minutes. */
  driver_position?: {
    lat: number;
    lng: number;
    /** Degrees clockwise from north. */
    heading?: number;
    /** Metres a second. */
    speed?: number;
    /** When the driver was there. */
    at: number;
  };
  /** When the goods are expected to be handed over at the last point. */
  delivery_eta?: number;
  /** Earlier than this in one of ten. */
  delivery_eta_low?: number;
  /** Later than this in one of ten. */
  delivery_eta_high?: number;
};

export type OrderByTrackingNumber = {
  _id: string;
  path: Array<{
    address: string;
    status: string;
    tracking_number?: string;
  }>;
  status: string;
  service_id: string;
  create_time: number;
};

export type OrderInput = {
  /** Unix timestamp of the delivery; 0 for an immediate order. */
  order_time: number;
  /** When the order starts to look for a driver; order_time when left out or 0. */
  idle_until?: number;
  /** When the goods can be fetched. Left out or 0: at order_time, or what pickups at that place have taught. */
  ready_at?: number;
  /** Of a planned service: delivered by then, if it can be. Unix timestamp; left out or 0: as the service promises. */
  deliver_by?: number;
  /** Of a planned service: the first moment of one of its slots (GET /v3/services/{service_id}/slots). */
  slot?: number;
  /** path[0] is the pickup, the others are deliveries; at least two. */
  path: Array<PathPointInput>;
  /** With requests: the service form. */
  service_id?: string;
  /** With group_requests: the group form; the pickup's city completes it. */
  group_service_id?: string;
  requests?: Array<RequestInput>;
  group_requests?: Array<RequestInput>;
  /** From the account's balance, in cash by the sender, or in cash by the recipient. */
  payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
  /** Discounts the fee. */
  promo_code?: string;
  /** For the driver. */
  remarks?: string;
  items?: Array<Item>;
  package_detail?: Array<PackageDetail>;
  /** Let the service choose the cheapest order of deliveries (three or more). */
  route_optimized?: boolean;
  /** From an estimate: the order gets exactly that price, or 406 QUOTE_EXPIRED. */
  quote_id?: string;
};

export type OrderRow = {
  _id: string;
  status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
  sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
  /** What became of it, which a status of COMPLETED does not tell: it only says that the driver has been at every door. */
  outcome: "OPEN" | "DELIVERED" | "PARTLY_DELIVERED" | "FAILED" | "RETURNING" | "RETURNED" | "CANCELLED";
  /** "" while it is not cancelled. */
  cancelled_by: "" | "user" | "driver" | "operator" | "system";
  service_id: string;
  user_id: string;
  user_name: string;
  /** Unix timestamp; 0 while unset. */
  create_time: number;
  payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
  total_fee: number;
  /** Of all points together. */
  cod: number;
  /** km */
  distance: number;
  supplier_id: string;
  supplier_name: string;
  plate_number: string;
  path: Array<{
    address: string;
    name: string;
    /** "" while it is to be done. */
    status: "" | "COMPLETED" | "FAILED";
    tracking_number?: string;
  }>;
};

export type OwnAccount = {
  /** The phone number. */
  _id: string;
  name: string;
  partner: string;
  email: string | null;
  referral_code: string;
  country_code: string;
  currency: string;
  /** ACTIVATED or DEACTIVATED. */
  account_status: string;
  /** Unix timestamp. */
  create_time: number;
  /** The parent's phone number; empty when there is none. */
  parent_id: string;
  home: {
    address: string;
  };
  city_id: Array<string>;
  /** What the account can spend; below zero it owes. */
  main: number;
  /** Given by the platform; spent first. */
  bonus: number;
  /** Set aside for orders under way. */
  held: number;
  /** Collected from recipients and not yet paid out to main. */
  cod_owed: number;
  /** What an order may cost now: main, bonus and credit_limit. */
  available: number;
  /** How far main may go below zero. */
  credit_limit: number;
  /** Of the account itself; null: the partner's threshold. */
  balance_low: number | null;
  /** COD of one order at most; null: the service's. */
  cod_limit: number | null;
};

export type OwnDriverWallet = {
  /** VND */
  wallet: number;
  /** Of it, what orders in hand may still take. */
  promised: number;
  /** COD collected and not yet settled. */
  cod_in_hand: number;
  /** Completed since midnight in the driver's city. */
  today: {
    orders: number;
    /** VND, after commission and VAT. */
    earnings: number;
  };
};

export type OwnSecurity = {
  id: string;
  email: string;
  name: string;
  totp: boolean;
  /** Signs in at the provider of OIDC_ISSUER, and so has no password here. */
  provider: boolean;
  recovery_codes_left: number;
  sessions: Array<{
    id: string;
    address: string;
    browser: string;
    /** Unix timestamp. */
    create_time: number;
    /** Unix timestamp. */
    seen_time: number;
    here: boolean;
  }>;
};

export type PackageDetail = {
  /** kg */
  weight: number;
  /** cm */
  length?: number;
  /** cm */
  width?: number;
  /** cm */
  height?: number;
  /** Type of goods. */
  description?: string;
};

export type Partner = {
  id: string;
  name: string;
  block_duplicate_tracking_numbers: boolean;
  rate_limit_per_minute: number | null;
  cors_origins: Array<string>;
  language: string;
  contact: string;
  create_time: number;
};

export type PartnerToken = {
  token: string;
  scopes: Array<string>;
  expires_at: number;
};

export type PathPoint = {
  action_type: "PICKUP" | "DELIVERY";
  address: string;
  short_address: string;
  lat: number;
  lng: number;
  name: string;
  mobile: string;
  tracking_number?: string;
  remarks: string;
  /** Whole VND. */
  cod: number;
  /** Whole VND. */
  item_value: number;
  /** "" while it is to be done. */
  status: "" | "COMPLETED" | "FAILED";
  /** Public tracking page of this delivery point; the order's where there is one alone. */
  shared_link?: string;
  /** Unix timestamp; 0 while unset. */
  complete_time: number;
  /** 0 while unset. */
  complete_lat: number;
  /** 0 while unset. */
  complete_lng: number;
  complete_comment: string;
  /** What the driver brought back as proof, as it came. */
  pod_info?: unknown;
  /** Unix timestamp; 0 while unset. */
  fail_time: number;
  /** 0 while unset. */
  fail_lat: number;
  /** 0 while unset. */
  fail_lng: number;
  fail_comment: string;
  /** given, or what of the address was found on the map. */
  located_by: string;
  /** 0 to 1. */
  located_confidence: number;
  located_as: string;
  /** When the goods are expected to be handed over here; 0 once the point is done. */
  eta?: number;
  /** Earlier than this in one of ten. */
  eta_low?: number;
  /** Later than this in one of ten. */
  eta_high?: number;
};

export type PathPointInput = {
  /** House number and street, ward, district, province; judged only when lat and lng are missing (2.8). */
  address?: string;
  /** Short form of the address. */
  short_address?: string;
  /** Recommended. Without lat and lng the address is located. */
  lat?: number;
  /** Recommended. */
  lng?: number;
  /** Sender or recipient. Required when an order is created. */
  name?: string;
  /** 8 to 15 digits. Required when an order is created. */
  mobile?: string;
  /** The partner's own code for the package. */
  tracking_number?: string;
  /** For the driver, about this point. */
  remarks?: string;
  /** Whole VND to collect from the recipient; delivery points only. */
  cod?: number;
  /** Whole VND, for insurance. */
  item_value?: number;
};

export type Payout = {
  id: string;
  /** Empty: all cities. */
  city_id: string;
  /** Unix timestamp. */
  up_to: number;
  status: "OPEN" | "PAID" | "CANCELLED";
  /** Whole VND. */
  total: number;
  /** How many are paid. */
  drivers: number;
  /** The sum is above PAYOUT_TWO_PEOPLE_OVER: two people have to approve. */
  needs_two: boolean;
  /** Unix timestamp. */
  made_time: number;
  made_by: string;
  /** Unix timestamp; 0 while unset. */
  end_time: number;
  ended_by: string;
  reference: string;
  approvals: Array<{
    id: string;
    name: string;
    /** Unix timestamp. */
    time: number;
  }>;
  lines: Array<PayoutLine>;
};

export type PayoutLine = {
  mobile: string;
  name: string;
  /** What the wallet held when the run was made; below zero the driver owes it. */
  wallet: number;
  /** Of it, what came after `up_to`. */
  later: number;
  /** Of it, what orders in hand may take, COD among it. */
  held: number;
  /** Cash of COD in the driver's hand. */
  cod: number;
  /** What is paid out. */
  amount: number;
  why: "PAID_OUT" | "OWES" | "EARNED_LATER" | "HELD_FOR_ORDERS" | "BELOW_MINIMUM" | "NO_BANK_ACCOUNT";
  bank: string;
  bank_account: string;
  bank_holder: string;
};

export type PayoutRun = {
  id: string;
  /** Empty: all cities. */
  city_id: string;
  /** Unix timestamp. */
  up_to: number;
  status: "OPEN" | "PAID" | "CANCELLED";
  /** Whole VND. */
  total: number;
  /** How many are paid. */
  drivers: number;
  /** The sum is above PAYOUT_TWO_PEOPLE_OVER: two people have to approve. */
  needs_two: boolean;
  /** Unix timestamp. */
  made_time: number;
  made_by: string;
  /** Unix timestamp; 0 while unset. */
  end_time: number;
  ended_by: string;
  reference: string;
};

export type Person = {
  id: string;
  email: string;
  name: string;
  role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
  /** Empty: all. */
  cities: Array<string>;
  disabled: boolean;
  /** Signs in with a second factor. */
  totp: boolean;
  /** Signs in at the provider of OIDC_ISSUER; role and cities come from there. */
  provider: boolean;
  /** Unix timestamp. */
  create_time: number;
  created_by: string;
};

export type PlacedDriver = {
  mobile: string;
  name: string;
  plate_number: string;
  vehicle: "BIKE" | "VAN" | "TRUCK";
  city_id: string;
  status: string;
  robot: boolean;
  /** What they bring along; services may ask for it. */
  equipment: Array<string>;
  /** What COD and commission of the orders in hand may come to at most, where that is less than the wallet; 0: the wallet alone counts. */
  cash_max: number;
  /** When they are asked nothing, in the city's own time, every day. */
  breaks: Array<{
    from: string;
    to: string;
  }>;
  rating: number | null;
  rating_count: number;
  create_time: number;
  online: boolean;
  lat: number | null;
  lng: number | null;
  /** Why, where the operator said so; empty while active. */
  suspended_reason: string;
  /** The last sign of life; 0 when there was none. */
  heard_time: number;
};

export type Placing = {
  mobile: string;
  name: string;
  /** km more than now, over both routes. */
  distance: number;
  /** s more than now, waiting included. */
  duration: number;
  /** s beyond what was promised, more than now. */
  late: number;
  /** It is theirs now. */
  planned_here: boolean;
  /** Whether it may be moved there. */
  possible: boolean;
  /** What stands in the way; "" where nothing does. */
  why_not: string;
  why_code?:
    | "NO_VEHICLE"
    | "VISITED_TWICE"
    | "PLANNED_AND_UNPLANNED"
    | "STOP_NOT_VISITED"
    | "SPLIT"
    | "BEFORE_PICKUP"
    | "OTHER_SKILLS"
    | "ANOTHERS"
    | "NOT_FOR_DRIVER"
    | "STARTS_TOO_FULL"
    | "TOO_MUCH"
    | "TOO_MUCH_CASH"
    | "LATE"
    | "AFTER_SHIFT"
    | "REFUSED_BY_DRIVER"
    | "OTHER_VEHICLE"
    | "LOCKED"
    | "NOBODY"
    | "NOBODY_LEFT"
    | "NO_ROAD";
  /** s too late, where it is a matter of time. */
  why_late?: number;
};

export type Plan = {
  code: 0;
  summary: {
    cost: number;
    service: number;
    duration: number;
    waiting_time: number;
    distance: number;
    routes: number;
    unassigned: number;
  };
  unassigned: Array<{
    id: number;
    type: "job" | "pickup" | "delivery";
    /** Longitude, latitude. */
    location?: Array<number>;
    /** A row of the matrices that were sent. */
    location_index?: number;
    /** What stands in the way, and what would help. */
    reason: string;
    reason_code:
      | "NO_VEHICLE"
      | "VISITED_TWICE"
      | "PLANNED_AND_UNPLANNED"
      | "STOP_NOT_VISITED"
      | "SPLIT"
      | "BEFORE_PICKUP"
      | "OTHER_SKILLS"
      | "ANOTHERS"
      | "NOT_FOR_DRIVER"
      | "STARTS_TOO_FULL"
      | "TOO_MUCH"
      | "TOO_MUCH_CASH"
      | "LATE"
      | "AFTER_SHIFT"
      | "REFUSED_BY_DRIVER"
      | "OTHER_VEHICLE"
      | "LOCKED"
      | "NOBODY"
      | "NOBODY_LEFT"
      | "NO_ROAD";
  }>;
  routes: Array<PlanRoute>;
};

export type PlanBoard = {
  /** Unix timestamp; 0 while unset. */
  time: number;
  /** What plans of a vehicle are made with, where it is not 1 of each. */
  weights: Array<PlanWeights>;
  routes: Array<BoardRoute>;
  unplanned: Array<UnplannedOrder>;
};

export type PlanBreak = {
  id: number;
  /** One; several are refused. */
  time_windows: Array<Array<number>>;
  service?: number;
};

export type PlanFigures = {
  /** km */
  distance: number;
  /** s over all drivers. */
  duration: number;
  /** s beyond what was promised. */
  late: number;
  drivers: number;
  orders: number;
};

export type PlanJob = {
  id: number;
  description?: string;
  /** Longitude, latitude. */
  location?: Array<number>;
  /** A row of the matrices that were sent. */
  location_index?: number;
  /** Seconds. */
  service?: number;
  /** One; several are refused. */
  time_windows?: Array<Array<number>>;
  delivery?: Array<number>;
  pickup?: Array<number>;
  skills?: Array<number>;
  /** Where not all can be done, higher ones go first. */
  priority?: number;
};

export type PlanMatrix = {
  durations: Array<Array<number>>;
  distances?: Array<Array<number>>;
};

export type PlannedRoute = {
  id: string;
  mobile: string;
  name: string;
  vehicle: string;
  /** Unix timestamp; 0 while unset. */
  planned_at: number;
  /** Unix timestamp; 0 while unset. */
  start_time: number;
  /** Unix timestamp; 0 while unset. */
  end_time: number;
  /** When its driver is to be asked, Unix seconds; 0: not yet to be said. */
  offer_at: number;
  /** When they were; 0 while it may still change. */
  offered_at: number;
  /** km */
  distance: number;
  /** Of what is new to the driver. */
  earnings: number;
  stops: Array<{
    order_id: string;
    kind: "pickup" | "delivery";
    /** Unix timestamp; 0 while unset. */
    arrival: number;
    /** Unix timestamp; 0 while unset. */
    departure: number;
    /** Begun after this, something on the route is late. Unix seconds. */
    latest: number;
    /** The driver had it when this was planned. */
    in_hand: boolean;
  }>;
};

export type PlannedStop = {
  order_id: string;
  kind: "pickup" | "delivery";
  /** Which point of the order's path; 0 is the pickup. */
  path_index: number;
  lat: number;
  lng: number;
  address: string;
  name: string;
  /** When the driver is at the pickup, or the goods are handed over, Unix seconds; 0 where nobody can tell. */
  eta: number;
  /** Before this one in ten; 0 where nobody can tell. */
  eta_low: number;
  /** After this one in ten; 0 where nobody can tell. */
  eta_high: number;
  /** When the route that was taken had it, Unix seconds; 0 where it was in none. */
  planned: number;
  /** When the order was promised, Unix seconds; 0 where no time was. */
  deliver_by: number;
  /** How many are taken in or handed over here. */
  parcels: number;
  /** The driver put it off. */
  skipped: boolean;
};

export type PlanOptions = {
  /** Of searching; over 5 only as a stream. 3 if not given. */
  seconds?: number;
  seed?: number;
  /** Fewer vehicles before everything else. */
  fewest_vehicles?: boolean;
};

export type PlanProblem = {
  jobs?: Array<PlanJob>;
  shipments?: Array<PlanShipment>;
  vehicles: Array<PlanVehicle>;
  /** By profile; then places are indices. */
  matrices?: Record<string, PlanMatrix>;
  options?: PlanOptions;
};

export type PlanProposal = {
  id: string;
  now: PlanFigures;
  proposed: PlanFigures;
  /** Orders that would go to another driver. */
  moved: Array<string>;
  routes: Array<PlannedRoute>;
};

export type PlanRoute = {
  vehicle: number;
  cost: number;
  service: number;
  duration: number;
  waiting_time: number;
  distance: number;
  steps: Array<PlanStep>;
};

export type PlanShipment = {
  pickup: PlanStop;
  delivery: PlanStop;
  amount?: Array<number>;
  skills?: Array<number>;
  /** Where not all can be done, higher ones go first. */
  priority?: number;
};

export type PlanStep = {
  type: "start" | "job" | "pickup" | "delivery" | "break" | "end";
  id?: number;
  description?: string;
  /** Longitude, latitude. */
  location?: Array<number>;
  /** A row of the matrices that were sent. */
  location_index?: number;
  arrival: number;
  /** Driven so far, in seconds. */
  duration: number;
  /** Driven so far, in metres. */
  distance: number;
  service: number;
  waiting_time: number;
  load: Array<number>;
};

export type PlanStop = {
  id: number;
  description?: string;
  /** Longitude, latitude. */
  location?: Array<number>;
  /** A row of the matrices that were sent. */
  location_index?: number;
  /** Seconds. */
  service?: number;
  /** One; several are refused. */
  time_windows?: Array<Array<number>>;
};

export type PlanVehicle = {
  id: number;
  description?: string;
  /** car, bike, van or truck; or a name of `matrices`. */
  profile?: string;
  /** Longitude, latitude. */
  start?: Array<number>;
  /** A row of the matrices that were sent. */
  start_index?: number;
  /** Longitude, latitude. */
  end?: Array<number>;
  /** A row of the matrices that were sent. */
  end_index?: number;
  capacity?: Array<number>;
  skills?: Array<number>;
  time_window?: Array<number>;
  /** Each begins as its window opens. */
  breaks?: Array<PlanBreak>;
  speed_factor?: number;
  costs?: {
    fixed?: number;
    per_hour?: number;
    per_km?: number;
  };
};

export type PlanWeights = {
  vehicle: string;
  metres: number;
  time: number;
  lateness: number;
  drivers: number;
  stability: number;
};

export type PlatformStatus = {
  state: "up" | "delayed" | "down";
  /** When it was looked at. */
  time: number;
  /** `api`: calls are answered. `work`: drivers are sought and callbacks sent. `drivers`: orders find one in time. */
  parts: Array<{
    part: "api" | "work" | "drivers";
    state: "up" | "delayed" | "down";
    /** Since when it is not up; 0 while it is. */
    since: number;
  }>;
};

export type PortalSession = {
  account: {
    _id: string;
    name: string;
    parent_id: string | null;
  };
  partner: {
    id: string;
    name: string;
  };
  member: {
    name: string;
    role: "owner" | "staff" | "finance" | "developer";
  } | null;
  /** What would not be refused. */
  rights: Array<"look" | "orders" | "money" | "account" | "callbacks" | "keys" | "people">;
  expires_at: number;
};

export type PriceExplanation = {
  order_id: string;
  service_id: string;
  tariff_version: number;
  currency: string;
  /** distance_fee of the tariff, in x and h. */
  expression: string;
  /** Kilometres of the route, two decimals. */
  x: number;
  /** Local hour as a decimal; 15:30 is 15.5. */
  h: number;
  surge_rate: number;
  vat_rate: number;
  promo_code: string;
  lines: Array<{
    /** distance, stops, tolls, ferries, request, discount or vat. */
    line: string;
    request_id?: string;
    /** What the line adds to the total; a discount is negative. */
    amount: number;
    factors: Record<string, unknown>;
  }>;
  /** Whole VND. */
  total: number;
};

export type Process = {
  /** Host and process id. */
  name: string;
  /** all, api or worker. */
  role: string;
  /** It is the one that answers this call. */
  answering: boolean;
  /** How old its figures are: they are told every 5 s. */
  age_seconds: number;
  up_seconds: number;
  /** Over the minute before it told. */
  requests: {
    per_second: number;
    failed_per_second: number;
    p50_ms: number;
    p99_ms: number;
  };
  database: {
    connections: number;
    idle: number;
    queue: number;
  };
  memory_bytes: number;
};

export type PromoForService = {
  code: string;
  service_id: string;
  valid: boolean;
  /** PERCENT or FLAT. */
  type: string;
  /** Percent, or whole VND. */
  value: number;
  max_discount?: number;
  /** Unix timestamp. */
  starts_at?: number;
  /** Unix timestamp. */
  ends_at?: number;
};

export type ReceiverReport = {
  /** A to F. */
  grade: string;
  checks: Array<{
    check: string;
    result: "pass" | "warn" | "fail" | "skipped";
    sent: {
      en: string;
      vi: string;
    };
    answered: Array<string>;
    advice?: {
      en: string;
      vi: string;
    };
  }>;
};

export type Refusal = {
  /** The text identifier of part 7. */
  code: string;
  /** The same identifier; some clients read this one. */
  title: string;
  /** One English sentence naming the field, value or rule. */
  description: string;
  /** The field at fault, where it is one. */
  field?: string;
  /** The trace of this request, where the operator keeps traces. */
  trace_id?: string;
};

export type RequestInput = {
  /** Special request. */
  _id: string;
  /** Quantity, for PER_UNIT requests. */
  num?: number;
  /** Size, for BULKY. */
  tier_code?: string;
};

export type Service = {
  _id: string;
  /** Empty for partner-hosted services, which serve every city. */
  city_id: string;
  group_service_id: string;
  /** The same as name_en_us. */
  name: string;
  name_en_us: string;
  name_vi_vn: string;
  description_en_us: string;
  description_vi_vn: string;
  /** m */
  advance_broadcast_distance: number;
  auto_assign: boolean;
  /** m */
  auto_assign_distance: number;
  /** The service's maximum COD. */
  cod: number;
  commission_type: string;
  /** Percent. */
  commission_value: number;
  currency: string;
  /** INSTANT or TRUCK. */
  delivery_type: string;
  vehicle: string;
  /** Expression in the distance x (km) and the hour h. */
  distance_fee: string;
  /** Whole VND. */
  stop_fee: number;
  /** For each tolled stretch on the way, VND; 0: not charged. */
  toll_fee: number;
  /** For each crossing by ferry, VND; 0: not charged. */
  ferry_fee: number;
  vat_rate: number;
  surge_rules: Array<SurgeRule>;
  /** m */
  max_distance: number;
  min_stop_points: number;
  max_stop_points: number;
  /** Empty: all day, every day. */
  service_hours: Array<ServiceHours>;
  /** Seconds without a driver after which an order is cancelled. */
  timeout: number;
  rebroadcast_limit: number;
  need_confirm_before_pickup: boolean;
  collect_cash_before_pickup: boolean;
  /** Orders one driver may carry at once. */
  max_bundle: number;
  enable: boolean;
  tariff_version: number;
  /** GeoJSON Polygon or MultiPolygon, without holes. */
  pickup_area?: {
    type: "MultiPolygon";
    coordinates: Array<Array<Array<Array<number>>>>;
  };
  /** GeoJSON Polygon or MultiPolygon, without holes. */
  delivery_area?: {
    type: "MultiPolygon";
    coordinates: Array<Array<Array<Array<number>>>>;
  };
  requests: Array<SpecialRequest>;
};

export type ServiceDraft = {
  _id?: string;
  /** Empty for partner-hosted services, which serve every city. */
  city_id?: string;
  group_service_id?: string;
  /** The same as name_en_us. */
  name?: string;
  name_en_us?: string;
  name_vi_vn?: string;
  description_en_us?: string;
  description_vi_vn?: string;
  /** m */
  advance_broadcast_distance?: number;
  auto_assign?: boolean;
  /** m */
  auto_assign_distance?: number;
  /** The service's maximum COD. */
  cod?: number;
  commission_type?: string;
  /** Percent. */
  commission_value?: number;
  currency?: string;
  /** INSTANT or TRUCK. */
  delivery_type?: string;
  vehicle?: string;
  /** Expression in the distance x (km) and the hour h. */
  distance_fee?: string;
  /** Whole VND. */
  stop_fee?: number;
  /** For each tolled stretch on the way, VND; 0: not charged. */
  toll_fee?: number;
  /** For each crossing by ferry, VND; 0: not charged. */
  ferry_fee?: number;
  vat_rate?: number;
  surge_rules?: Array<{
    days?: Array<number>;
    from: string;
    to: string;
    rate: number;
  }>;
  /** m */
  max_distance?: number;
  min_stop_points?: number;
  max_stop_points?: number;
  service_hours?: Array<{
    days?: Array<number>;
    from: string;
    to: string;
  }>;
  /** Seconds without a driver after which an order is cancelled. */
  timeout?: number;
  rebroadcast_limit?: number;
  need_confirm_before_pickup?: boolean;
  collect_cash_before_pickup?: boolean;
  /** Orders one driver may carry at once. */
  max_bundle?: number;
  enable?: boolean;
  tariff_version?: number;
  /** GeoJSON Polygon or MultiPolygon, without holes. */
  pickup_area?: Record<string, unknown>;
  /** GeoJSON Polygon or MultiPolygon, without holes. */
  delivery_area?: Record<string, unknown>;
  requests?: Array<{
    _id?: string;
    description_en_us?: string;
    description_vi_vn?: string;
    device_types?: Array<string>;
    enable?: boolean;
    group_id?: string;
    max_input?: number;
    name?: string;
    /** Whole VND. */
    price?: number;
    /** What the price depends on (D14). */
    type?: string;
    /** Share of the distance fee. */
    distance_rate?: number;
    tiers?: Array<{
      tier_code: string;
      /** Whole VND. */
      price: number;
      selectable: boolean;
      /** cm */
      length: number;
      /** cm */
      width: number;
      /** cm */
      height: number;
      /** kg */
      weight: number;
    }>;
    insurance_blocks?: Array<{
      /** Whole VND. */
      item_value_max: number;
      /** Whole VND. */
      price: number;
    }>;
    promo?: boolean;
    vat?: boolean;
    commission?: boolean;
  }>;
  /** Partner-hosted services: the partner that sees it. */
  partner?: string;
  /** An accepted order that is not under way may be offered to a driver who has it at the door five minutes sooner, once, and at most two of a driver in 24 hours. */
  take_back?: boolean;
  /** What its drivers must have with them, by the names that drivers' own equipment has. */
  equipment?: Array<string>;
  planning?: string;
  /** Minutes. The promise: delivered within so long of the order; 0: by plan_until alone. */
  plan_within?: number;
  /** The promise: by this time of the day at the latest. */
  plan_until?: string;
  /** Minutes. What is ready later than this from now is planned later. */
  plan_horizon?: number;
  /** When waves leave. */
  plan_waves?: Array<string>;
  /** Minutes. What was ordered so long before a wave leaves goes along. */
  plan_cut_off?: number;
  /** Minutes. A route is offered so long before its driver has to set out. */
  plan_lead?: number;
  /** Minutes. So long before the promised time an order nobody has taken is offered at once. */
  plan_latest_offer?: number;
  /** Whoever a route is planned for has it without being asked. */
  plan_auto_assign?: boolean;
  /** Minutes. How long a slot of the day is; slots begin at midnight. */
  plan_slot?: number;
  /** How many orders are promised for one slot; 0: as many as the plan takes. */
  plan_slot_orders?: number;
  /** What a vehicle of this service carries at once; 0: what is usual of its kind. */
  plan_load_kg?: number;
  /** The same in litres. */
  plan_load_litres?: number;
  /** What cannot be delivered when it is wanted is refused (INVALID_DELIVERY_TIME), and not taken for later. */
  plan_refuse_late?: boolean;
};

export type ServiceHours = {
  /** 1 Monday … 7 Sunday. */
  days: Array<number>;
  from: string;
  to: string;
};

export type Slot = {
  /** Give it to create or estimate to choose this slot. */
  slot: number;
  /** When it begins. */
  deliver_from: number;
  /** When it ends. */
  deliver_by: number;
  /** Whether an order still has a place in it. */
  free: boolean;
  /** How many orders still have one; null where nothing limits it. */
  left: number | null;
};

export type SpecialRequest = {
  _id: string;
  description_en_us: string;
  description_vi_vn: string;
  device_types: Array<string>;
  enable: boolean;
  group_id: string;
  max_input: number;
  name: string;
  /** Whole VND. */
  price: number;
  /** What the price depends on (D14). */
  type: string;
  /** Share of the distance fee. */
  distance_rate?: number;
  tiers?: Array<{
    tier_code: string;
    /** Whole VND. */
    price: number;
    selectable: boolean;
    /** cm */
    length: number;
    /** cm */
    width: number;
    /** cm */
    height: number;
    /** kg */
    weight: number;
  }>;
  insurance_blocks?: Array<{
    /** Whole VND. */
    item_value_max: number;
    /** Whole VND. */
    price: number;
  }>;
  promo: boolean;
  vat: boolean;
  commission: boolean;
};

export type StatementLine = {
  id: string;
  time: number;
  /** top_up, withdrawal, refund, hold, adjust_hold, release, capture, cod_collected (owed from now on) or cod_settled (paid out). */
  kind: string;
  /** main, bonus, held or cod. */
  wallet: string;
  /** Whole VND. */
  amount: number;
  /** Of that wallet, after this line. */
  balance: number;
  order_id: string;
  /** Of a top-up, a withdrawal or a refund. */
  reference: string;
};

export type SuggestedPlace = {
  label: string;
  /** place, house, street, ward, district, plus_code, or used: an address of your own orders. A ward or district behind a street that the map does not have stands for it. */
  kind: string;
  lat: number;
  lng: number;
  address: string;
  /** 0 to 1: how much of it was typed, and how rightly. */
  confidence: number;
};

export type SuggestedPlaces = {
  places: Array<SuggestedPlace>;
};

export type SurgeRule = {
  /** 1 Monday … 7 Sunday. */
  days: Array<number>;
  from: string;
  to: string;
  /** Multiplies the distance fee; at least 1. */
  rate: number;
};

export type TakenBack = {
  order_id: string;
  /** Unix timestamp; 0 while unset. */
  at: number;
  why: string;
};

export type TariffPreview = {
  fault: null | {
    offset: number;
    description: string;
  };
  plot: Array<{
    /** km */
    x: number;
    /** Whole VND. */
    fee: number;
  }>;
  plot_in_force: Array<{
    /** km */
    x: number;
    /** Whole VND. */
    fee: number;
  }>;
  /** Of the last seven days, cancelled ones left out; at most 2,000. */
  orders: number;
  /** Whole VND. */
  total_in_force: number;
  /** Whole VND. */
  total: number;
  /** Whole VND. */
  commission_in_force: number;
  /** Whole VND. */
  commission: number;
  dearer: number;
  cheaper: number;
  examples: Array<{
    order_id: string;
    x: number;
    /** Whole VND. */
    before: number;
    /** Whole VND. */
    after: number;
  }>;
};

export type TokenPair = {
  /** Access token, a JWT. */
  token: string;
  refresh_token: string;
};

export type Tracking = {
  /** The last characters of the order's id. */
  order_id_short: string;
  status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
  sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
  service_name: string;
  service_name_vi: string;
  /** ended: delivered at this stop, or the order is over. */
  mode: "live" | "ended";
  /** Of the city it is delivered in; its times are told in this one. */
  time_zone: string;
  /** Unix timestamp. */
  created_at: number;
  /** In their order; `at` is null while it has not happened. */
  steps: Array<{
    key:
      | "created"
      | "searching"
      | "accepted"
      | "arrived"
      | "picked_up"
      | "delivered"
      | "failed"
      | "returned"
      | "cancelled";
    /** Unix timestamp. */
    at: number | null;
  }>;
  stops: Array<{
    index: number;
    kind: "pickup" | "delivery";
    /** The stop this link was made for. */
    own: boolean;
    /** Ward and district; never a street. */
    area: string;
    /** Of the pickup and the own stop only; of every stop for the sender's link. */
    lat?: number;
    lng?: number;
    /** "" while it is to be done. */
    status: "" | "COMPLETED" | "FAILED";
    eta: {
      /** Unix timestamp. */
      from: number;
      /** Unix timestamp. */
      to: number;
    } | null;
    proof_photos?: Array<string>;
    /** Unix timestamp. */
    completed_at?: number;
  }>;
  driver?: {
    first_name: string;
    plate_number: string;
    vehicle: "BIKE" | "VAN" | "TRUCK" | "";
    position?: {
      lat: number;
      lng: number;
      /** Unix timestamp. */
      at: number;
      /** Degrees clockwise from north. */
      heading?: number;
      /** The middle of a square of about 500 m: until this stop is the next one. */
      coarse: boolean;
    };
  };
  route?: {
    /** Encoded, five decimals. */
    polyline: string;
  };
  /** When the goods are handed over; earlier than low in one of ten, later than high in one of ten. */
  eta?: {
    /** Unix timestamp. */
    at: number;
    /** Unix timestamp. */
    low: number;
    /** Unix timestamp. */
    high: number;
    minutes: number;
  };
  /** VND to have ready at this stop. */
  cod_amount?: number;
  /** VND of the fee, when the recipient pays it. */
  fee_amount?: number;
  rating?: {
    allowed: boolean;
    stars?: number;
  };
  /** What a planned service promised: delivered by then. */
  deliver_by?: number;
  /** And not before, where a slot was chosen. */
  deliver_from?: number;
  /** When it was agreed to be delivered, where not at once. */
  scheduled_at?: number;
  /** Where it was not delivered. */
  trouble?: {
    /** Who sent it. */
    sender: string;
    /** How the sender is reached, in the partner's words; may be empty. */
    contact: string;
    /** One of the standard reasons, or empty where the driver gave another. */
    reason: string;
    /** The same in Vietnamese. */
    reason_vi: string;
  };
  map: {
    label: string;
    demo: boolean;
  };
  /** Unix timestamp. */
  updated_at: number;
  /** Unix timestamp. */
  server_time: number;
};

export type Trail = {
  points: Array<{
    mobile: string;
    lat: number;
    lng: number;
    time: number;
    /** m/s */
    speed?: number;
    heading?: number;
  }>;
};

export type UnplannedOrder = {
  order_id: string;
  vehicle: string;
  /** Unix timestamp; 0 while unset. */
  deliver_by: number;
  lat: number;
  lng: number;
  address: string;
  /** What stands in the way, and what would help; not yet known of a new order. */
  reason?: string;
  reason_code?:
    | "NO_VEHICLE"
    | "VISITED_TWICE"
    | "PLANNED_AND_UNPLANNED"
    | "STOP_NOT_VISITED"
    | "SPLIT"
    | "BEFORE_PICKUP"
    | "OTHER_SKILLS"
    | "ANOTHERS"
    | "NOT_FOR_DRIVER"
    | "STARTS_TOO_FULL"
    | "TOO_MUCH"
    | "TOO_MUCH_CASH"
    | "LATE"
    | "AFTER_SHIFT"
    | "REFUSED_BY_DRIVER"
    | "OTHER_VEHICLE"
    | "LOCKED"
    | "NOBODY"
    | "NOBODY_LEFT"
    | "NO_ROAD";
  /** s too late, where it is a matter of time. */
  reason_late?: number;
};

/** Every code a refusal can have. */
export type RefusalCode =
  | "ACCOUNT_EXISTED"
  | "ACCOUNT_NOT_SAME_PARTNER"
  | "APPLICATION_CLOSED"
  | "APPLICATION_NOT_FOUND"
  | "BAD_REQUEST"
  | "CHANGE_ADDRESS_NOT_ALLOWED"
  | "CITIES_NOT_ALLOWED"
  | "CITY_NOT_FOUND"
  | "CODE_REQUIRED"
  | "DEACTIVATED_ACCOUNT"
  | "DENY_ACCESS_ORDER_DETAIL"
  | "DOCUMENTS_MISSING"
  | "DRIVER_EXISTED"
  | "DRIVER_NOT_FOUND"
  | "DUPLICATE_TRACKING_NUMBER"
  | "EXISTED_EMAIL"
  | "IDEMPOTENCY_IN_PROGRESS"
  | "IDEMPOTENCY_KEY_REUSED"
  | "INTERNAL_SERVER_ERROR"
  | "INVALID_ACTIVATION_CODE"
  | "INVALID_CODE"
  | "INVALID_DATA"
  | "INVALID_DELIVERY_AREA"
  | "INVALID_DELIVERY_TIME"
  | "INVALID_DELIVERY_TYPE"
  | "INVALID_FUTURE_ORDER_TIME"
  | "INVALID_MAX_COD"
  | "INVALID_MAX_DISTANCE"
  | "INVALID_MAX_STOP_POINT"
  | "INVALID_MIN_STOP_POINT"
  | "INVALID_ORDER_STATUS"
  | "INVALID_PARAM"
  | "INVALID_PAYMENT_METHOD"
  | "INVALID_PHONE_NUMBER"
  | "INVALID_PICKUP_AREA"
  | "INVALID_SERVICE_HOUR"
  | "LAST_OWNER"
  | "MISSING_PATH_INFO"
  | "MISSING_REQUIRED_INFO"
  | "NOTHING_TO_PAY"
  | "NOT_ALLOWED"
  | "NOT_ALLOW_CHANGE_PICKUP_ADDRESS"
  | "NOT_ALLOW_ORDER_WITH_PROMO_CODE"
  | "NOT_AUTHORIZED"
  | "NOT_ENOUGH_CREDIT"
  | "NOT_FOUND"
  | "NO_ROLE"
  | "Not Acceptable"
  | "OFFER_EXPIRED"
  | "OFFER_NOT_FOUND"
  | "OFFER_TAKEN"
  | "ORDER_CHANGED"
  | "ORDER_HAS_BEEN_RATED_BY_RECEIVER"
  | "ORDER_HAS_BEEN_RATED_BY_USER"
  | "ORDER_NOT_FOUND"
  | "ORDER_STATUS_NOT_ALLOWED"
  | "PARENT_ACCOUNT_EXISTED"
  | "PARTNER_EXISTED"
  | "PARTNER_NOT_FOUND"
  | "PAYOUT_CLOSED"
  | "PAYOUT_NOT_FOUND"
  | "PERSON_EXISTED"
  | "PERSON_NEEDED"
  | "PLAN_CHANGED"
  | "PLAN_NOT_POSSIBLE"
  | "PROOF_REQUIRED"
  | "PROVIDER_AWAY"
  | "QUOTE_EXPIRED"
  | "RANGE_NOT_SATISFIABLE"
  | "RECEIPT_USED"
  | "REQUEST_NOT_FOUND"
  | "REQUEST_TIMEOUT"
  | "ROLE_NOT_ALLOWED"
  | "SECOND_PERSON_NEEDED"
  | "SERVICE_NOT_FOUND"
  | "SERVICE_NOT_VALID_AT_PICKUP"
  | "SERVICE_UNAVAILABLE"
  | "SIGN_IN_FAILED"
  | "STOP_POINT_EDITED"
  | "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS"
  | "SUPPLIER_NOT_FOUND"
  | "TOO_MANY_KEYS"
  | "TOO_MANY_ORDERS"
  | "TOO_MANY_REQUESTS"
  | "TOO_MANY_RULES"
  | "USER_NOT_FOUND";

/** What each call takes and gives. */
export type Calls = {
  /** Activate a child account. With the code that was sent to the child's phone; in the sandbox `GET /operator/v1/sms` shows it. Five tries, 15 minutes. */
  activateChild: {
    input: {
      params: { child_id: string | number };
      body: {
        activation_code: string;
      };
    };
    answer: Account;
  };
  /** Add a delivery point. Until the goods are picked up: routed and priced again with the order's own tariff, and the hold follows. Answers the order. */
  addPoint: {
    input: {
      params: { order_id: string | number };
      body: {
        /** House number and street, ward, district, province; judged only when lat and lng are missing (2.8). */
        address?: string;
        /** Short form of the address. */
        short_address?: string;
        /** Recommended. Without lat and lng the address is located. */
        lat?: number;
        /** Recommended. */
        lng?: number;
        /** Sender or recipient. Required when an order is created. */
        name?: string;
        /** 8 to 15 digits. Required when an order is created. */
        mobile?: string;
        /** The partner's own code for the package. */
        tracking_number?: string;
        /** For the driver, about this point. */
        remarks?: string;
        /** Whole VND to collect from the recipient; delivery points only. */
        cod?: number;
        /** Whole VND, for insurance. */
        item_value?: number;
        /** Where it stands in path; last when left out. */
        index?: number;
      };
    };
    answer: Order;
  };
  /** Advance the clock. Every timer, expiry and retry sees the new time; what became due has run when the call answers. */
  advanceClock: {
    input: {
      body: {
        seconds: number;
      };
    };
    answer: {
      /** Unix timestamp. */
      now: number;
    };
  };
  /** Ask for a second attempt at a point that failed. Once for each point that failed, while the driver has its goods (72 hours at most after the order is over). Costs what the partner guide says, at once and from the balance. Answers the order. */
  askAgain: {
    input: { params: { order_id: string | number; path_index: string | number } };
    answer: Order;
  };
  /** Ask for what could not be delivered to be brought back. Once, as long as the return has not begun; free where the order has ROUND-TRIP. Answers the order. */
  askBack: {
    input: { params: { order_id: string | number } };
    answer: Order;
  };
  /** Cancel an order by a tracking number on it. Acts on the caller's newest order carrying the number that can be cancelled. Both fields may stand in the query instead, for clients that send no body with DELETE. */
  cancelByTrackingNumber: {
    input: {
      query?: { tracking_number?: string | number; comment?: string | number };
      body: {
        tracking_number: string;
        /** Why; required once a driver has accepted. See GET /v3/orders/cancel-reasons. */
        comment?: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Cancel an order. Before the goods are picked up. Once a driver has accepted, `comment` must say why; see `GET /v3/orders/cancel-reasons`. */
  cancelOrder: {
    input: {
      params: { order_id: string | number };
      body: {
        /** Why; required once a driver has accepted. See GET /v3/orders/cancel-reasons. */
        comment?: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Check how the partner's receiver copes. Sends duplicates, events out of order, a slow body, bad signatures, an old timestamp and a rotated secret to the partner's callback address. */
  checkReceiver: {
    input: {
      body: {
        /** For the operator: whose endpoint. */
        partner?: string;
      };
    };
    answer: ReceiverReport;
  };
  /** Stop callbacks. Nothing more is sent. Events are still written and can be pulled. */
  clearCallbacks: {
    input: Record<string, never>;
    answer: Record<string, unknown>;
  };
  /** Confirm an order whose driver waits for it at the pickup. Where the service asks for the sender's word before the pickup: the order is CONFIRMING until it comes. */
  confirmOwnOrder: {
    input: { params: { order_id: string | number } };
    answer: Record<string, unknown>;
  };
  /** The next step of an order's normal life. Accepted by a default driver, picked up, each point delivered, completed: one step a call. */
  continueOrder: {
    input: { params: { order_id: string | number } };
    answer: {
      status: string;
      sub_status: string;
    };
  };
  /** Create an order. In the service form (`service_id`, `requests`) or the group form (`group_service_id`, `group_requests`). With `quote_id` of an estimate the order gets exactly that price. */
  createOrder: {
    input: { body: OrderInput };
    answer: {
      order_id: string;
      status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
      /** Public tracking page. */
      shared_link: string;
      /** The same as shared_link. */
      share_link: string;
      order: Order;
    };
  };
  /** Estimate fees. One element for each service asked for, in that order; a refused one has `data: null` and an `error`. Every priced element is a quote that create honours for ten minutes. */
  estimateFees: {
    input: { body: EstimateInput };
    answer: Array<Estimate>;
  };
  /** How the price was made. The tariff's expression, its x and h, and each line; they add up to the total. */
  explainPrice: {
    input: { params: { order_id: string | number } };
    answer: PriceExplanation;
  };
  /** Orders by tracking number. Orders of the caller's partner, newest first; without a window, those of the last 7 days. */
  findOrdersByTrackingNumber: {
    input: { query?: { tracking_number?: string | number; from_time?: string | number; to_time?: string | number } };
    answer: Array<OrderByTrackingNumber>;
  };
  /** Orders by tracking number, in the path. Orders of the caller's partner, newest first; without a window, those of the last 7 days. */
  findOrdersByTrackingNumberInPath: {
    input: {
      params: { tracking_number: string | number };
      query?: { from_time?: string | number; to_time?: string | number };
    };
    answer: Array<OrderByTrackingNumber>;
  };
  /** The callback settings and queue. Where callbacks go, how they are signed, and how many wait. */
  getCallbacks: {
    input: Record<string, never>;
    answer: CallbackEndpoint;
  };
  /** Order detail. For the creator and the creator's parent account. */
  getOrder: {
    input: { params: { order_id: string | number } };
    answer: Order;
  };
  /** The account: profile, wallets and limits. For the caller, or with `child_id` for a child of the caller. */
  getOwnAccount: {
    input: { query?: { child_id?: string | number } };
    answer: OwnAccount;
  };
  /** Every movement of the account's wallets, newest first. By pages: `next` of an answer is the cursor of the page after. With `format=csv`, or `Accept: text/csv`, the lines are a spreadsheet and the cursor stands in the header `x-next`. */
  getOwnStatement: {
    input: {
      query?: {
        child_id?: string | number;
        from_time?: string | number;
        to_time?: string | number;
        next?: string | number;
        after?: string | number;
        limit?: string | number;
        format?: "json" | "csv";
      };
    };
    answer: {
      account_id: string;
      /** What the account can spend; below zero it owes. */
      main: number;
      /** Given by the platform; spent first. */
      bonus: number;
      /** Set aside for orders under way. */
      held: number;
      /** Collected from recipients and not yet paid out to main. */
      cod_owed: number;
      /** COD that came into main within the time asked for. */
      cod_paid_out: number;
      lines: Array<StatementLine>;
      /** Where the next page begins; absent on the last one. */
      next?: string;
      /** Unix timestamp. What is from before has left; absent: everything is there. */
      kept_since?: number;
    };
  };
  /** Whether a promo code may be used for a service now, and what it gives. A code that an order of the service would be refused with is refused with the same words. */
  getPromo: {
    input: { params: { code: string | number }; query?: { service_id?: string | number } };
    answer: PromoForService;
  };
  /** Service details. An array of one: the service with its special requests. */
  getService: {
    input: { params: { service_id: string | number } };
    answer: Array<Service>;
  };
  /** Public tracking link. An unguessable link for the recipient; it ends some hours after the order does. */
  getSharedLink: {
    input: { params: { order_id: string | number } };
    answer: {
      shared_link: string;
    };
  };
  /** Add a child account. Sends an activation code to the child's phone. Asking again sends a new code and voids the old one. */
  inviteChild: {
    input: {
      body: {
        /** The child's phone number. */
        child_id: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Get a token for the whole partner. For a program that reads the partner's events or keeps its callbacks and shall not hold the API key. It may do what `scopes` name and nothing else, and ends with its time or with the key it was made with, on every server at once. */
  issuePartnerToken: {
    input: {
      body: {
        api_key: string;
        /** events:read, callbacks:read, callbacks:write, callbacks:resend */
        scopes: Array<string>;
        /** 60 to 2592000; 3600 when absent. */
        seconds?: number;
      };
    };
    answer: PartnerToken;
  };
  /** Get a token. Gives a new token pair and ends the account's old one. Requests that are in flight together get the same pair. */
  issueToken: {
    input: {
      body: {
        api_key: string;
        /** Phone number of the account, in any usual spelling. */
        mobile: string;
      };
    };
    answer: TokenPair;
  };
  /** The log of callbacks about a tracking number, newest first. Every try with its status, time and the beginning of your answer, as far back as tries are kept. Where there are more than `limit`, `next` is the cursor of the page after. */
  listCallbackLogs: {
    input: {
      query?: {
        tracking_number?: string | number;
        account_id?: string | number;
        limit?: string | number;
        next?: string | number;
      };
    };
    answer: {
      tracking_number: string;
      callback_logs: Array<CallbackLog>;
      /** Where the next page begins; absent on the last one. */
      next?: string;
    };
  };
  /** Standard reasons to cancel, the user's and the driver's. Codes with English and Vietnamese words. Any other text is accepted as a comment as well. */
  listCancelReasons: {
    input: Record<string, never>;
    answer: {
      user: Array<CancelReason>;
      driver: Array<CancelReason>;
    };
  };
  /** List child accounts. The accounts under the caller's, with their status. */
  listChildren: {
    input: Record<string, never>;
    answer: Array<Account>;
  };
  /** List cities. The cities of a country, with their codes. */
  listCities: {
    input: { query?: { country_id?: string | number } };
    answer: Array<City>;
  };
  /** List cities (version 1.0.0). As `GET /v3/cities`, for clients of the first version: no token is needed. */
  listCitiesV1: {
    input: { query?: { country_id?: string | number } };
    answer: Array<CityV1>;
  };
  /** The caller's orders, or several by id. Newest first, by filters and a cursor; or up to 50 by `ids`, separated by commas. */
  listOrders: {
    input: {
      query?: {
        ids?: string | number;
        status?: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
        outcome?: "OPEN" | "DELIVERED" | "PARTLY_DELIVERED" | "FAILED" | "RETURNING" | "RETURNED" | "CANCELLED";
        service_id?: string | number;
        from_time?: string | number;
        to_time?: string | number;
        after?: string | number;
        limit?: string | number;
      };
    };
    answer: {
      orders: Array<Order>;
      /** Give it as `after` for the next page; empty on the last one. */
      next: string;
    };
  };
  /** List services. Services of a city, given by its code or by a coordinate in it. */
  listServices: {
    input: {
      query?: {
        city_id?: string | number;
        lat?: string | number;
        lng?: string | number;
        delivery_type?: string | number;
      };
    };
    answer: Array<Service>;
  };
  /** Slots of a planned service. The next slots that can be chosen, with what is left of each. With the places of pickup and door the plan of the city is asked whether they fit in. Empty for a service that is not planned. */
  listSlots: {
    input: {
      params: { service_id: string | number };
      query?: {
        lat?: string | number;
        lng?: string | number;
        to_lat?: string | number;
        to_lng?: string | number;
        date?: string | number;
      };
    };
    answer: Array<Slot>;
  };
  /** Roads of a trace. The roads a vehicle drove that was seen at the coordinates, in OSRM's v1 protocol. */
  match: {
    input: {
      params: { profile: string | number; coordinates: string | number };
      query?: {
        timestamps?: string | number;
        geometries?: string | number;
        overview?: string | number;
        steps?: string | number;
        annotations?: string | number;
        gaps?: string | number;
        tidy?: string | number;
        waypoints?: string | number;
        radiuses?: string | number;
        hints?: string | number;
        generate_hints?: string | number;
        skip_waypoints?: string | number;
        bearings?: string | number;
        approaches?: string | number;
        exclude?: string | number;
        snapping?: string | number;
      };
    };
    answer: {
      code: "Ok";
      /** Of the map. */
      data_version?: string;
      matchings: Array<{
        /** 0 to 1. */
        confidence: number;
        /** Encoded polyline, or a GeoJSON LineString with geometries=geojson. */
        geometry?: unknown;
        legs: Array<{
          steps: Array<unknown>;
          summary: string;
          weight: number;
          /** Seconds. */
          duration: number;
          /** Metres. */
          distance: number;
          /** OSRM's Annotation. */
          annotation?: unknown;
        }>;
        weight_name: string;
        weight: number;
        /** Seconds. */
        duration: number;
        /** Metres. */
        distance: number;
      }>;
      tracepoints?: Array<null | {
        alternatives_count: number;
        matchings_index: number;
        waypoint_index: number | null;
        hint?: string;
        /** Metres from the coordinate to the road. */
        distance: number;
        name: string;
        /** [lng, lat] on the road. */
        location: Array<number>;
      }>;
    };
  };
  /** Nearest roads. The roads nearest to a coordinate, in OSRM's v1 protocol. */
  nearest: {
    input: {
      params: { profile: string | number; coordinates: string | number };
      query?: {
        number?: string | number;
        radiuses?: string | number;
        hints?: string | number;
        generate_hints?: string | number;
        skip_waypoints?: string | number;
        bearings?: string | number;
        approaches?: string | number;
        exclude?: string | number;
        snapping?: string | number;
      };
    };
    answer: {
      code: "Ok";
      /** Of the map. */
      data_version?: string;
      waypoints: Array<{
        /** OpenStreetMap's numbers of the nodes on both sides. */
        nodes: Array<number>;
        hint?: string;
        /** Metres from the coordinate to the road. */
        distance: number;
        name: string;
        /** [lng, lat] on the road. */
        location: Array<number>;
      }>;
    };
  };
  /** Any event of an order's life. Any step that the state table allows from where the order is, also the unhappy ones. */
  playEvent: {
    input: {
      params: { order_id: string | number };
      body: {
        /** accept, board, arrive, confirm, pay, pickup, near, deliver, fail, driver_cancel, return_begin, return_done */
        type:
          | "accept"
          | "board"
          | "arrive"
          | "confirm"
          | "pay"
          | "pickup"
          | "near"
          | "deliver"
          | "fail"
          | "driver_cancel"
          | "return_begin"
          | "return_done";
        /** For deliver and fail. */
        path_index?: number;
        comment?: string;
        /** The driver; one of the sandbox's own when absent. */
        mobile?: string;
      };
    };
    answer: {
      status: string;
      sub_status: string;
    };
  };
  /** Rate the driver. Once by the sender and once by the receiver, when the order is completed. */
  rateDriver: {
    input: {
      params: { order_id: string | number };
      body: {
        /** user (sender) or receiver (recipient). */
        rated_by: string;
        rating: number;
        comment?: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Everything the endpoint was told, newest first, with what became of it. A page may come short: only one without `next` is the last. */
  readCallbackLog: {
    input: {
      query?: {
        order_id?: string | number;
        event_type?: string | number;
        result?: "delivered" | "failed";
        from_time?: string | number;
        to_time?: string | number;
        limit?: string | number;
        after?: string | number;
      };
    };
    answer: {
      events: Array<CallbackEvent>;
      /** Where the next page begins, also when this one came short; absent on the last one. */
      next?: string;
    };
  };
  /** The callbacks as a stream to pull. The same events by cursor. None is skipped, also while orders are being written; keep `next` and ask with it again. An account's token reads the events of its own orders and of its children's; the partner's API key, or a token made with it for `events:read`, those of the whole partner. A page may be shorter than its limit: only an empty one is the end. */
  readEvents: {
    input: { query?: { after?: string | number; limit?: string | number } };
    answer: {
      events: Array<{
        event_id: string;
        event_type: string;
        event_seq: number;
        event_time: number;
        /** The very body of the callback. */
        order: unknown;
      }>;
      next: string;
    };
  };
  /** Exchange a refresh token. Gives a new token pair for a refresh token, which works once. One that was used before ends the newest pair that came of it. */
  refreshToken: {
    input: {
      body: {
        refresh_token: string;
      };
    };
    answer: TokenPair;
  };
  /** Register an account. An account of the partner whose key is sent, with its first token. A phone number belongs to one account of one partner. */
  registerAccount: {
    input: {
      body: {
        api_key: string;
        /** Phone number of the account, in any usual spelling. */
        mobile: string;
        name: string;
        address: string;
      };
    };
    answer: TokenPair;
  };
  /** Remove a child account. Succeeds only when the child has no ongoing orders and no unsettled balance. */
  removeChild: {
    input: { params: { child_id: string | number } };
    answer: {
      status: string;
    };
  };
  /** Remove a delivery point. As adding one; the pickup stays, and so do as many deliveries as the service asks for. Answers the order. */
  removePoint: {
    input: { params: { order_id: string | number; path_index: string | number } };
    answer: Order;
  };
  /** Send events again: one, all that were given up since a time, or those of the log that fit. One event by its id, every event that was given up since a time, or with `matching` those of `GET /v3/callbacks/log` that fit (`{}`: all); over 10,000 are refused. A resent event comes after newer ones: compare `event_seq`. */
  resendCallbacks: {
    input: {
      body: {
        event_id?: string;
        /** Unix timestamp. */
        since?: number;
        /** Those of the log that fit; 10,000 at most. */
        matching?: {
          /** An order's id or a tracking number. */
          order_id?: string;
          event_type?: string;
          /** failed: it was tried and the last try was not taken. */
          result?: "delivered" | "failed";
          /** Unix timestamp. */
          from_time?: number;
          /** Unix timestamp. */
          to_time?: number;
        };
        /** With `matching`: tell how many there are and send none. */
        count_only?: boolean;
      };
    };
    answer: {
      queued: number;
      /** How many fit, where that was asked for. */
      matching?: number;
    };
  };
  /** The address at a coordinate, in both administrative forms. The nearest house or street with its ward, district and province, as in force since July 2025 and as before. */
  reversePlace: {
    input: { query?: { lat?: string | number; lng?: string | number } };
    answer: NearestAddress;
  };
  /** Change the signing secret. Both secrets sign until old_secret_end_time. */
  rotateCallbackSecret: {
    input: Record<string, never>;
    answer: {
      callback_secret: string;
      old_secret_end_time: number;
    };
  };
  /** Route and distance. The fastest way through the coordinates, in OSRM's v1 protocol. */
  route: {
    input: {
      params: { profile: string | number; coordinates: string | number };
      query?: {
        geometries?: string | number;
        overview?: string | number;
        steps?: string | number;
        annotations?: string | number;
        alternatives?: string | number;
        continue_straight?: string | number;
        waypoints?: string | number;
        depart_at?: string | number;
        radiuses?: string | number;
        hints?: string | number;
        generate_hints?: string | number;
        skip_waypoints?: string | number;
        bearings?: string | number;
        approaches?: string | number;
        exclude?: string | number;
        snapping?: string | number;
      };
    };
    answer: {
      code: "Ok";
      /** Of the map. */
      data_version?: string;
      routes: Array<{
        /** Encoded polyline, or a GeoJSON LineString with geometries=geojson. */
        geometry?: unknown;
        legs: Array<{
          steps: Array<unknown>;
          summary: string;
          weight: number;
          /** Seconds. */
          duration: number;
          /** Metres. */
          distance: number;
          /** OSRM's Annotation. */
          annotation?: unknown;
        }>;
        weight_name: string;
        weight: number;
        /** Seconds. */
        duration: number;
        /** Metres. */
        distance: number;
      }>;
      waypoints?: Array<{
        hint?: string;
        /** Metres from the coordinate to the road. */
        distance: number;
        name: string;
        /** [lng, lat] on the road. */
        location: Array<number>;
      }>;
    };
  };
  /** Where the robots are. For the map of the start page: robot drivers who are online in Hồ Chí Minh City, without names. */
  seeRobots: {
    input: Record<string, never>;
    answer: {
      robots: Array<{
        lat: number;
        lng: number;
        vehicle: "BIKE" | "VAN" | "TRUCK";
      }>;
    };
  };
  /** Set where callbacks go. Events that wait are sent at once. They are signed with the secret that came with the partner's keys, or the newest one. */
  setCallbacks: {
    input: { body: CallbackSettings };
    answer: CallbackEndpoint;
  };
  /** What an address that is being typed may mean. Landmarks, shops, streets, houses, wards and districts whose name begins so, or nearly so; diacritics may be left out, and what comes after a comma or at the end may name the quarter. Near places come first when `lat` and `lng` are given, and addresses of your own orders before others. */
  suggestPlaces: {
    input: { query?: { q?: string | number; lat?: string | number; lng?: string | number; limit?: string | number } };
    answer: SuggestedPlaces;
  };
  /** Table of durations and distances. The fastest ways between many coordinates at once. A cell is null where no way leads. */
  table: {
    input: {
      params: { profile: string | number; coordinates: string | number };
      query?: {
        sources?: string | number;
        destinations?: string | number;
        annotations?: string | number;
        fallback_speed?: string | number;
        fallback_coordinate?: string | number;
        scale_factor?: string | number;
        depart_at?: string | number;
        radiuses?: string | number;
        hints?: string | number;
        generate_hints?: string | number;
        skip_waypoints?: string | number;
        bearings?: string | number;
        approaches?: string | number;
        exclude?: string | number;
        snapping?: string | number;
      };
    };
    answer: {
      code: "Ok";
      /** Of the map. */
      data_version?: string;
      durations?: Array<Array<number | null>>;
      distances?: Array<Array<number | null>>;
      sources?: Array<{
        hint?: string;
        /** Metres from the coordinate to the road. */
        distance: number;
        name: string;
        /** [lng, lat] on the road. */
        location: Array<number>;
      }>;
      destinations?: Array<{
        hint?: string;
        /** Metres from the coordinate to the road. */
        distance: number;
        name: string;
        /** [lng, lat] on the road. */
        location: Array<number>;
      }>;
      /** Row and column of the cells the crow filled. */
      fallback_speed_cells?: Array<Array<number>>;
    };
  };
  /** Send a test event and tell what the endpoint answered. One event that is no order's, sent at once; the answer is what your endpoint answered. */
  testCallback: {
    input: Record<string, never>;
    answer: {
      /** answered, timed_out, unreachable, address_refused, tls_failed, closed or malformed. */
      outcome: string;
      response_code: number;
      response_text: string;
      response_time: number;
      error: string;
    };
  };
  /** Stops in the best order. The fastest way over all coordinates in whichever order, in OSRM's v1 protocol. */
  trip: {
    input: {
      params: { profile: string | number; coordinates: string | number };
      query?: {
        roundtrip?: string | number;
        source?: string | number;
        destination?: string | number;
        geometries?: string | number;
        overview?: string | number;
        steps?: string | number;
        annotations?: string | number;
        depart_at?: string | number;
        radiuses?: string | number;
        hints?: string | number;
        generate_hints?: string | number;
        skip_waypoints?: string | number;
        bearings?: string | number;
        approaches?: string | number;
        exclude?: string | number;
        snapping?: string | number;
      };
    };
    answer: {
      code: "Ok";
      /** Of the map. */
      data_version?: string;
      trips: Array<{
        /** Encoded polyline, or a GeoJSON LineString with geometries=geojson. */
        geometry?: unknown;
        legs: Array<{
          steps: Array<unknown>;
          summary: string;
          weight: number;
          /** Seconds. */
          duration: number;
          /** Metres. */
          distance: number;
          /** OSRM's Annotation. */
          annotation?: unknown;
        }>;
        weight_name: string;
        weight: number;
        /** Seconds. */
        duration: number;
        /** Metres. */
        distance: number;
      }>;
      waypoints?: Array<{
        trips_index: number;
        /** When it is visited, from 0. */
        waypoint_index: number;
        hint?: string;
        /** Metres from the coordinate to the road. */
        distance: number;
        name: string;
        /** [lng, lat] on the road. */
        location: Array<number>;
      }>;
    };
  };
  /** Update a point of an order, or its time, goods or special requests. One point of an order that is not over, all or nothing; or, without `path_index`, the order's time, goods or special requests, priced again. What may change how often, and on which services, is in the partner guide. */
  updateOrder: {
    input: {
      params: { order_id: string | number };
      body: {
        /** 0 is the pickup. Required for what is a point's: name to address_info. */
        path_index?: number;
        name?: string;
        mobile?: string;
        remarks?: string;
        /** Partner-hosted services, delivery points, once. */
        cod?: number;
        /** Partner-hosted services, delivery points, once. */
        address_info?: {
          address: string;
          lat?: number;
          lng?: number;
        };
        /** Without path_index: the order's new time, before a driver has accepted; 0 for now. */
        order_time?: number;
        /** Beside order_time, as in create. */
        idle_until?: number;
        /** Without path_index: all goods anew. */
        items?: Array<Item>;
        /** Without path_index: all special requests anew. */
        requests?: Array<RequestInput>;
        group_requests?: Array<RequestInput>;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Update the profile. Name and e-mail of the account itself; what is not sent stays. */
  updateProfile: {
    input: {
      body: {
        name?: string;
        email?: string;
        /** account.balance_low is sent when main and bonus fall below so many VND; 0: below the partner's threshold. */
        balance_low?: number;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Change a member's name or role, or keep them out. Counts with their next call. Who is disabled is signed out everywhere. */
  changeMember: {
    input: {
      params: { id: string | number };
      body: {
        name?: string;
        role?: "owner" | "staff" | "finance" | "developer";
        disabled?: boolean;
      };
    };
    answer: Member;
  };
  /** Sign the browser out. Counts at once on every replica. */
  endPortalSession: {
    input: Record<string, never>;
    answer: Record<string, unknown>;
  };
  /** The same history as a spreadsheet. UTF-8 with a byte order mark; refused when more than 50000 orders match. */
  exportHistory: {
    input: {
      query?: {
        account?: string | number;
        status?: string | number;
        outcome?: string | number;
        service?: string | number;
        from_time?: string | number;
        to_time?: string | number;
        q?: string | number;
        lang?: "en" | "vi";
      };
    };
    answer: unknown;
  };
  /** The same as a spreadsheet. UTF-8 with a byte order mark; a line for each hour, day or week. */
  exportOwnFigures: {
    input: {
      query?: {
        from?: string | number;
        to?: string | number;
        days?: string | number;
        by?: "hour" | "day" | "week";
        service_id?: string | number;
        account?: string | number;
      };
    };
    answer: unknown;
  };
  /** Invite somebody by a link that is good once. It is good for three days, and makes them act for the account that invites. */
  inviteMember: {
    input: {
      body: {
        email: string;
        name: string;
        role: "owner" | "staff" | "finance" | "developer";
      };
    };
    answer: {
      id: string;
      email: string;
      name: string;
      role: "owner" | "staff" | "finance" | "developer";
      /** Unix timestamp. */
      create_time: number;
      created_by: string;
      /** Unix timestamp. */
      expire_time: number;
      /** Shown once; whoever has it may use it. */
      link: string;
    };
  };
  /** Choose a password by a link, and be signed in. Twelve characters at least. */
  joinAsMember: {
    input: {
      body: {
        token: string;
        password: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** A link by which a member chooses a new password. Using it ends their sessions. */
  linkForMember: {
    input: { params: { id: string | number } };
    answer: {
      id: string;
      email: string;
      name: string;
      role: "owner" | "staff" | "finance" | "developer";
      /** Unix timestamp. */
      create_time: number;
      created_by: string;
      /** Unix timestamp. */
      expire_time: number;
      /** Shown once; whoever has it may use it. */
      link: string;
    };
  };
  /** The partner's API keys that work. With when each was used last; never the key itself. */
  listApiKeys: {
    input: Record<string, never>;
    answer: {
      keys: Array<ApiKey>;
    };
  };
  /** The order history of the account and its children, newest first. Without from_time and q: the last 186 days. */
  listHistory: {
    input: {
      query?: {
        account?: string | number;
        status?: string | number;
        outcome?: string | number;
        service?: string | number;
        from_time?: string | number;
        to_time?: string | number;
        q?: string | number;
        after?: string | number;
        limit?: string | number;
      };
    };
    answer: {
      orders: Array<OrderRow>;
      next: string;
    };
  };
  /** The partner's members and open invitations. With how many browsers each is signed in, and links that were not used yet. */
  listMembers: {
    input: Record<string, never>;
    answer: {
      members: Array<{
        id: string;
        email: string;
        name: string;
        role: "owner" | "staff" | "finance" | "developer";
        /** The account they act for. */
        mobile: string;
        disabled: boolean;
        /** Unix timestamp. */
        create_time: number;
        created_by: string;
        /** Browsers that are signed in. */
        sessions: number;
        /** 0 while none is. */
        seen_time: number;
      }>;
      invitations: Array<MemberInvitation>;
    };
  };
  /** Make an API key. It does what the first one does, and ends by itself never. Twenty at most. */
  makeApiKey: {
    input: {
      body: {
        name: string;
      };
    };
    answer: {
      /** How its hash begins. */
      id: string;
      /** Empty for the one that the operator gave. */
      name: string;
      /** Unix timestamp. */
      create_time: number;
      /** To the minute; 0 when it never was. */
      last_used_time: number;
      /** When it was rotated: until then it works. 0: no end. */
      end_time: number;
      /** Shown once; only its hash is kept. */
      key: string;
    };
  };
  /** Sign a browser in. Sets the cookie `giao_portal`; needs the header `x-giao-page: 1`. */
  openPortalSession: {
    input: {
      body: {
        api_key?: string;
        mobile?: string;
        /** Of a member, with their password, in place of the other two. */
        email?: string;
        password?: string;
      };
    };
    answer: {
      mode: "sandbox" | "production";
      session: PortalSession | null;
    };
  };
  /** End an API key at once. Tokens made with it end too, and browsers that signed in with a key; members stay signed in. */
  revokeApiKey: {
    input: { params: { id: string | number } };
    answer: Record<string, unknown>;
  };
  /** A new key of the same name; the old one works for a day. Programs have a day to change over. */
  rotateApiKey: {
    input: { params: { id: string | number } };
    answer: {
      /** How its hash begins. */
      id: string;
      /** Empty for the one that the operator gave. */
      name: string;
      /** Unix timestamp. */
      create_time: number;
      /** To the minute; 0 when it never was. */
      last_used_time: number;
      /** When it was rotated: until then it works. 0: no end. */
      end_time: number;
      /** Shown once; only its hash is kept. */
      key: string;
    };
  };
  /** What the partner was told about an order, newest first, with every try. Each event with all its tries. */
  seeCallbacksOfOrder: {
    input: { params: { order_id: string | number } };
    answer: {
      callbacks: Array<CallbackOfOrder>;
    };
  };
  /** Whom a link is for. For the page that the link opens. */
  seeMemberInvitation: {
    input: {
      body: {
        token: string;
      };
    };
    answer: {
      email: string;
      name: string;
      role: "owner" | "staff" | "finance" | "developer";
      partner: string;
      renews: boolean;
    };
  };
  /** The account's orders, times and costs by hour, day or week. Everything about an order counts in the hour it was made. */
  seeOwnFigures: {
    input: {
      query?: {
        from?: string | number;
        to?: string | number;
        days?: string | number;
        by?: "hour" | "day" | "week";
        service_id?: string | number;
        account?: string | number;
        compare?: "day" | "week";
      };
    };
    answer: Figures;
  };
  /** Who is signed in. 401 when nobody is. */
  seePortalSession: {
    input: Record<string, never>;
    answer: {
      mode: "sandbox" | "production";
      session: PortalSession | null;
    };
  };
  /** What happened to an order, oldest first. Each step with its time and who took it. */
  seeTimeline: {
    input: { params: { order_id: string | number } };
    answer: {
      events: Array<{
        seq: number;
        event:
          | "wake"
          | "postpone"
          | "accept"
          | "expire"
          | "board"
          | "arrive"
          | "confirm"
          | "pay"
          | "pickup"
          | "near"
          | "deliver"
          | "fail"
          | "driver_cancel"
          | "retry"
          | "redeliver"
          | "refail"
          | "return_ask"
          | "return_begin"
          | "return_done"
          | "cancel"
          | "create"
          | "edit";
        /** user, driver, operator, system or sandbox. */
        actor: string;
        status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
        sub_status: "" | "BOARDED" | "ARRIVED" | "COMPLETING" | "IN_REDELIVERY" | "IN_RETURN" | "RETURNED";
        time: number;
      }>;
    };
  };
  /** Withdraw a link that was not used yet. Nobody can join by it any more. */
  withdrawMemberInvitation: {
    input: { params: { id: string | number } };
    answer: Record<string, unknown>;
  };
  /** Accept what a driver sent in place of a document. It counts from then on, and the one before goes. */
  acceptDocument: {
    input: { params: { id: string | number; kind: string | number } };
    answer: Application;
  };
  /** Make a driver of an applicant. Once, whoever else decides at the same moment. From then on they sign in with the pin they chose. */
  approveApplication: {
    input: { params: { id: string | number } };
    answer: Application;
  };
  /** Say yes to a run of payouts. A person who signed in, once. Who made the run has said yes already, if they are a person. */
  approvePayout: {
    input: { params: { id: string | number } };
    answer: Payout;
  };
  /** Ask for a document again. The applicant reads why, and may change the application until they send it again. */
  askForDocument: {
    input: {
      params: { id: string | number; kind: string | number };
      body: {
        /** As the applicant reads it. */
        reason: string;
      };
    };
    answer: Application;
  };
  /** Give an order that waits for a driver to this one (mobile). Dispatch is passed over; the driver must be online and free. */
  assignOrder: {
    input: {
      params: { order_id: string | number };
      body: {
        comment?: string;
        mobile?: string;
        done?: boolean;
        /** The event of the order you saw last. */
        seq?: number;
      };
    };
    answer: Order;
  };
  /** Where to go to sign in at the provider of OIDC_ISSUER. With `again`, they must prove there anew who they are, as money, keys and people ask for. */
  beginProviderSignIn: {
    input: {
      body: {
        again?: boolean;
      };
    };
    answer: {
      /** Of the provider. */
      url: string;
    };
  };
  /** A secret for an authenticator app. It counts once its first code was sent to `/operator/v1/me/totp/confirm`. */
  beginTotp: {
    input: Record<string, never>;
    answer: {
      secret: string;
      /** What the app reads from a picture. */
      uri: string;
    };
  };
  /** Cancel an order. In any state that can still be cancelled; held money goes back. */
  cancelForOperator: {
    input: {
      params: { order_id: string | number };
      body: {
        comment?: string;
        seq?: number;
      };
    };
    answer: Order;
  };
  /** Cancel a run of payouts that is not paid. What was set aside is in the wallets again. */
  cancelPayout: {
    input: { params: { id: string | number } };
    answer: Payout;
  };
  /** Change an account. A cod_limit of -1 takes the account's own limit away. */
  changeAccount: {
    input: {
      params: { phone: string | number };
      body: {
        account_status?: "ACTIVATED" | "DEACTIVATED";
        cod_limit?: number;
        credit_limit?: number;
      };
    };
    answer: OperatorAccount;
  };
  /** Change a rule, or turn it off. What is absent stays. A rule that watches something else begins anew: what went on by it is over without a word. */
  changeAlertRule: {
    input: {
      params: { id: string | number };
      body: {
        name?: string;
        /** `daily_summary`, `documents_ending`: once a day. `low_fulfilment`, `no_driver`, `endpoint_down`, `ledger_unclean`: when it begins and when it is over. */
        kind?:
          | "daily_summary"
          | "low_fulfilment"
          | "no_driver"
          | "endpoint_down"
          | "ledger_unclean"
          | "documents_ending";
        /** Of a day's message, by the platform's clock. */
        hour?: number;
        /** `low_fulfilment`: fewer than so many of a hundred were delivered. */
        percent?: number;
        /** `low_fulfilment`: of orders of so many hours. */
        hours?: number;
        /** `low_fulfilment`: and so many have ended. */
        orders_min?: number;
        /** `no_driver`: the oldest order has waited so long. `endpoint_down`: the oldest callback has. */
        minutes?: number;
        /** Empty: all. */
        city_id?: string;
        /** Of mail and webhooks; browsers have their own. */
        language?: "vi" | "en";
        mail?: Array<string>;
        /** To browsers that are signed in to the console and take notifications. */
        push?: boolean;
        /** Where it is posted; empty: nowhere. Never an address inside the operator's own network. */
        webhook_url?: string;
        /** `slack`: `{"text": …}`. `plain`: everything by its name. */
        webhook_shape?: "slack" | "plain";
        on?: boolean;
      };
    };
    answer: AlertRule;
  };
  /** Change a driver. A new pin or a deactivation ends the driver's sessions and forgets their devices. */
  changeDriver: {
    input: {
      params: { mobile: string | number };
      body: {
        name?: string;
        plate_number?: string;
        vehicle?: "BIKE" | "VAN" | "TRUCK";
        city_id?: string;
        /** 4 to 8 digits; in production 6 to 8. */
        pin?: string;
        /** What they bring along; services may ask for it. */
        equipment?: Array<string>;
        /** What COD and commission of the orders in hand may come to at most, where that is less than the wallet; 0: the wallet alone counts. */
        cash_max?: number;
        /** When they are asked nothing, in the city's own time, every day. */
        breaks?: Array<{
          from: string;
          to: string;
        }>;
        status?: "ACTIVATED" | "DEACTIVATED";
        /** Why they are suspended; kept until they may drive again. */
        reason?: string;
      };
    };
    answer: Driver;
  };
  /** Change a partner. A rate_limit_per_minute of 0 takes the partner's own limit away. */
  changePartner: {
    input: {
      params: { id: string | number };
      body: {
        name?: string;
        block_duplicate_tracking_numbers?: boolean;
        /** Requests a minute; holds in the sandbox too. */
        rate_limit_per_minute?: number;
        /** Origins whose pages may call from a browser, such as https://shop.example; in the sandbox all may. */
        cors_origins?: Array<string>;
        /** In which the partner's recipients are written to; vi unless it is said. */
        language?: "vi" | "en";
        /** How recipients reach the partner; on the tracking page of a delivery that failed. */
        contact?: string;
        callback?: CallbackSettings;
      };
    };
    answer: Partner;
  };
  /** Choose another password. Twelve characters at least. One's other browsers are signed out. */
  changePassword: {
    input: {
      body: {
        password: string;
        new_password: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Change somebody's name, role or cities, or keep them out. Counts with their next call. Who is disabled is signed out everywhere. */
  changePerson: {
    input: {
      params: { id: string | number };
      body: {
        name?: string;
        role?: "owner" | "dispatcher" | "support" | "finance" | "viewer";
        /** The cities they are limited to; empty: all. */
        cities?: Array<string>;
        disabled?: boolean;
      };
    };
    answer: Person;
  };
  /** Put a proposed plan in force, unless the plan it was made from has changed. Good for 15 minutes, and once. Later plans are made with its weights until others are put in force. */
  commitPlan: {
    input: { params: { id: string | number; proposal_id: string | number } };
    answer: {
      routes: number;
    };
  };
  /** Note a point as delivered. When the driver's phone cannot. */
  completePoint: {
    input: {
      params: { order_id: string | number; path_index: string | number };
      body: {
        comment?: string;
        mobile?: string;
        done?: boolean;
        /** The event of the order you saw last. */
        seq?: number;
      };
    };
    answer: Order;
  };
  /** Confirm for the sender. When the sender says so by telephone. */
  confirmOrder: {
    input: {
      params: { order_id: string | number };
      body: {
        comment?: string;
        mobile?: string;
        done?: boolean;
        /** The event of the order you saw last. */
        seq?: number;
      };
    };
    answer: Order;
  };
  /** Create a driver. Signs in with phone and pin. */
  createDriver: {
    input: {
      body: {
        mobile: string;
        name: string;
        plate_number: string;
        vehicle: "BIKE" | "VAN" | "TRUCK";
        city_id: string;
        /** 4 to 8 digits; in production 6 to 8. */
        pin: string;
        /** What they bring along; services may ask for it. */
        equipment?: Array<string>;
        /** What COD and commission of the orders in hand may come to at most, where that is less than the wallet; 0: the wallet alone counts. */
        cash_max?: number;
        /** When they are asked nothing, in the city's own time, every day. */
        breaks?: Array<{
          from: string;
          to: string;
        }>;
        /** Drives by itself in the sandbox. */
        robot?: boolean;
      };
    };
    answer: Driver;
  };
  /** Create a partner. The keys are shown once; only their hashes are kept. */
  createPartner: {
    input: {
      body: {
        id: string;
        name: string;
        block_duplicate_tracking_numbers?: boolean;
        /** Requests a minute; holds in the sandbox too. */
        rate_limit_per_minute?: number;
        /** Origins whose pages may call from a browser, such as https://shop.example; in the sandbox all may. */
        cors_origins?: Array<string>;
        /** In which the partner's recipients are written to; vi unless it is said. */
        language?: "vi" | "en";
        /** How recipients reach the partner; on the tracking page of a delivery that failed. */
        contact?: string;
        callback?: CallbackSettings;
      };
    };
    answer: {
      id: string;
      api_key: string;
      route_key: string;
      callback_secret: string;
    };
  };
  /** Sign the browser out. Counts at once on every replica. */
  endConsoleSession: {
    input: Record<string, never>;
    answer: Record<string, unknown>;
  };
  /** Sign one of one's browsers out. Counts at once on every replica. */
  endOwnSession: {
    input: { params: { id: string | number } };
    answer: Record<string, unknown>;
  };
  /** Sign somebody out everywhere. Counts at once on every replica. */
  endPersonSessions: {
    input: { params: { id: string | number } };
    answer: Record<string, unknown>;
  };
  /** Sign in without the app again. Recovery codes go with it. */
  endTotp: {
    input: Record<string, never>;
    answer: Record<string, unknown>;
  };
  /** Who was considered, asked, refused, and why not others. Round by round, with the reasons. */
  explainDispatch: {
    input: { params: { order_id: string | number } };
    answer: Dispatch;
  };
  /** The same as a spreadsheet. UTF-8 with a byte order mark; the newest 50000. */
  exportAudit: {
    input: {
      query?: {
        operator?: string | number;
        call?: string | number;
        target?: string | number;
        by_id?: string | number;
        q?: string | number;
        from_time?: string | number;
        to_time?: string | number;
        after?: string | number;
      };
    };
    answer: unknown;
  };
  /** The same as a spreadsheet. UTF-8 with a byte order mark; a line for each hour, day or week. */
  exportFigures: {
    input: {
      query?: {
        from?: string | number;
        to?: string | number;
        days?: string | number;
        by?: "hour" | "day" | "week";
        service_id?: string | number;
        city_id?: string | number;
        partner_id?: string | number;
        account?: string | number;
        driver?: string | number;
      };
    };
    answer: unknown;
  };
  /** A run of payouts as a file for the bank. Those who are paid: holder, account, bank, amount, and words for the transfer. UTF-8 with a mark for Excel. */
  exportPayout: {
    input: { params: { id: string | number } };
    answer: unknown;
  };
  /** Note a point as not delivered (comment says why). When the driver's phone cannot. */
  failPointForOperator: {
    input: {
      params: { order_id: string | number; path_index: string | number };
      body: {
        comment?: string;
        mobile?: string;
        done?: boolean;
        /** The event of the order you saw last. */
        seq?: number;
      };
    };
    answer: Order;
  };
  /** Sign the browser in with what the provider answered. The role comes from the claim that OIDC_ROLE_CLAIM names, at each sign-in. The browser's session before this one ends. */
  finishProviderSignIn: {
    input: {
      body: {
        /** Of the address that the provider sent the browser to. */
        query: string;
      };
    };
    answer: {
      session: ConsoleSession | null;
    };
  };
  /** Sign in with the app from now on. Gives ten recovery codes, shown once. */
  finishTotp: {
    input: {
      body: {
        /** Six digits of the app, or a recovery code. */
        code: string;
      };
    };
    answer: {
      /** Shown once; each is good once. */
      recovery_codes: Array<string>;
    };
  };
  /** The same as a stream: `city` at first, then `changes`. Of `changes`, `drivers` and `orders` take the place of those that were told, `gone` (numbers of drivers) and `closed` (order ids) take away, and `moves` are four whole numbers a driver: their `n`, how far north and east of before in 1/100,000 of a degree, and the heading in tens of degrees, -1 for none. */
  followLiveCity: {
    input: { params: { id: string | number } };
    answer: unknown;
  };
  /** Sign a driver out everywhere. Ends the driver's sessions and forgets the devices they signed in on: for a phone that was lost. */
  forgetDriverDevices: {
    input: { params: { mobile: string | number } };
    answer: Record<string, unknown>;
  };
  /** An account with its wallets. Status, limits, and what is in its wallets and on hold. */
  getAccount: {
    input: { params: { phone: string | number } };
    answer: OperatorAccount;
  };
  /** What moved an account's wallets, newest first. Postings in whole VND, with what each was for. */
  getAccountStatement: {
    input: { params: { phone: string | number }; query?: { after?: string | number } };
    answer: {
      lines: Array<{
        id: number;
        journal: string;
        account: string;
        order_id: string;
        reference: string;
        /** Whole VND. */
        amount: number;
        time: number;
      }>;
      next: string;
      /** Unix timestamp. What is from before has left; absent: everything is there. */
      kept_since?: number;
    };
  };
  /** An application with its documents. With what is missing and when each document ends. */
  getApplication: {
    input: { params: { id: string | number } };
    answer: Application;
  };
  /** What a browser of the console subscribes with. For a browser that is signed in; 403 `PERSON_NEEDED` for a key. */
  getConsolePush: {
    input: Record<string, never>;
    answer: {
      /** `applicationServerKey` of the browser's `pushManager.subscribe`. */
      public_key: string;
      /** Whether this browser shows what rules with `push` tell. */
      subscribed: boolean;
    };
  };
  /** A driver and where they are. With the last position and the orders in hand. */
  getDriver: {
    input: { params: { mobile: string | number } };
    answer: PlacedDriver;
  };
  /** A driver's bank account. Where payouts go; absent while there is none. */
  getDriverBank: {
    input: { params: { mobile: string | number } };
    answer: {
      bank?: {
        bank: string;
        bank_account: string;
        bank_holder: string;
      };
    };
  };
  /** What moved a driver's wallet, newest first. Postings in whole VND. */
  getDriverStatement: {
    input: { params: { mobile: string | number }; query?: { after?: string | number } };
    answer: DriverStatement;
  };
  /** A driver's wallet. What the driver has and owes. */
  getDriverWallet: {
    input: { params: { mobile: string | number } };
    answer: DriverWallet;
  };
  /** A partner's callback settings and queue. As the partner sees them, without the secrets. */
  getPartnerCallbacks: {
    input: { params: { id: string | number } };
    answer: CallbackEndpoint;
  };
  /** A run of payouts: who gets what, and why. Line by line, with who approved. */
  getPayout: {
    input: { params: { id: string | number } };
    answer: Payout;
  };
  /** The way its drivers took while they had the order. Positions in order of time, thinned. */
  getTrail: {
    input: { params: { order_id: string | number } };
    answer: Trail;
  };
  /** An order with its history and money. Everything about it: history, offers, journals. */
  inspectOrder: {
    input: { params: { order_id: string | number } };
    answer: InspectedOrder;
  };
  /** Invite somebody by a link that is good once. It is good for three days. A newer link to the same e-mail ends the older one. */
  invitePerson: {
    input: {
      body: {
        email: string;
        name: string;
        role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
        /** The cities they are limited to; empty: all. */
        cities?: Array<string>;
      };
    };
    answer: {
      id: string;
      email: string;
      name: string;
      role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
      /** Empty: all. */
      cities: Array<string>;
      /** Unix timestamp. */
      create_time: number;
      created_by: string;
      /** Unix timestamp. */
      expire_time: number;
      /** Shown once; whoever has it may use it. */
      link: string;
    };
  };
  /** Choose a password by a link, and be signed in. Twelve characters at least. The first owner's link names nobody: `email` and `name` come with it. */
  joinByLink: {
    input: {
      body: {
        token: string;
        password: string;
        email?: string;
        name?: string;
      };
    };
    answer: {
      session: ConsoleSession | null;
    };
  };
  /** A link by which somebody chooses a new password. Using it takes their second factor away and ends their sessions. */
  linkForPerson: {
    input: { params: { id: string | number } };
    answer: {
      id: string;
      email: string;
      name: string;
      role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
      /** Empty: all. */
      cities: Array<string>;
      /** Unix timestamp. */
      create_time: number;
      created_by: string;
      /** Unix timestamp. */
      expire_time: number;
      /** Shown once; whoever has it may use it. */
      link: string;
    };
  };
  /** Accounts with their wallets, by phone. By phone, partner or name. */
  listAccounts: {
    input: { query?: { q?: string | number; partner?: string | number; after?: string | number } };
    answer: {
      accounts: Array<{
        phone: string;
        name: string;
        partner: string;
        account_status: string;
        /** Whole VND. */
        main: number;
        /** Whole VND. */
        bonus: number;
        /** Whole VND. */
        held: number;
        /** Whole VND. */
        cod: number;
      }>;
      next: string;
    };
  };
  /** Rules of when people are told something. With what goes on at the moment. A webhook's address is not shown again, only its host. */
  listAlertRules: {
    input: Record<string, never>;
    answer: {
      rules: Array<AlertRule>;
      /** Whether SMTP_URL is set; without it no mail is sent. */
      mail_ready: boolean;
    };
  };
  /** What was told, newest first. Kept for ALERT_DAYS. */
  listAlerts: {
    input: { query?: { rule_id?: string | number; after?: string | number } };
    answer: {
      messages: Array<AlertMessage>;
      next: string;
    };
  };
  /** Who wants to drive, the one that waits for longest first. By city and how far they are. */
  listApplications: {
    input: {
      query?: {
        city_id?: string | number;
        status?: "DRAFT" | "SUBMITTED" | "APPROVED" | "REFUSED";
        after?: string | number;
      };
    };
    answer: {
      applications: Array<{
        id: string;
        mobile: string;
        /** DRAFT while its writer may change it, also after a document was asked for again. */
        status: "DRAFT" | "SUBMITTED" | "APPROVED" | "REFUSED";
        city_id: string;
        name: string;
        vehicle: "BIKE" | "VAN" | "TRUCK";
        plate_number: string;
        /** Unix timestamp. */
        change_time: number;
        /** Unix timestamp; 0 while unset. */
        submit_time: number;
      }>;
      next?: string;
    };
  };
  /** Every write, sign-in and sign-out of the operator's, newest first. Who changed what, and when. */
  listAudit: {
    input: {
      query?: {
        operator?: string | number;
        call?: string | number;
        target?: string | number;
        by_id?: string | number;
        q?: string | number;
        from_time?: string | number;
        to_time?: string | number;
        after?: string | number;
      };
    };
    answer: {
      entries: Array<AuditEntry>;
      next: string;
    };
  };
  /** Every try to tell a partner about an order, newest first. With status, time and the beginning of each answer. */
  listCallbacksOfOrder: {
    input: {
      query?: { order_id?: string | number; limit?: string | number; next?: string | number; after?: string | number };
    };
    answer: {
      callbacks: Array<CallbackLog>;
      /** Where the next page begins; absent on the last one. */
      next?: string;
    };
  };
  /** Who could take an order that waits. Online drivers around the pickup, with the reasons for which dispatch leaves some out. */
  listCandidates: {
    input: { params: { order_id: string | number } };
    answer: Candidates;
  };
  /** List drivers. By name, phone or plate, city and whether they are online. */
  listDrivers: {
    input: {
      query?: {
        q?: string | number;
        city_id?: string | number;
        status?: "ACTIVATED" | "DEACTIVATED";
        online?: "true" | "false";
        after?: string | number;
      };
    };
    answer: {
      drivers: Array<PlacedDriver>;
      next?: string;
    };
  };
  /** What needs a person, the most pressing first. At most 200; an endpoint is listed whatever the city, to callers who are not limited to some. */
  listExceptions: {
    input: { query?: { city_id?: string | number } };
    answer: Exceptions;
  };
  /** Cash that drivers handed in, newest first. The newest hundred. */
  listHandIns: {
    input: Record<string, never>;
    answer: {
      hand_ins: Array<{
        receipt: string;
        mobile: string;
        /** Whole VND. */
        amount: number;
        /** Unix timestamp. */
        time: number;
        received_by: string;
        name: string;
      }>;
    };
  };
  /** Every city with its outline. Disabled ones as well. */
  listOperatorCities: {
    input: Record<string, never>;
    answer: {
      cities: Array<OperatorCity>;
    };
  };
  /** Keys of machines that work for the operator, newest first. With role, cities, when each was used last and ends; never the key itself. */
  listOperatorKeys: {
    input: Record<string, never>;
    answer: {
      keys: Array<OperatorKey>;
    };
  };
  /** Every service, of one city or of all. Disabled ones as well, with tariffs and areas. */
  listOperatorServices: {
    input: { query?: { city_id?: string | number } };
    answer: {
      services: Array<OperatorService>;
    };
  };
  /** List partners. By id, a page at a time, without their keys. */
  listPartners: {
    input: { query?: { after?: string | number } };
    answer: {
      partners: Array<Partner>;
      next?: string;
    };
  };
  /** Runs of payouts. Newest first. */
  listPayouts: {
    input: { query?: { city_id?: string | number; after?: string | number } };
    answer: {
      payouts: Array<PayoutRun>;
      next?: string;
    };
  };
  /** The operator's people and open invitations. With how many browsers each is signed in, and links that were not used yet. */
  listPeople: {
    input: Record<string, never>;
    answer: {
      people: Array<{
        id: string;
        email: string;
        name: string;
        role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
        /** Empty: all. */
        cities: Array<string>;
        disabled: boolean;
        /** Signs in with a second factor. */
        totp: boolean;
        /** Signs in at the provider of OIDC_ISSUER; role and cities come from there. */
        provider: boolean;
        /** Unix timestamp. */
        create_time: number;
        created_by: string;
        /** Browsers that are signed in. */
        sessions: number;
        /** 0 while none is. */
        seen_time: number;
      }>;
      invitations: Array<Invitation>;
    };
  };
  /** The plan of a city in force, and the routes that drivers were asked about in the last 12 hours. Routes as rows, stops with their times. */
  listPlannedRoutes: {
    input: { query: { city_id: string | number } };
    answer: {
      routes: Array<PlannedRoute>;
    };
  };
  /** Promo codes in alphabetical order. With how often each was used. */
  listPromos: {
    input: { query?: { after?: string | number } };
    answer: Array<{
      code: string;
      /** PERCENT or FLAT. */
      type: string;
      /** Percent, or whole VND. */
      value: number;
      max_discount?: number;
      /** Unix timestamp. */
      starts_at?: number;
      /** Unix timestamp. */
      ends_at?: number;
      /** Service or group ids; all when absent. */
      service_ids?: Array<string>;
      uses_max?: number;
      uses: number;
    }>;
  };
  /** What a service was before, newest first. An order keeps the version it was priced with. */
  listServiceVersions: {
    input: { params: { id: string | number } };
    answer: {
      versions: Array<{
        version: number;
        save_time: number;
        service: OperatorService;
      }>;
    };
  };
  /** Messages of the built-in sandbox sender, newest first. Without SMS_URL nothing leaves the machine; activation codes and messages to recipients are read here. */
  listSms: {
    input: { query?: { to?: string | number } };
    answer: Array<{
      to: string;
      text: string;
      code?: string;
      sent_at: number;
    }>;
  };
  /** Keep an order with the driver it is planned for, or a driver's whole route as it is; or no longer. Every later plan goes by it. A move locks the order too. */
  lockPlan: {
    input: {
      params: { id: string | number };
      body: {
        mobile: string;
        /** Left out: the whole route. */
        order_id?: string;
        locked: boolean;
      };
    };
    answer: {
      orders: Array<string>;
      routes: Array<string>;
    };
  };
  /** Be told something. Numbers that are not given are the usual ones of the kind. */
  makeAlertRule: {
    input: {
      body: {
        name: string;
        /** `daily_summary`, `documents_ending`: once a day. `low_fulfilment`, `no_driver`, `endpoint_down`, `ledger_unclean`: when it begins and when it is over. */
        kind:
          | "daily_summary"
          | "low_fulfilment"
          | "no_driver"
          | "endpoint_down"
          | "ledger_unclean"
          | "documents_ending";
        /** Of a day's message, by the platform's clock. */
        hour?: number;
        /** `low_fulfilment`: fewer than so many of a hundred were delivered. */
        percent?: number;
        /** `low_fulfilment`: of orders of so many hours. */
        hours?: number;
        /** `low_fulfilment`: and so many have ended. */
        orders_min?: number;
        /** `no_driver`: the oldest order has waited so long. `endpoint_down`: the oldest callback has. */
        minutes?: number;
        /** Empty: all. */
        city_id?: string;
        /** Of mail and webhooks; browsers have their own. */
        language?: "vi" | "en";
        mail?: Array<string>;
        /** To browsers that are signed in to the console and take notifications. */
        push?: boolean;
        /** Where it is posted; empty: nowhere. Never an address inside the operator's own network. */
        webhook_url?: string;
        /** `slack`: `{"text": …}`. `plain`: everything by its name. */
        webhook_shape?: "slack" | "plain";
        on?: boolean;
      };
    };
    answer: AlertRule;
  };
  /** Make a key for a machine. `key` is shown once and goes into the header `x-operator-key`; only its hash is kept. */
  makeOperatorKey: {
    input: {
      body: {
        /** By which the audit log names it. */
        name: string;
        role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
        /** The cities it is limited to; absent or empty: all. */
        cities?: Array<string>;
        /** Good for so long, 365 unless said, 730 at most. */
        days?: number;
      };
    };
    answer: {
      id: string;
      name: string;
      role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
      /** Empty: all. */
      cities: Array<string>;
      /** Unix timestamp. */
      create_time: number;
      created_by: string;
      /** Unix timestamp. */
      expire_time: number;
      /** To the minute; 0 when it never was. */
      last_used_time: number;
      /** Unix timestamp; 0 while unset. */
      revoke_time: number;
      revoked_by: string;
      /** Neither revoked nor expired. */
      active: boolean;
      key: string;
    };
  };
  /** Make a run of payouts. The money is set aside in the same transaction: it is in no other run and cannot be spent, until the run is marked paid or cancelled. At most 5,000 drivers, the fullest wallets first. */
  makePayout: {
    input: {
      body: {
        /** All cities when absent. */
        city_id?: string;
        /** Unix timestamp; what was earned later is left. Now when absent. */
        up_to?: number;
      };
    };
    answer: Payout;
  };
  /** Mark a run of payouts as paid. Once: again with the same reference it answers the same and moves nothing, with another one 409. */
  markPayoutPaid: {
    input: {
      params: { id: string | number };
      body: {
        /** Of the transfer. */
        reference: string;
      };
    };
    answer: Payout;
  };
  /** Give a planned order to another driver's route, where it costs least, and keep it there. Refused where the checker says no, with what it says. Later plans keep the order with this driver until it is unlocked. */
  movePlannedOrder: {
    input: {
      params: { id: string | number };
      body: {
        order_id: string;
        mobile: string;
      };
    };
    answer: {
      distance: number;
      duration: number;
      late: number;
    };
  };
  /** Sign a browser in. Sets the cookie `giao_console`; needs the header `x-giao-page: 1`. The name is kept with what is changed. */
  openConsoleSession: {
    input: {
      body: {
        operator_key?: string;
        /** With OPERATOR_KEY: yours, as the records of who did what shall show it. */
        name?: string;
        email?: string;
        password?: string;
        /** Of the authenticator app, or a recovery code, once CODE_REQUIRED asks for it. */
        code?: string;
      };
    };
    answer: {
      mode: "sandbox" | "production";
      session: ConsoleSession | null;
    };
  };
  /** Pay money of an account's main wallet out. Only what the wallet holds. The same reference twice pays once. */
  payAccountOut: {
    input: {
      params: { phone: string | number };
      body: {
        /** Whole VND. */
        amount: number;
        reference: string;
      };
    };
    answer: {
      /** Whole VND. */
      main: number;
      /** Whole VND. */
      bonus: number;
      /** Whole VND. */
      held: number;
      /** Whole VND. */
      cod: number;
    };
  };
  /** Pay money out of a driver's wallet. Only what the wallet holds. */
  payDriverOut: {
    input: {
      params: { mobile: string | number };
      body: {
        /** Whole VND, at least 1. */
        amount: number;
        /** The operator's own; the same one twice moves the money once. */
        reference: string;
      };
    };
    answer: DriverWallet;
  };
  /** Who would get what now, and why. As a run made now would have it; nothing is set aside. */
  previewPayout: {
    input: { query?: { city_id?: string | number; up_to?: string | number } };
    answer: {
      /** Whole VND. */
      total: number;
      lines: Array<PayoutLine>;
    };
  };
  /** What a change of a service would do; nothing is saved. A tariff that does not parse is no refusal here: `fault` says where and what is wrong. */
  previewTariff: {
    input: {
      body: {
        service_id: string;
        service: ServiceDraft;
        /** The hour to plot at; 12 unless given. */
        h?: number;
      };
    };
    answer: TariffPreview;
  };
  /** A plan with other weights, beside the one in force; nothing is changed before it is committed. Weights are times the usual. */
  proposePlan: {
    input: {
      params: { id: string | number };
      body: {
        vehicle?: "BIKE" | "VAN" | "TRUCK";
        /** Times as much as usual a metre counts; 1 if not given. */
        metres?: number;
        /** Times as much a second at the wheel counts. */
        time?: number;
        /** Times as much of the time until a promise is kept in hand; usually a quarter, never more than nine tenths. */
        lateness?: number;
        /** Times as much a driver more counts. */
        drivers?: number;
        /** Times as much it counts that an order goes to another driver than now. */
        stability?: number;
      };
    };
    answer: PlanProposal;
  };
  /** Prove again who one is, by the password or a code of the app. Good for five minutes in this browser: for money, keys, people and one's own second factor. */
  proveSelf: {
    input: {
      body: {
        password?: string;
        /** Six digits of the app, or a recovery code. */
        code?: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Everything a partner's endpoint was told, newest first, with what became of it. As the partner sees it. */
  readPartnerCallbackLog: {
    input: {
      params: { id: string | number };
      query?: {
        order_id?: string | number;
        event_type?: string | number;
        result?: "delivered" | "failed";
        from_time?: string | number;
        to_time?: string | number;
        limit?: string | number;
        after?: string | number;
      };
    };
    answer: {
      events: Array<CallbackEvent>;
      /** Where the next page begins, also when this one came short; absent on the last one. */
      next?: string;
    };
  };
  /** Take an accepted order from its driver and look for another (comment says why). The driver is not offered it again. */
  reassignOrder: {
    input: {
      params: { order_id: string | number };
      body: {
        comment?: string;
        mobile?: string;
        done?: boolean;
        /** The event of the order you saw last. */
        seq?: number;
      };
    };
    answer: Order;
  };
  /** A stretch of dispatch, to be run again by giao simulate --replay. One event of JSON a line: orders, drivers on and off and where they were seen, offers and their answers, pickups, doors, deliveries, and what wallets held and how that changed. `giao dispatch audit` checks it. */
  recordDay: {
    input: { query: { city_id: string | number; from: string | number; to: string | number } };
    answer: unknown;
  };
  /** Record cash that a driver handed in. By the number on its receipt, which is used once among all drivers: the same number with the same driver and amount is the same as once, with anything else it is refused. */
  recordHandIn: {
    input: {
      params: { mobile: string | number };
      body: {
        /** Whole VND. */
        amount: number;
        /** Letters, digits and . / - _; 60 at most. */
        receipt: string;
      };
    };
    answer: {
      receipt: string;
      mobile: string;
      /** Whole VND. */
      amount: number;
      /** Unix timestamp. */
      time: number;
      received_by: string;
    };
  };
  /** Give money of a completed order back to the account that ordered it. At most what the order cost, in all. The same reference twice pays once. */
  refundOrder: {
    input: {
      params: { order_id: string | number };
      body: {
        /** Whole VND. */
        amount: number;
        reference: string;
      };
    };
    answer: {
      /** Of this order, in all. */
      refunded: number;
    };
  };
  /** Refuse an application. The applicant reads why. It goes, with its photos, after APPLICATION_DAYS; then the phone may apply again. */
  refuseApplication: {
    input: {
      params: { id: string | number };
      body: {
        /** As the applicant reads it. */
        reason: string;
      };
    };
    answer: Application;
  };
  /** Remove a rule. What it told stays in the record of what was told. */
  removeAlertRule: {
    input: { params: { id: string | number } };
    answer: Record<string, unknown>;
  };
  /** New recovery codes in place of the old ones. Ten, shown once. */
  renewRecoveryCodes: {
    input: Record<string, never>;
    answer: {
      /** Shown once; each is good once. */
      recovery_codes: Array<string>;
    };
  };
  /** Whether the times people were told could be trusted. Of windows told from `from` until before `to`; the last 7 days where they are not given. */
  reportEtas: {
    input: { query?: { city_id?: string | number; from?: string | number; to?: string | number } };
    answer: EtaFigures;
  };
  /** Send an event again. At once, whatever became of it before. */
  resendCallback: {
    input: { params: { event_id: string | number } };
    answer: Record<string, unknown>;
  };
  /** Send again a partner's events that were given up since a time, or those of its log that fit. After the partner's server was away for long. With `matching` those of the log that fit, 10,000 at most. */
  resendPartnerCallbacks: {
    input: {
      params: { id: string | number };
      body: {
        /** Unix timestamp. */
        since?: number;
        /** Those of the log that fit; 10,000 at most. */
        matching?: {
          /** An order's id or a tracking number. */
          order_id?: string;
          event_type?: string;
          /** failed: it was tried and the last try was not taken. */
          result?: "delivered" | "failed";
          /** Unix timestamp. */
          from_time?: number;
          /** Unix timestamp. */
          to_time?: number;
        };
        /** With `matching`: tell how many there are and send none. */
        count_only?: boolean;
      };
    };
    answer: {
      queued: number;
      /** How many fit, where that was asked for. */
      matching?: number;
    };
  };
  /** Note that what could not be delivered is on its way back, or is back (done). When the driver's phone cannot. */
  returnForOperator: {
    input: {
      params: { order_id: string | number };
      body: {
        comment?: string;
        mobile?: string;
        done?: boolean;
        /** The event of the order you saw last. */
        seq?: number;
      };
    };
    answer: Order;
  };
  /** Names and phones at an order's stops, for a role that sees them masked. The audit log keeps who asked, and for which order. */
  revealContacts: {
    input: { params: { order_id: string | number } };
    answer: {
      contacts: Array<{
        path_index: number;
        name: string;
        mobile: string;
      }>;
    };
  };
  /** Revoke a key. It is refused from then on, on every replica. Twice is once. */
  revokeOperatorKey: {
    input: { params: { id: string | number } };
    answer: OperatorKey;
  };
  /** Rotate a partner's keys. Gives new keys, shown once. The old ones keep working until old_keys_end_time. */
  rotateKeys: {
    input: { params: { id: string | number } };
    answer: {
      id: string;
      api_key: string;
      route_key: string;
      old_keys_end_time: number;
    };
  };
  /** Add or change a city. What is not sent stays; the outline is GeoJSON. */
  saveCity: {
    input: { params: { id: string | number }; body: CityDraft };
    answer: OperatorCity;
  };
  /** Save a driver's bank account. Counts from the next run on. */
  saveDriverBank: {
    input: {
      params: { mobile: string | number };
      body: {
        bank: string;
        bank_account: string;
        bank_holder: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Save a promo code. Replaces the whole code; the uses it has had stay. */
  savePromo: {
    input: {
      params: { code: string | number };
      body: {
        /** PERCENT or FLAT. */
        type: string;
        /** Percent, or whole VND. */
        value: number;
        max_discount?: number;
        /** Unix timestamp. */
        starts_at?: number;
        /** Unix timestamp. */
        ends_at?: number;
        /** Service or group ids; all when absent. */
        service_ids?: Array<string>;
        uses_max?: number;
      };
    };
    answer: {
      code: string;
      /** PERCENT or FLAT. */
      type: string;
      /** Percent, or whole VND. */
      value: number;
      max_discount?: number;
      /** Unix timestamp. */
      starts_at?: number;
      /** Unix timestamp. */
      ends_at?: number;
      /** Service or group ids; all when absent. */
      service_ids?: Array<string>;
      uses_max?: number;
      uses: number;
    };
  };
  /** Add or change a service. Every save is a new tariff version. A distance_fee that does not parse is refused with the position of the fault. */
  saveService: {
    input: { params: { id: string | number }; body: ServiceDraft };
    answer: Service;
  };
  /** Orders, newest first. By status, service, and any of order id, tracking number and phone. */
  searchOrders: {
    input: {
      query?: {
        status?: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
        outcome?: "OPEN" | "DELIVERED" | "PARTLY_DELIVERED" | "FAILED" | "RETURNING" | "RETURNED" | "CANCELLED";
        service_id?: string | number;
        city_id?: string | number;
        q?: string | number;
        partner_id?: string | number;
        from_time?: string | number;
        to_time?: string | number;
        after?: string | number;
      };
    };
    answer: {
      orders: Array<Order>;
      next: string;
    };
  };
  /** Who is signed in. 401 when nobody is. */
  seeConsoleSession: {
    input: Record<string, never>;
    answer: {
      mode: "sandbox" | "production";
      session: ConsoleSession | null;
    };
  };
  /** Where in a city orders were to be fetched, and where nobody came. By squares of the map, for 31 days at most. */
  seeDemand: {
    input: {
      query: {
        from?: string | number;
        to?: string | number;
        days?: string | number;
        city_id: string | number;
        hour?: string | number;
      };
    };
    answer: {
      cells: Array<{
        lat: number;
        lng: number;
        /** Orders to be fetched in this square of some 550 m around the place. */
        orders: number;
        /** Of these, cancelled because nobody came. */
        unmet: number;
      }>;
    };
  };
  /** The photo of a document. The newest one that was sent. The audit log keeps who looked. */
  seeDocumentPhoto: {
    input: { params: { id: string | number; kind: string | number } };
    answer: unknown;
  };
  /** The same by city, service, partner, account or driver. Those with the most orders first. */
  seeFigureParts: {
    input: {
      query: {
        from?: string | number;
        to?: string | number;
        days?: string | number;
        of: "city" | "service" | "partner" | "account" | "driver";
        city_id?: string | number;
        service_id?: string | number;
      };
    };
    answer: {
      /** At most 100, those with the most orders. */
      parts: Array<{
        id: string;
        /** By measure (docs/figures.md); null where nothing was counted that would tell. */
        measures: Record<string, number | null>;
        /** Cancellations by whom: user, driver, operator, system. */
        cancelled_by: Record<string, number>;
        /** Cancellations by reason, the most frequent first. */
        cancel_reasons: Record<string, number>;
      }>;
    };
  };
  /** Orders, times, promises and money by hour, day or week. Everything about an order counts in the hour it was made. A quarter of a minute behind. Money is told to those who may see the books; callers who are limited to cities get the figures of these. */
  seeFigures: {
    input: {
      query?: {
        from?: string | number;
        to?: string | number;
        days?: string | number;
        by?: "hour" | "day" | "week";
        service_id?: string | number;
        city_id?: string | number;
        partner_id?: string | number;
        account?: string | number;
        driver?: string | number;
        compare?: "day" | "week";
      };
    };
    answer: Figures;
  };
  /** How the platform is doing. Queues, rounds of dispatch, the database and the map, in a few figures. */
  seeHealth: {
    input: Record<string, never>;
    answer: HealthSummary;
  };
  /** Whom a link is for. For the page that the link opens. */
  seeInvitation: {
    input: {
      body: {
        token: string;
      };
    };
    answer: {
      email: string;
      name: string;
      role: "owner" | "dispatcher" | "support" | "finance" | "viewer";
      cities: Array<string>;
      renews: boolean;
    };
  };
  /** Drivers and open orders of a city at this moment. What the console's map shows. */
  seeLiveCity: {
    input: { params: { id: string | number } };
    answer: LiveCity;
  };
  /** Balances by kind of account, and COD on its way. The whole platform's, from the ledger. */
  seeMoney: {
    input: Record<string, never>;
    answer: {
      /** Above zero: the platform owes or has earned it. All together are zero. */
      totals: Array<{
        account: string;
        owner: string;
        meaning: string;
        /** Whole VND. */
        balance: number;
        accounts: number;
      }>;
      /** Cash in drivers' hands (driver_cod) and whom it is for (user_cod), until the order completes. */
      cod: Array<{
        account: string;
        mobile: string;
        name: string;
        /** Whole VND. */
        amount: number;
      }>;
    };
  };
  /** What it would cost to give a planned order to each of the drivers; nothing is changed. Over both routes, as more or less than now; with what stands in the way. */
  seePlacings: {
    input: {
      params: { id: string | number };
      body: {
        order_id: string;
      };
    };
    answer: {
      placings: Array<Placing>;
    };
  };
  /** The plan of a city as a board: routes with arrivals, windows and slack, as planned and as driven, and what is in no route. What the console's plan board shows. */
  seePlanBoard: {
    input: { params: { id: string | number }; query?: { hours?: string | number } };
    answer: PlanBoard;
  };
  /** Oneself: second factor, and the browsers that are signed in. For somebody who signed in with their e-mail; 403 `PERSON_NEEDED` for a key. */
  seeSelf: {
    input: Record<string, never>;
    answer: OwnSecurity;
  };
  /** A planning problem of your own, solved. Jobs, shipments and vehicles in VROOM's JSON; times between places by our roads, or from `matrices`. What cannot be planned is told with its reason. With `Accept: text/event-stream` the answer comes as a stream: `better` whenever a cheaper plan was found, in the end `plan` or `refused`. */
  solvePlan: {
    input: { body: PlanProblem };
    answer: Plan;
  };
  /** Show notifications in this browser. What the browser's `PushSubscription` says of itself. It ends with the session, and nobody hears of what their role and cities do not let them look up. */
  subscribeConsole: {
    input: {
      body: {
        endpoint: string;
        keys: {
          p256dh: string;
          auth: string;
        };
        /** What it is told in. */
        language: "vi" | "en";
      };
    };
    answer: Record<string, unknown>;
  };
  /** Send a test to wherever a rule tells. Answers when each was tried once. What did not arrive is tried again as usual. */
  testAlertRule: {
    input: { params: { id: string | number } };
    answer: {
      messages: Array<AlertMessage>;
    };
  };
  /** Pay money into a wallet. The same reference twice posts once. */
  topUpAccount: {
    input: {
      params: { phone: string | number };
      body: {
        /** Whole VND. */
        amount: number;
        wallet: "main" | "bonus";
        /** The same reference twice pays once. */
        reference: string;
      };
    };
    answer: {
      main: number;
      bonus: number;
      held: number;
    };
  };
  /** Pay money into a driver's wallet. The same reference twice posts once. */
  topUpDriver: {
    input: {
      params: { mobile: string | number };
      body: {
        /** Whole VND, at least 1. */
        amount: number;
        /** The operator's own; the same one twice moves the money once. */
        reference: string;
      };
    };
    answer: DriverWallet;
  };
  /** Show no more notifications in this browser. Signing out does it too. */
  unsubscribeConsole: {
    input: Record<string, never>;
    answer: Record<string, unknown>;
  };
  /** Recompute the ledger from its journals. Journals must sum to zero and balances must follow from them; what does not is listed. */
  verifyLedger: {
    input: Record<string, never>;
    answer: {
      ok: boolean;
      journals: number;
      accounts: number;
      problems: Array<string>;
    };
  };
  /** Withdraw a link that was not used yet. Nobody can join by it any more. */
  withdrawInvitation: {
    input: { params: { id: string | number } };
    answer: Record<string, unknown>;
  };
  /** Accept an offer. 409 OFFER_TAKEN when another driver was quicker. Accepting twice is the same as once. */
  acceptOffer: {
    input: { params: { offer_id: string | number } };
    answer: DriverOrder;
  };
  /** Accept a route with all its orders. All of them in one step, or none; what was cancelled meanwhile is left out. GET /driver/v1/plan then has the sequence. Accepting twice is the same as once. */
  acceptRoute: {
    input: { params: { route_id: string | number } };
    answer: {
      orders: Array<DriverOrder>;
    };
  };
  /** At the pickup. The sender is told. On some services the sender must then confirm, or pay. */
  arriveAtPickup: {
    input: {
      params: { order_id: string | number };
      body: {
        /** The last reported place when left out. */
        lat?: number;
        lng?: number;
        /** Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out. */
        at?: number;
      };
    };
    answer: DriverOrder;
  };
  /** Sign out. Ends this session; others of the same driver stay. */
  closeDriverSession: {
    input: Record<string, never>;
    answer: Record<string, unknown>;
  };
  /** The sender has confirmed. For services where the sender confirms the goods before they leave. */
  confirmPickup: {
    input: {
      params: { order_id: string | number };
      body: {
        /** The last reported place when left out. */
        lat?: number;
        lng?: number;
        /** Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out. */
        at?: number;
      };
    };
    answer: DriverOrder;
  };
  /** Decline an offer. For good: this order is not offered to this driver again. */
  declineOffer: {
    input: { params: { offer_id: string | number } };
    answer: Record<string, unknown>;
  };
  /** Decline a route. For good: none of its orders is offered to this driver again. */
  declineRoute: {
    input: { params: { route_id: string | number } };
    answer: Record<string, unknown>;
  };
  /** A point is delivered. The last point completes the order. */
  deliverPoint: {
    input: {
      params: { order_id: string | number; path_index: string | number };
      body: {
        /** The last reported place when left out. */
        lat?: number;
        lng?: number;
        /** Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out. */
        at?: number;
        comment?: string;
        /** Links to photos, a name, a note: passed on as it comes. */
        pod_info?: Record<string, unknown>;
      };
    };
    answer: DriverOrder;
  };
  /** A point cannot be delivered. comment says why and is required. */
  failPoint: {
    input: {
      params: { order_id: string | number; path_index: string | number };
      body: {
        /** The last reported place when left out. */
        lat?: number;
        lng?: number;
        /** Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out. */
        at?: number;
        comment?: string;
        /** Links to photos, a name, a note: passed on as it comes. */
        pod_info?: Record<string, unknown>;
      };
    };
    answer: DriverOrder;
  };
  /** Who is signed in, and whether online. The signed-in driver, and the server's time. */
  getOwnDriver: {
    input: Record<string, never>;
    answer: {
      mobile: string;
      name: string;
      plate_number: string;
      vehicle: string;
      city_id: string;
      online: boolean;
      /** The server's clock, Unix seconds: a phone's may be wrong. */
      time: number;
      /** Of the driver's city; times are told in this one. */
      time_zone: string;
    };
  };
  /** Every stop of the orders in hand, in the sequence to drive them. The next stop first. The sequence stays until something is added or taken away, or the driver leaves it; the stream of offers tells `plan` when it changed. Goods to be brought back are not part of it. */
  getPlan: {
    input: Record<string, never>;
    answer: {
      stops: Array<PlannedStop>;
      /** Why it changed last; "" without a plan. */
      why: "" | "NEW_ORDER" | "ORDER_GONE" | "LEFT_PLAN" | "SKIPPED";
      /** Unix seconds; 0 without a plan. */
      changed_at: number;
      /** What is another way in the sequence than before it changed last. */
      changes: Array<{
        order_id: string;
        kind: "pickup" | "delivery";
        change: "added" | "gone" | "moved";
      }>;
      /** km from where the driver is to the last stop; 0 where nobody can tell. */
      distance: number;
      /** Along all stops from where the driver is; encoded, five decimals. */
      polyline: string;
    };
  };
  /** What a browser subscribes to offers with. The key is this installation's own and stays the same. */
  getPush: {
    input: Record<string, never>;
    answer: {
      /** `applicationServerKey` of the browser's `pushManager.subscribe`. */
      public_key: string;
      /** Whether this session's browser is told of offers. */
      subscribed: boolean;
    };
  };
  /** What moved the wallet, newest first. Postings in whole VND, with the order each belongs to. */
  getStatement: {
    input: { query?: { after?: string | number } };
    answer: DriverStatement;
  };
  /** The wallet. What the driver has, owes from cash orders, and may still take on. */
  getWallet: {
    input: Record<string, never>;
    answer: OwnDriverWallet;
  };
  /** The way from one place to another, for the driver's vehicle. Places as `lat,lng`. 404 NOT_FOUND when no road leads there, or the roads do not answer. */
  getWay: {
    input: { query: { from: string | number; to: string | number } };
    answer: {
      /** Encoded, five decimals. */
      polyline: string;
      /** m */
      distance: number;
      /** s */
      duration: number;
    };
  };
  /** A week: orders, earnings, COD and payouts. Monday to Sunday in the driver's city. */
  getWeek: {
    input: { params: { day: string | number } };
    answer: DriverWeek;
  };
  /** Give the order up. comment says why and is required; another driver is sought. */
  giveUpOrder: {
    input: {
      params: { order_id: string | number };
      body: {
        /** The last reported place when left out. */
        lat?: number;
        lng?: number;
        comment?: string;
      };
    };
    answer: DriverOrder;
  };
  /** Orders in hand, or with past=true those that are over. With everything the driver needs at the door: addresses, phones, what to collect. */
  listDriverOrders: {
    input: { query?: { past?: "true" | "false"; after?: string | number } };
    answer: {
      orders: Array<DriverOrder>;
      next?: string;
      /** Of the last hour: orders that a driver who is there sooner has now. They count against nobody. */
      taken_back?: Array<TakenBack>;
    };
  };
  /** Open offers, or a live stream of them. With `Accept: text/event-stream` a stream: `offers` (all open ones, first), `offer`, `offer_closed`, `order` (an order in hand has changed), `plan` (the sequence of stops has changed; GET /driver/v1/plan tells it), `check_in` (report a position, or the order goes to another driver), `taken_back` (an order went to a driver who is there sooner, `why` says so) and `reload` (ask for everything again: an order was taken out of their hands, or something may have been missed). `Last-Event-ID` goes on where a stream was cut. */
  listOffers: {
    input: Record<string, never>;
    answer: {
      offers: Array<Offer>;
    };
  };
  /** The driver's documents, and which of them end. A new one is sent at /join/<city_id>, with the code that goes to the same phone. */
  listOwnDocuments: {
    input: Record<string, never>;
    answer: {
      city_id: string;
      documents: Array<{
        kind: "id_card" | "licence" | "registration" | "insurance";
        expires_on?: string;
        /** ends: within DOCUMENT_REMINDER_DAYS. */
        ending: "ended" | "ends" | "good";
        /** Another was sent and waits to be looked at. */
        waiting: boolean;
        /** Why yet another is asked for; empty where none is. */
        asked_again: string;
      }>;
    };
  };
  /** Routes this driver is asked about, each with its stops, kilometres, minutes and earnings. Orders of planned services are offered in routes. Each order of one is also an open offer with its `route_id`; a route is answered as a whole. The stops include those of orders in hand, in the sequence they would be driven. */
  listRoutes: {
    input: Record<string, never>;
    answer: {
      routes: Array<OfferedRoute>;
    };
  };
  /** Sign in. Keep `device` and send it with the next sign-in: a device that is known waits for its own wrong pins only. Others wait longer with every wrong pin after the fifth (429 with Retry-After). In production a new device is answered 401 CODE_REQUIRED and the driver is sent a code by SMS; the same call with `code` then signs in. */
  openDriverSession: {
    input: {
      body: {
        mobile: string;
        pin: string;
        /** As it was sent by SMS; five minutes, five tries. */
        code?: string;
        /** From an earlier sign-in of this driver here. */
        device?: string;
      };
    };
    answer: {
      token: string;
      expires_at: number;
      device: string;
    };
  };
  /** The goods are picked up. From here on the order can no longer be cancelled by the sender. */
  pickUp: {
    input: {
      params: { order_id: string | number };
      body: {
        /** The last reported place when left out. */
        lat?: number;
        lng?: number;
        /** Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out. */
        at?: number;
        /** Links to photos, a name, a note: passed on as it comes. */
        pickup_info?: Record<string, unknown>;
      };
    };
    answer: DriverOrder;
  };
  /** Report where the driver is. In batches: what was recorded without a connection is sent when there is one again. */
  reportPositions: {
    input: {
      body: {
        positions: Array<{
          lat: number;
          lng: number;
          /** Unix seconds by the phone's clock; now when left out. */
          at?: number;
          /** Metres a second. */
          speed?: number;
          /** Degrees clockwise from north. */
          heading?: number;
        }>;
      };
    };
    answer: {
      accepted: number;
    };
  };
  /** Bring back what could not be delivered. done false: the way back has begun; done true: the goods are back. */
  returnGoods: {
    input: {
      params: { order_id: string | number };
      body: {
        /** The last reported place when left out. */
        lat?: number;
        lng?: number;
        /** Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out. */
        at?: number;
        /** Links to photos, a name, a note: passed on as it comes. */
        por_info?: Record<string, unknown>;
        done?: boolean;
      };
    };
    answer: DriverOrder;
  };
  /** Go online or offline. Online needs a place. Orders in hand stay in hand when a driver goes offline. */
  setAvailability: {
    input: {
      body: {
        online: boolean;
        lat?: number;
        lng?: number;
        /** Until when orders are taken (Unix seconds): no pickup is planned after it. 0 takes it back; it ends with going offline. */
        until?: number;
      };
    };
    answer: {
      online: boolean;
    };
  };
  /** Put a stop off and come back to it. path_index 0 is the pickup; another one stands for all doors of the order that are still to be done. Something else is done first, and the stop where it then costs least; GET /driver/v1/plan has the new sequence. The order stays as it is. */
  skipStop: {
    input: {
      params: { order_id: string | number; path_index: string | number };
      body: {
        /** When it was pressed, Unix seconds. */
        at?: number;
      };
    };
    answer: DriverOrder;
  };
  /** Be told of offers by web push. What the browser's `PushSubscription` says of itself. A session has one, the newest; it ends with the session. Offers are pushed while no stream of the driver is open; a page that is hidden closes its stream. */
  subscribeToPush: {
    input: {
      body: {
        endpoint: string;
        keys: {
          p256dh: string;
          auth: string;
        };
        /** What it is told in. */
        language: "vi" | "en";
      };
    };
    answer: Record<string, unknown>;
  };
  /** The sender has paid. For cash orders of services that collect before the pickup. */
  takePayment: {
    input: {
      params: { order_id: string | number };
      body: {
        /** The last reported place when left out. */
        lat?: number;
        lng?: number;
        /** Unix seconds of when it was done, for a step that is told later: taken as no earlier than the order's last step and no later than now. Now when left out. */
        at?: number;
      };
    };
    answer: DriverOrder;
  };
  /** Be told no more. This session's browser; signing out does it too. */
  unsubscribeFromPush: {
    input: Record<string, never>;
    answer: Record<string, unknown>;
  };
  /** Upload a photo as proof. The body is a JPEG or PNG of at most 5 MB, or a form (multipart/form-data) with one such file. What it is called does not matter: its content is decoded. All photos of an order have at most 10 MB. The answer's url belongs into pod_info or por_info. */
  uploadPhoto: {
    input: { params: { order_id: string | number } };
    answer: {
      url: string;
    };
  };
  /** One's own application. With what is missing, what is asked for again, and what came of it. */
  getOwnApplication: {
    input: Record<string, never>;
    answer: {
      application?: Application;
    };
  };
  /** Send the photo of a document. The body is a JPEG or PNG of at most 5 MB, or a form with one such file; only the picture is kept, without what the camera noted. It replaces one that was not accepted yet. Drivers send so what replaces a document that ends. */
  giveDocument: {
    input: { params: { kind: string | number }; query?: { expires_on?: string | number } };
    answer: Application;
  };
  /** Prove a phone by its code. Good for a week, for this phone's application alone. */
  openApplicantSession: {
    input: {
      body: {
        mobile: string;
        /** As it was sent by SMS; five minutes, five tries. */
        code: string;
      };
    };
    answer: {
      token: string;
      expires_at: number;
    };
  };
  /** What a city asks of its drivers. Which documents, and which of them end. */
  seeJoining: {
    input: { params: { city_id: string | number } };
    answer: {
      city_id: string;
      name: string;
      name_vi: string;
      documents: Array<{
        kind: "id_card" | "licence" | "registration" | "insurance";
        required: boolean;
        /** Its last day is to be given with it. */
        ends: boolean;
      }>;
    };
  };
  /** Have a code sent to a phone. Whoever has the phone: the answer does not tell whether it is known here. */
  sendApplicantCode: {
    input: {
      body: {
        mobile: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Send one's application. From then on it waits for the operator. */
  submitApplication: {
    input: Record<string, never>;
    answer: Application;
  };
  /** Write one's application. Replaces what was written before, as long as it was not sent. Nothing is kept without consent. */
  writeApplication: {
    input: {
      body: {
        city_id: string;
        name: string;
        vehicle: "BIKE" | "VAN" | "TRUCK";
        plate_number: string;
        /** The bank that payouts go to. */
        bank: string;
        /** Digits or letters; spaces do not matter. */
        bank_account: string;
        /** As the bank has it. */
        bank_holder: string;
        /** To sign in with once approved: 4 to 8 digits, in production 6 to 8. Needed the first time. */
        pin?: string;
        /** They agree that this and their documents are kept to decide about them. */
        consent: boolean;
      };
    };
    answer: Application;
  };
  /** The same as a live stream of events. `state` (whole, first and at every change of the order), `moved` (driver, eta and stops, to be laid over the state) and `gone` (the link has expired). 429 or 503 when too many are open: ask for the state instead. */
  followTracking: {
    input: { params: { token: string | number } };
    answer: unknown;
  };
  /** The state of a delivery, by its public link. Least data: areas instead of addresses, no phone, no name but the driver's first one. The driver's position is coarse until this stop is the next one. An unknown link and one that has expired answer alike. */
  getTracking: {
    input: { params: { token: string | number } };
    answer: Tracking;
  };
  /** The recipient's rating of the driver. Once, when the order is completed; it counts as `rated_by: receiver`. */
  rateByLink: {
    input: {
      params: { token: string | number };
      body: {
        rating: number;
        comment?: string;
      };
    };
    answer: Record<string, unknown>;
  };
  /** Whether the platform is up or delayed, and since when. For partners, as the page `/status` shows it; looked at every ten seconds. */
  seeStatus: {
    input: Record<string, never>;
    answer: PlatformStatus;
  };
};

/** Where each call of the partner's door is, and how it is made. */
export const CALLS = {
  activateChild: { method: "POST", path: "/v3/accounts/childs/{child_id}/activate", auth: "token", keyed: false },
  addPoint: { method: "POST", path: "/v3/orders/{order_id}/points", auth: "token", keyed: true },
  advanceClock: { method: "POST", path: "/sandbox/v1/clock/advance", auth: "token", keyed: false },
  askAgain: {
    method: "POST",
    path: "/v3/orders/{order_id}/points/{path_index}/second-attempt",
    auth: "token",
    keyed: true,
  },
  askBack: { method: "POST", path: "/v3/orders/{order_id}/return", auth: "token", keyed: true },
  cancelByTrackingNumber: { method: "DELETE", path: "/v3/orders/tracks", auth: "token", keyed: true },
  cancelOrder: { method: "DELETE", path: "/v3/orders/{order_id}", auth: "token", keyed: true },
  checkReceiver: { method: "POST", path: "/sandbox/v1/receiver-check", auth: "partner", keyed: false },
  clearCallbacks: { method: "DELETE", path: "/v3/callbacks", auth: "partner", keyed: false },
  confirmOwnOrder: { method: "POST", path: "/v3/orders/{order_id}/confirm", auth: "token", keyed: true },
  continueOrder: { method: "POST", path: "/sandbox/v1/orders/{order_id}/continue", auth: "token", keyed: false },
  createOrder: { method: "POST", path: "/v3/orders", auth: "token", keyed: true },
  estimateFees: { method: "POST", path: "/v3/orders/estimates", auth: "token", keyed: false },
  explainPrice: { method: "GET", path: "/v3/orders/{order_id}/price", auth: "token", keyed: false },
  findOrdersByTrackingNumber: { method: "GET", path: "/v3/orders/tracks", auth: "token", keyed: false },
  findOrdersByTrackingNumberInPath: {
    method: "GET",
    path: "/v3/orders/tracks/{tracking_number}",
    auth: "token",
    keyed: false,
  },
  getCallbacks: { method: "GET", path: "/v3/callbacks", auth: "partner", keyed: false },
  getOrder: { method: "GET", path: "/v3/orders/{order_id}", auth: "token", keyed: false },
  getOwnAccount: { method: "GET", path: "/v3/accounts", auth: "token", keyed: false },
  getOwnStatement: { method: "GET", path: "/v3/accounts/statement", auth: "token", keyed: false },
  getPromo: { method: "GET", path: "/v3/promos/{code}", auth: "token", keyed: false },
  getService: { method: "GET", path: "/v3/services/{service_id}", auth: "token", keyed: false },
  getSharedLink: { method: "GET", path: "/v3/orders/{order_id}/shared-link", auth: "token", keyed: false },
  inviteChild: { method: "POST", path: "/v3/accounts/childs", auth: "token", keyed: false },
  issuePartnerToken: { method: "POST", path: "/v3/partner/tokens", auth: "none", keyed: false },
  issueToken: { method: "POST", path: "/v3/accounts/token", auth: "none", keyed: false },
  listCallbackLogs: { method: "GET", path: "/v3/orders/callback-logs", auth: "token", keyed: false },
  listCancelReasons: { method: "GET", path: "/v3/orders/cancel-reasons", auth: "token", keyed: false },
  listChildren: { method: "GET", path: "/v3/accounts/childs", auth: "token", keyed: false },
  listCities: { method: "GET", path: "/v3/cities", auth: "token", keyed: false },
  listCitiesV1: { method: "GET", path: "/v1/order/cities", auth: "none", keyed: false },
  listOrders: { method: "GET", path: "/v3/orders", auth: "token", keyed: false },
  listServices: { method: "GET", path: "/v3/services", auth: "token", keyed: false },
  listSlots: { method: "GET", path: "/v3/services/{service_id}/slots", auth: "token", keyed: false },
  match: { method: "GET", path: "/routing/{profile}/match/v1/driving/{coordinates}", auth: "route", keyed: false },
  nearest: { method: "GET", path: "/routing/{profile}/nearest/v1/driving/{coordinates}", auth: "route", keyed: false },
  playEvent: { method: "POST", path: "/sandbox/v1/orders/{order_id}/events", auth: "token", keyed: false },
  rateDriver: { method: "PUT", path: "/v3/orders/{order_id}/rate", auth: "token", keyed: true },
  readCallbackLog: { method: "GET", path: "/v3/callbacks/log", auth: "partner", keyed: false },
  readEvents: { method: "GET", path: "/v3/orders/events", auth: "token", keyed: false },
  refreshToken: { method: "POST", path: "/v3/accounts/token/refresh", auth: "none", keyed: false },
  registerAccount: { method: "POST", path: "/v3/accounts", auth: "none", keyed: false },
  removeChild: { method: "DELETE", path: "/v3/accounts/childs/{child_id}", auth: "token", keyed: false },
  removePoint: { method: "DELETE", path: "/v3/orders/{order_id}/points/{path_index}", auth: "token", keyed: true },
  resendCallbacks: { method: "POST", path: "/v3/callbacks/resend", auth: "partner", keyed: false },
  reversePlace: { method: "GET", path: "/v3/places/reverse", auth: "token", keyed: false },
  rotateCallbackSecret: { method: "POST", path: "/v3/callbacks/secret/rotate", auth: "partner", keyed: false },
  route: { method: "GET", path: "/routing/{profile}/route/v1/driving/{coordinates}", auth: "route", keyed: false },
  seeRobots: { method: "GET", path: "/sandbox/v1/robots", auth: "none", keyed: false },
  setCallbacks: { method: "PUT", path: "/v3/callbacks", auth: "partner", keyed: false },
  suggestPlaces: { method: "GET", path: "/v3/places/suggest", auth: "token", keyed: false },
  table: { method: "GET", path: "/routing/{profile}/table/v1/driving/{coordinates}", auth: "route", keyed: false },
  testCallback: { method: "POST", path: "/v3/callbacks/test", auth: "partner", keyed: false },
  trip: { method: "GET", path: "/routing/{profile}/trip/v1/driving/{coordinates}", auth: "route", keyed: false },
  updateOrder: { method: "PATCH", path: "/v3/orders/{order_id}", auth: "token", keyed: true },
  updateProfile: { method: "PUT", path: "/v3/accounts", auth: "token", keyed: false },
} as const;

/** Where each call of the portal's door is, and how it is made. */
export const PORTAL_CALLS = {
  changeMember: { method: "PATCH", path: "/portal/v1/members/{id}", auth: "portal", keyed: false },
  endPortalSession: { method: "DELETE", path: "/portal/v1/session", auth: "portal", keyed: false },
  exportHistory: { method: "GET", path: "/portal/v1/orders.csv", auth: "token", keyed: false },
  exportOwnFigures: { method: "GET", path: "/portal/v1/figures.csv", auth: "token", keyed: false },
  inviteMember: { method: "POST", path: "/portal/v1/members", auth: "portal", keyed: false },
  joinAsMember: { method: "POST", path: "/portal/v1/join", auth: "none", keyed: false },
  linkForMember: { method: "POST", path: "/portal/v1/members/{id}/link", auth: "portal", keyed: false },
  listApiKeys: { method: "GET", path: "/portal/v1/keys", auth: "portal", keyed: false },
  listHistory: { method: "GET", path: "/portal/v1/orders", auth: "token", keyed: false },
  listMembers: { method: "GET", path: "/portal/v1/members", auth: "portal", keyed: false },
  makeApiKey: { method: "POST", path: "/portal/v1/keys", auth: "portal", keyed: false },
  openPortalSession: { method: "POST", path: "/portal/v1/session", auth: "none", keyed: false },
  revokeApiKey: { method: "DELETE", path: "/portal/v1/keys/{id}", auth: "portal", keyed: false },
  rotateApiKey: { method: "POST", path: "/portal/v1/keys/{id}/rotate", auth: "portal", keyed: false },
  seeCallbacksOfOrder: { method: "GET", path: "/portal/v1/orders/{order_id}/callbacks", auth: "token", keyed: false },
  seeMemberInvitation: { method: "POST", path: "/portal/v1/invitation", auth: "none", keyed: false },
  seeOwnFigures: { method: "GET", path: "/portal/v1/figures", auth: "token", keyed: false },
  seePortalSession: { method: "GET", path: "/portal/v1/session", auth: "portal", keyed: false },
  seeTimeline: { method: "GET", path: "/portal/v1/orders/{order_id}/timeline", auth: "token", keyed: false },
  withdrawMemberInvitation: {
    method: "DELETE",
    path: "/portal/v1/members/invitations/{id}",
    auth: "portal",
    keyed: false,
  },
} as const;

/** Where each call of the operator's door is, and how it is made. */
export const OPERATOR_CALLS = {
  acceptDocument: {
    method: "POST",
    path: "/operator/v1/applications/{id}/documents/{kind}/accept",
    auth: "operator",
    keyed: false,
  },
  approveApplication: {
    method: "POST",
    path: "/operator/v1/applications/{id}/approve",
    auth: "operator",
    keyed: false,
  },
  approvePayout: { method: "POST", path: "/operator/v1/payouts/{id}/approve", auth: "operator", keyed: false },
  askForDocument: {
    method: "POST",
    path: "/operator/v1/applications/{id}/documents/{kind}/again",
    auth: "operator",
    keyed: false,
  },
  assignOrder: { method: "POST", path: "/operator/v1/orders/{order_id}/assign", auth: "operator", keyed: false },
  beginProviderSignIn: { method: "POST", path: "/console/v1/provider", auth: "none", keyed: false },
  beginTotp: { method: "POST", path: "/operator/v1/me/totp", auth: "operator", keyed: false },
  cancelForOperator: { method: "POST", path: "/operator/v1/orders/{order_id}/cancel", auth: "operator", keyed: false },
  cancelPayout: { method: "POST", path: "/operator/v1/payouts/{id}/cancel", auth: "operator", keyed: false },
  changeAccount: { method: "PATCH", path: "/operator/v1/accounts/{phone}", auth: "operator", keyed: false },
  changeAlertRule: { method: "PATCH", path: "/operator/v1/alert-rules/{id}", auth: "operator", keyed: false },
  changeDriver: { method: "PATCH", path: "/operator/v1/drivers/{mobile}", auth: "operator", keyed: false },
  changePartner: { method: "PATCH", path: "/operator/v1/partners/{id}", auth: "operator", keyed: false },
  changePassword: { method: "POST", path: "/operator/v1/me/password", auth: "operator", keyed: false },
  changePerson: { method: "PATCH", path: "/operator/v1/people/{id}", auth: "operator", keyed: false },
  commitPlan: {
    method: "POST",
    path: "/operator/v1/cities/{id}/plan/proposals/{proposal_id}/commit",
    auth: "operator",
    keyed: false,
  },
  completePoint: {
    method: "POST",
    path: "/operator/v1/orders/{order_id}/points/{path_index}/complete",
    auth: "operator",
    keyed: false,
  },
  confirmOrder: { method: "POST", path: "/operator/v1/orders/{order_id}/confirm", auth: "operator", keyed: false },
  createDriver: { method: "POST", path: "/operator/v1/drivers", auth: "operator", keyed: false },
  createPartner: { method: "POST", path: "/operator/v1/partners", auth: "operator", keyed: false },
  endConsoleSession: { method: "DELETE", path: "/console/v1/session", auth: "console", keyed: false },
  endOwnSession: { method: "DELETE", path: "/operator/v1/me/sessions/{id}", auth: "operator", keyed: false },
  endPersonSessions: { method: "DELETE", path: "/operator/v1/people/{id}/sessions", auth: "operator", keyed: false },
  endTotp: { method: "DELETE", path: "/operator/v1/me/totp", auth: "operator", keyed: false },
  explainDispatch: { method: "GET", path: "/operator/v1/orders/{order_id}/dispatch", auth: "operator", keyed: false },
  exportAudit: { method: "GET", path: "/operator/v1/audit.csv", auth: "operator", keyed: false },
  exportFigures: { method: "GET", path: "/operator/v1/figures.csv", auth: "operator", keyed: false },
  exportPayout: { method: "GET", path: "/operator/v1/payouts/{id}/bank.csv", auth: "operator", keyed: false },
  failPointForOperator: {
    method: "POST",
    path: "/operator/v1/orders/{order_id}/points/{path_index}/fail",
    auth: "operator",
    keyed: false,
  },
  finishProviderSignIn: { method: "POST", path: "/console/v1/provider/session", auth: "none", keyed: false },
  finishTotp: { method: "POST", path: "/operator/v1/me/totp/confirm", auth: "operator", keyed: false },
  followLiveCity: { method: "GET", path: "/operator/v1/cities/{id}/live/stream", auth: "operator", keyed: false },
  forgetDriverDevices: {
    method: "DELETE",
    path: "/operator/v1/drivers/{mobile}/devices",
    auth: "operator",
    keyed: false,
  },
  getAccount: { method: "GET", path: "/operator/v1/accounts/{phone}", auth: "operator", keyed: false },
  getAccountStatement: {
    method: "GET",
    path: "/operator/v1/accounts/{phone}/statement",
    auth: "operator",
    keyed: false,
  },
  getApplication: { method: "GET", path: "/operator/v1/applications/{id}", auth: "operator", keyed: false },
  getConsolePush: { method: "GET", path: "/operator/v1/push", auth: "operator", keyed: false },
  getDriver: { method: "GET", path: "/operator/v1/drivers/{mobile}", auth: "operator", keyed: false },
  getDriverBank: { method: "GET", path: "/operator/v1/drivers/{mobile}/bank", auth: "operator", keyed: false },
  getDriverStatement: {
    method: "GET",
    path: "/operator/v1/drivers/{mobile}/statement",
    auth: "operator",
    keyed: false,
  },
  getDriverWallet: { method: "GET", path: "/operator/v1/drivers/{mobile}/wallet", auth: "operator", keyed: false },
  getPartnerCallbacks: { method: "GET", path: "/operator/v1/partners/{id}/callbacks", auth: "operator", keyed: false },
  getPayout: { method: "GET", path: "/operator/v1/payouts/{id}", auth: "operator", keyed: false },
  getTrail: { method: "GET", path: "/operator/v1/orders/{order_id}/trail", auth: "operator", keyed: false },
  inspectOrder: { method: "GET", path: "/operator/v1/orders/{order_id}", auth: "operator", keyed: false },
  invitePerson: { method: "POST", path: "/operator/v1/people", auth: "operator", keyed: false },
  joinByLink: { method: "POST", path: "/console/v1/join", auth: "none", keyed: false },
  linkForPerson: { method: "POST", path: "/operator/v1/people/{id}/link", auth: "operator", keyed: false },
  listAccounts: { method: "GET", path: "/operator/v1/accounts", auth: "operator", keyed: false },
  listAlertRules: { method: "GET", path: "/operator/v1/alert-rules", auth: "operator", keyed: false },
  listAlerts: { method: "GET", path: "/operator/v1/alerts", auth: "operator", keyed: false },
  listApplications: { method: "GET", path: "/operator/v1/applications", auth: "operator", keyed: false },
  listAudit: { method: "GET", path: "/operator/v1/audit", auth: "operator", keyed: false },
  listCallbacksOfOrder: { method: "GET", path: "/operator/v1/callbacks", auth: "operator", keyed: false },
  listCandidates: { method: "GET", path: "/operator/v1/orders/{order_id}/candidates", auth: "operator", keyed: false },
  listDrivers: { method: "GET", path: "/operator/v1/drivers", auth: "operator", keyed: false },
  listExceptions: { method: "GET", path: "/operator/v1/exceptions", auth: "operator", keyed: false },
  listHandIns: { method: "GET", path: "/operator/v1/cod-hand-ins", auth: "operator", keyed: false },
  listOperatorCities: { method: "GET", path: "/operator/v1/cities", auth: "operator", keyed: false },
  listOperatorKeys: { method: "GET", path: "/operator/v1/keys", auth: "operator", keyed: false },
  listOperatorServices: { method: "GET", path: "/operator/v1/services", auth: "operator", keyed: false },
  listPartners: { method: "GET", path: "/operator/v1/partners", auth: "operator", keyed: false },
  listPayouts: { method: "GET", path: "/operator/v1/payouts", auth: "operator", keyed: false },
  listPeople: { method: "GET", path: "/operator/v1/people", auth: "operator", keyed: false },
  listPlannedRoutes: { method: "GET", path: "/operator/v1/plans", auth: "operator", keyed: false },
  listPromos: { method: "GET", path: "/operator/v1/promos", auth: "operator", keyed: false },
  listServiceVersions: { method: "GET", path: "/operator/v1/services/{id}/versions", auth: "operator", keyed: false },
  listSms: { method: "GET", path: "/operator/v1/sms", auth: "operator", keyed: false },
  lockPlan: { method: "POST", path: "/operator/v1/cities/{id}/plan/locks", auth: "operator", keyed: false },
  makeAlertRule: { method: "POST", path: "/operator/v1/alert-rules", auth: "operator", keyed: false },
  makeOperatorKey: { method: "POST", path: "/operator/v1/keys", auth: "operator", keyed: false },
  makePayout: { method: "POST", path: "/operator/v1/payouts", auth: "operator", keyed: false },
  markPayoutPaid: { method: "POST", path: "/operator/v1/payouts/{id}/paid", auth: "operator", keyed: false },
  movePlannedOrder: { method: "POST", path: "/operator/v1/cities/{id}/plan/moves", auth: "operator", keyed: false },
  openConsoleSession: { method: "POST", path: "/console/v1/session", auth: "none", keyed: false },
  payAccountOut: { method: "POST", path: "/operator/v1/accounts/{phone}/withdrawals", auth: "operator", keyed: false },
  payDriverOut: { method: "POST", path: "/operator/v1/drivers/{mobile}/withdrawals", auth: "operator", keyed: false },
  previewPayout: { method: "GET", path: "/operator/v1/payouts/preview", auth: "operator", keyed: false },
  previewTariff: { method: "POST", path: "/operator/v1/tariffs/preview", auth: "operator", keyed: false },
  proposePlan: { method: "POST", path: "/operator/v1/cities/{id}/plan/proposals", auth: "operator", keyed: false },
  proveSelf: { method: "POST", path: "/operator/v1/me/proof", auth: "operator", keyed: false },
  readPartnerCallbackLog: {
    method: "GET",
    path: "/operator/v1/partners/{id}/callbacks/log",
    auth: "operator",
    keyed: false,
  },
  reassignOrder: { method: "POST", path: "/operator/v1/orders/{order_id}/reassign", auth: "operator", keyed: false },
  recordDay: { method: "GET", path: "/operator/v1/dispatch/record", auth: "operator", keyed: false },
  recordHandIn: { method: "POST", path: "/operator/v1/drivers/{mobile}/cod-hand-ins", auth: "operator", keyed: false },
  refundOrder: { method: "POST", path: "/operator/v1/orders/{order_id}/refunds", auth: "operator", keyed: false },
  refuseApplication: { method: "POST", path: "/operator/v1/applications/{id}/refuse", auth: "operator", keyed: false },
  removeAlertRule: { method: "DELETE", path: "/operator/v1/alert-rules/{id}", auth: "operator", keyed: false },
  renewRecoveryCodes: { method: "POST", path: "/operator/v1/me/recovery-codes", auth: "operator", keyed: false },
  reportEtas: { method: "GET", path: "/operator/v1/etas", auth: "operator", keyed: false },
  resendCallback: { method: "POST", path: "/operator/v1/callbacks/{event_id}/resend", auth: "operator", keyed: false },
  resendPartnerCallbacks: {
    method: "POST",
    path: "/operator/v1/partners/{id}/callbacks/resend",
    auth: "operator",
    keyed: false,
  },
  returnForOperator: { method: "POST", path: "/operator/v1/orders/{order_id}/return", auth: "operator", keyed: false },
  revealContacts: { method: "POST", path: "/operator/v1/orders/{order_id}/contacts", auth: "operator", keyed: false },
  revokeOperatorKey: { method: "DELETE", path: "/operator/v1/keys/{id}", auth: "operator", keyed: false },
  rotateKeys: { method: "POST", path: "/operator/v1/partners/{id}/keys/rotate", auth: "operator", keyed: false },
  saveCity: { method: "PUT", path: "/operator/v1/cities/{id}", auth: "operator", keyed: false },
  saveDriverBank: { method: "PUT", path: "/operator/v1/drivers/{mobile}/bank", auth: "operator", keyed: false },
  savePromo: { method: "PUT", path: "/operator/v1/promos/{code}", auth: "operator", keyed: false },
  saveService: { method: "PUT", path: "/operator/v1/services/{id}", auth: "operator", keyed: false },
  searchOrders: { method: "GET", path: "/operator/v1/orders", auth: "operator", keyed: false },
  seeConsoleSession: { method: "GET", path: "/console/v1/session", auth: "console", keyed: false },
  seeDemand: { method: "GET", path: "/operator/v1/figures/demand", auth: "operator", keyed: false },
  seeDocumentPhoto: {
    method: "POST",
    path: "/operator/v1/applications/{id}/documents/{kind}/photo",
    auth: "operator",
    keyed: false,
  },
  seeFigureParts: { method: "GET", path: "/operator/v1/figures/parts", auth: "operator", keyed: false },
  seeFigures: { method: "GET", path: "/operator/v1/figures", auth: "operator", keyed: false },
  seeHealth: { method: "GET", path: "/operator/v1/health", auth: "operator", keyed: false },
  seeInvitation: { method: "POST", path: "/console/v1/invitation", auth: "none", keyed: false },
  seeLiveCity: { method: "GET", path: "/operator/v1/cities/{id}/live", auth: "operator", keyed: false },
  seeMoney: { method: "GET", path: "/operator/v1/money", auth: "operator", keyed: false },
  seePlacings: { method: "POST", path: "/operator/v1/cities/{id}/plan/placings", auth: "operator", keyed: false },
  seePlanBoard: { method: "GET", path: "/operator/v1/cities/{id}/plan", auth: "operator", keyed: false },
  seeSelf: { method: "GET", path: "/operator/v1/me", auth: "operator", keyed: false },
  solvePlan: { method: "POST", path: "/operator/v1/plans/solve", auth: "operator", keyed: false },
  subscribeConsole: { method: "PUT", path: "/operator/v1/push", auth: "operator", keyed: false },
  testAlertRule: { method: "POST", path: "/operator/v1/alert-rules/{id}/test", auth: "operator", keyed: false },
  topUpAccount: { method: "POST", path: "/operator/v1/accounts/{phone}/top-ups", auth: "operator", keyed: false },
  topUpDriver: { method: "POST", path: "/operator/v1/drivers/{mobile}/top-ups", auth: "operator", keyed: false },
  unsubscribeConsole: { method: "DELETE", path: "/operator/v1/push", auth: "operator", keyed: false },
  verifyLedger: { method: "GET", path: "/operator/v1/ledger/verify", auth: "operator", keyed: false },
  withdrawInvitation: {
    method: "DELETE",
    path: "/operator/v1/people/invitations/{id}",
    auth: "operator",
    keyed: false,
  },
} as const;

/** Where each call of the driver's door is, and how it is made. */
export const DRIVER_CALLS = {
  acceptOffer: { method: "POST", path: "/driver/v1/offers/{offer_id}/accept", auth: "driver", keyed: true },
  acceptRoute: { method: "POST", path: "/driver/v1/routes/{route_id}/accept", auth: "driver", keyed: false },
  arriveAtPickup: { method: "POST", path: "/driver/v1/orders/{order_id}/arrive", auth: "driver", keyed: true },
  closeDriverSession: { method: "DELETE", path: "/driver/v1/sessions", auth: "driver", keyed: false },
  confirmPickup: { method: "POST", path: "/driver/v1/orders/{order_id}/confirm", auth: "driver", keyed: true },
  declineOffer: { method: "POST", path: "/driver/v1/offers/{offer_id}/decline", auth: "driver", keyed: false },
  declineRoute: { method: "POST", path: "/driver/v1/routes/{route_id}/decline", auth: "driver", keyed: false },
  deliverPoint: {
    method: "POST",
    path: "/driver/v1/orders/{order_id}/points/{path_index}/deliver",
    auth: "driver",
    keyed: true,
  },
  failPoint: {
    method: "POST",
    path: "/driver/v1/orders/{order_id}/points/{path_index}/fail",
    auth: "driver",
    keyed: true,
  },
  getOwnDriver: { method: "GET", path: "/driver/v1/me", auth: "driver", keyed: false },
  getPlan: { method: "GET", path: "/driver/v1/plan", auth: "driver", keyed: false },
  getPush: { method: "GET", path: "/driver/v1/push", auth: "driver", keyed: false },
  getStatement: { method: "GET", path: "/driver/v1/wallet/statement", auth: "driver", keyed: false },
  getWallet: { method: "GET", path: "/driver/v1/wallet", auth: "driver", keyed: false },
  getWay: { method: "GET", path: "/driver/v1/way", auth: "driver", keyed: false },
  getWeek: { method: "GET", path: "/driver/v1/wallet/weeks/{day}", auth: "driver", keyed: false },
  giveUpOrder: { method: "POST", path: "/driver/v1/orders/{order_id}/cancel", auth: "driver", keyed: true },
  listDriverOrders: { method: "GET", path: "/driver/v1/orders", auth: "driver", keyed: false },
  listOffers: { method: "GET", path: "/driver/v1/offers", auth: "driver", keyed: false },
  listOwnDocuments: { method: "GET", path: "/driver/v1/documents", auth: "driver", keyed: false },
  listRoutes: { method: "GET", path: "/driver/v1/routes", auth: "driver", keyed: false },
  openDriverSession: { method: "POST", path: "/driver/v1/sessions", auth: "none", keyed: false },
  pickUp: { method: "POST", path: "/driver/v1/orders/{order_id}/pickup", auth: "driver", keyed: true },
  reportPositions: { method: "POST", path: "/driver/v1/positions", auth: "driver", keyed: false },
  returnGoods: { method: "POST", path: "/driver/v1/orders/{order_id}/return", auth: "driver", keyed: true },
  setAvailability: { method: "PUT", path: "/driver/v1/availability", auth: "driver", keyed: false },
  skipStop: {
    method: "POST",
    path: "/driver/v1/orders/{order_id}/points/{path_index}/skip",
    auth: "driver",
    keyed: true,
  },
  subscribeToPush: { method: "PUT", path: "/driver/v1/push", auth: "driver", keyed: false },
  takePayment: { method: "POST", path: "/driver/v1/orders/{order_id}/pay", auth: "driver", keyed: true },
  unsubscribeFromPush: { method: "DELETE", path: "/driver/v1/push", auth: "driver", keyed: false },
  uploadPhoto: { method: "POST", path: "/driver/v1/orders/{order_id}/photos", auth: "driver", keyed: false },
} as const;

/** Where each call of the join's door is, and how it is made. */
export const JOIN_CALLS = {
  getOwnApplication: { method: "GET", path: "/join/v1/application", auth: "applicant", keyed: false },
  giveDocument: { method: "PUT", path: "/join/v1/application/documents/{kind}", auth: "applicant", keyed: false },
  openApplicantSession: { method: "POST", path: "/join/v1/sessions", auth: "none", keyed: false },
  seeJoining: { method: "GET", path: "/join/v1/cities/{city_id}", auth: "none", keyed: false },
  sendApplicantCode: { method: "POST", path: "/join/v1/codes", auth: "none", keyed: false },
  submitApplication: { method: "POST", path: "/join/v1/application/submit", auth: "applicant", keyed: false },
  writeApplication: { method: "PUT", path: "/join/v1/application", auth: "applicant", keyed: false },
} as const;

/** Where each call of the tracking's door is, and how it is made. */
export const TRACKING_CALLS = {
  followTracking: { method: "GET", path: "/t/{token}/stream", auth: "none", keyed: false },
  getTracking: { method: "GET", path: "/t/{token}/state", auth: "none", keyed: false },
  rateByLink: { method: "POST", path: "/t/{token}/rating", auth: "none", keyed: false },
  seeStatus: { method: "GET", path: "/status/v1/state", auth: "none", keyed: false },
} as const;
