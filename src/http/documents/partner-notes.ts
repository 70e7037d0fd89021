// Notes on the calls of partners. Phones, keys and places are the sandbox's own (operations/seed.ts).
import { DEMO } from "../../operations/seed.ts";
import { AN_ORDER, type CallNotes } from "./call-note.ts";

const PATH = [
  { address: "Chợ Bến Thành", lat: 10.7725, lng: 106.698, name: "Tiệm Hoa", mobile: DEMO.phone },
  {
    address: "Nhà thờ Đức Bà",
    lat: 10.7798,
    lng: 106.699,
    name: "Nguyễn Thị Lan",
    mobile: "0912345678",
    tracking_number: "HOA-1001",
    cod: 50_000,
  },
];
const COORDINATES = "106.698,10.7725;106.699,10.7798";
const CHILD = { child_id: DEMO.emptyPhone };

export const PARTNER_NOTES: CallNotes = {
  issueToken: { body: { api_key: DEMO.apiKey, mobile: DEMO.phone } },
  refreshToken: { body: { refresh_token: "the refresh_token of your last answer" } },
  registerAccount: {
    about:
      "An account of the partner whose key is sent, with its first token. A phone number belongs to one account of one partner.",
    body: { api_key: DEMO.apiKey, mobile: "0900000123", name: "Chi nhánh Quận 3", address: "12 Võ Văn Tần, Quận 3" },
  },
  issuePartnerToken: { body: { api_key: DEMO.apiKey, scopes: ["events:read"], seconds: 3_600 } },
  updateProfile: {
    about: "Name and e-mail of the account itself; what is not sent stays.",
    body: { name: "Tiệm Hoa", email: "shop@example.com" },
  },
  getOwnAccount: { about: "For the caller, or with `child_id` for a child of the caller." },
  getOwnStatement: { params: { limit: 20 } },
  listChildren: { about: "The accounts under the caller's, with their status." },
  inviteChild: { body: CHILD },
  activateChild: {
    about:
      "With the code that was sent to the child's phone; in the sandbox `GET /operator/v1/sms` shows it. Five tries, 15 minutes.",
    params: CHILD,
    body: { activation_code: "123456" },
  },
  removeChild: { params: CHILD },

  listCities: { about: "The cities of a country, with their codes.", params: { country_id: "VN" } },
  listCitiesV1: {
    about: "As `GET /v3/cities`, for clients of the first version: no token is needed.",
    params: { country_id: "VN" },
  },
  listServices: { params: { city_id: "SGN" } },
  getService: { params: { service_id: "SGN-BIKE" } },
  listSlots: {
    params: { service_id: "SGN-SAMEDAY", lat: 10.7769, lng: 106.7009, to_lat: 10.7626, to_lng: 106.6822 },
  },

  suggestPlaces: {
    about:
      "Landmarks, shops, streets, houses, wards and districts whose name begins so, or nearly so; diacritics may be left out, and what " +
      "comes after a comma or at the end may name the quarter. Near places come first when `lat` and `lng` are given, and addresses of " +
      "your own orders before others.",
    params: { q: "quan 1", lat: 10.7769, lng: 106.7009 },
  },
  reversePlace: {
    about:
      "The nearest house or street with its ward, district and province, as in force since July 2025 and as before.",
    params: { lat: 10.7725, lng: 106.698 },
  },
  getPromo: { params: { code: "GIAO10", service_id: "SGN-BIKE" } },
  estimateFees: {
    body: {
      order_time: 0,
      path: PATH,
      services: [
        { _id: "SGN-BIKE", requests: [{ _id: "SGN-BIKE-TIP", num: 1 }] },
        { _id: "SGN-ECO", requests: [] },
      ],
      payment_method: "BALANCE",
    },
  },
  createOrder: {
    body: {
      order_time: 0,
      path: PATH,
      service_id: "SGN-BIKE",
      requests: [],
      payment_method: "BALANCE",
      remarks: "sim:none",
    },
  },
  listOrders: {
    about: "Newest first, by filters and a cursor; or up to 50 by `ids`, separated by commas.",
    params: { limit: 20 },
  },
  getOrder: { params: AN_ORDER },
  updateOrder: {
    about:
      "One point of an order that is not over, all or nothing; or, without `path_index`, the order's time, goods or special requests, " +
      "priced again. What may change how often, and on which services, is in the partner guide.",
    params: AN_ORDER,
    body: { path_index: 1, name: "Trần Văn Bình", remarks: "Gọi trước khi đến" },
  },
  addPoint: {
    about:
      "Until the goods are picked up: routed and priced again with the order's own tariff, and the hold follows. Answers the order.",
    params: AN_ORDER,
    body: {
      address: "Dinh Độc Lập",
      lat: 10.777,
      lng: 106.6953,
      name: "Lê Thị Mai",
      mobile: "0912345679",
      tracking_number: "HOA-1002",
    },
  },
  removePoint: {
    about: "As adding one; the pickup stays, and so do as many deliveries as the service asks for. Answers the order.",
    params: { ...AN_ORDER, path_index: "2" },
  },
  askAgain: {
    about:
      "Once for each point that failed, while the driver has its goods (72 hours at most after the order is over). Costs what the partner guide " +
      "says, at once and from the balance. Answers the order.",
    params: { ...AN_ORDER, path_index: "1" },
  },
  askBack: {
    about: "Once, as long as the return has not begun; free where the order has ROUND-TRIP. Answers the order.",
    params: AN_ORDER,
  },
  cancelOrder: {
    about:
      "Before the goods are picked up. Once a driver has accepted, `comment` must say why; see `GET /v3/orders/cancel-reasons`.",
    params: AN_ORDER,
    body: { comment: "Khách đổi ý" },
  },
  cancelByTrackingNumber: { body: { tracking_number: "HOA-1001", comment: "Khách đổi ý" } },
  findOrdersByTrackingNumber: { params: { tracking_number: "HOA-1001" } },
  findOrdersByTrackingNumberInPath: { params: { tracking_number: "HOA-1001" } },
  confirmOwnOrder: {
    about: "Where the service asks for the sender's word before the pickup: the order is CONFIRMING until it comes.",
    params: AN_ORDER,
  },
  rateDriver: {
    about: "Once by the sender and once by the receiver, when the order is completed.",
    params: AN_ORDER,
    body: { rated_by: "user", rating: 5, comment: "Nhanh và cẩn thận" },
  },
  listCancelReasons: {
    about: "Codes with English and Vietnamese words. Any other text is accepted as a comment as well.",
  },
  explainPrice: { params: AN_ORDER },
  getSharedLink: {
    about: "An unguessable link for the recipient; it ends some hours after the order does.",
    params: AN_ORDER,
  },

  getCallbacks: { about: "Where callbacks go, how they are signed, and how many wait." },
  setCallbacks: {
    body: { url: "https://shop.example.com/giao/callbacks", auth: { type: "bearer", secret: "a-secret-of-your-own" } },
  },
  clearCallbacks: { about: "Nothing more is sent. Events are still written and can be pulled." },
  readCallbackLog: {
    about: "One row an event with its last try. Events are kept as long as the stream has them, tries for fewer days.",
    params: { result: "failed", limit: 20 },
  },
  rotateCallbackSecret: {},
  testCallback: { about: "One event that is no order's, sent at once; the answer is what your endpoint answered." },
  resendCallbacks: {
    about:
      "One event by its id, every event that was given up since a time, or with `matching` those of `GET /v3/callbacks/log` that fit (`{}`: all); " +
      "over 10,000 are refused. A resent event comes after newer ones: compare `event_seq`.",
    body: { since: 1_772_427_600 },
  },
  listCallbackLogs: {
    about:
      "Every try with its status, time and the beginning of your answer, as far back as tries are kept. " +
      "Where there are more than `limit`, `next` is the cursor of the page after.",
    params: { tracking_number: "HOA-1001" },
  },
  readEvents: { params: { limit: 20 } },

  route: { params: { profile: "bike", coordinates: COORDINATES, overview: "full", geometries: "polyline" } },
  table: { params: { profile: "bike", coordinates: COORDINATES, annotations: "duration,distance" } },
  nearest: { params: { profile: "bike", coordinates: COORDINATES.split(";")[0]!, number: "3" } },
  match: { params: { profile: "bike", coordinates: COORDINATES, timestamps: "1772427600;1772427660" } },
  trip: { params: { profile: "bike", coordinates: COORDINATES, roundtrip: "false", source: "first" } },

  advanceClock: { body: { seconds: 60 } },
  checkReceiver: { body: {} },
  continueOrder: {
    about: "Accepted by a default driver, picked up, each point delivered, completed: one step a call.",
    params: AN_ORDER,
  },
  playEvent: {
    about: "Any step that the state table allows from where the order is, also the unhappy ones.",
    params: AN_ORDER,
    body: { type: "accept" },
  },

  getPhoto: {
    about: "A proof of delivery or return, as the driver uploaded it.",
    params: { token: "from pod_info or por_info" },
  },
  getTracking: { params: { token: "the end of a shared link" } },
  followTracking: { params: { token: "the end of a shared link" } },
  rateByLink: { params: { token: "the end of a shared link" }, body: { rating: 5, comment: "Cảm ơn!" } },

  getBaseMap: {},
  getMapStyle: { params: { theme: "light" } },
  getBaseMapTiles: { params: { version: "of GET /tiles/map.json" } },
  getHealth: { about: "Answers while the process runs, whatever else is wrong." },
  getReadiness: { about: "503 until the database, the migrations and the map are ready; says which of them is not." },
  getMeasures: { about: "Counts and times in Prometheus' text format, of all processes on this port." },
};
