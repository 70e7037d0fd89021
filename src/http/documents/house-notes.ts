// Notes on the calls of drivers, of the operator and of the pages.
import { DEMO } from "../../operations/seed.ts";
import { AN_ORDER, type CallNotes } from "./call-note.ts";

const HERE = { lat: 10.7725, lng: 106.698 };
const A_POINT = { ...AN_ORDER, path_index: 1 };
const A_DRIVER = { mobile: DEMO.driver.phone };
// The one of RFC 8291.
const A_BROWSER = {
  endpoint: "https://push.example/send/dGVzdA",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  language: "vi",
};
const A_PERSON = { id: "of GET /operator/v1/people" };
const A_PASSWORD = "lotus pond at dawn";
const A_TOKEN = "what the link has behind the #";
const AN_ACCOUNT = { phone: DEMO.phone };

export const DRIVER_NOTES: CallNotes = {
  openDriverSession: { body: { mobile: DEMO.driver.phone, pin: DEMO.driver.pin } },
  closeDriverSession: { about: "Ends this session; others of the same driver stay." },
  getOwnDriver: { about: "The signed-in driver, and the server's time." },
  setAvailability: { body: { online: true, ...HERE } },
  reportPositions: { body: { positions: [{ ...HERE, speed: 6, heading: 40 }] } },
  getPush: { about: "The key is this installation's own and stays the same." },
  subscribeToPush: { body: A_BROWSER },
  unsubscribeFromPush: { about: "This session's browser; signing out does it too." },
  getWallet: { about: "What the driver has, owes from cash orders, and may still take on." },
  getStatement: { about: "Postings in whole VND, with the order each belongs to." },
  listDriverOrders: { about: "With everything the driver needs at the door: addresses, phones, what to collect." },
  listOffers: {},
  acceptOffer: { params: { offer_id: "of GET /driver/v1/offers" } },
  declineOffer: { params: { offer_id: "of GET /driver/v1/offers" } },
  acceptRoute: { params: { route_id: "of GET /driver/v1/routes" } },
  declineRoute: { params: { route_id: "of GET /driver/v1/routes" } },
  arriveAtPickup: {
    about: "The sender is told. On some services the sender must then confirm, or pay.",
    params: AN_ORDER,
    body: HERE,
  },
  confirmPickup: {
    about: "For services where the sender confirms the goods before they leave.",
    params: AN_ORDER,
    body: HERE,
  },
  takePayment: { about: "For cash orders of services that collect before the pickup.", params: AN_ORDER, body: HERE },
  pickUp: { about: "From here on the order can no longer be cancelled by the sender.", params: AN_ORDER, body: HERE },
  deliverPoint: {
    about: "The last point completes the order.",
    params: A_POINT,
    body: { ...HERE, comment: "Đã giao tận tay" },
  },
  failPoint: { params: A_POINT, body: { ...HERE, comment: "Khách không nghe máy" } },
  giveUpOrder: { params: AN_ORDER, body: { ...HERE, comment: "Hỏng xe" } },
  returnGoods: { params: AN_ORDER, body: { ...HERE, done: false } },
  uploadPhoto: { params: AN_ORDER },
};

export const OPERATOR_NOTES: CallNotes = {
  createPartner: { body: { id: "tiem-hoa", name: "Tiệm Hoa" } },
  listPartners: { about: "By id, a page at a time, without their keys." },
  changePartner: { about: "What is not sent stays.", params: { id: "demo" }, body: { name: "Demo shop" } },
  rotateKeys: { params: { id: "demo" } },
  listAccounts: { about: "By phone, partner or name.", params: { partner: "demo" } },
  getAccount: { about: "Status, limits, and what is in its wallets and on hold.", params: AN_ACCOUNT },
  changeAccount: {
    about: "A deactivated account's token stops working at once.",
    params: AN_ACCOUNT,
    body: { cod_limit: 20_000_000 },
  },
  topUpAccount: {
    about: "The same reference twice posts once.",
    params: AN_ACCOUNT,
    body: { amount: 500_000, wallet: "main", reference: "transfer-2026-0001" },
  },
  payAccountOut: { params: AN_ACCOUNT, body: { amount: 100_000, reference: "payout-2026-0001" } },
  getAccountStatement: { about: "Postings in whole VND, with what each was for.", params: AN_ACCOUNT },
  listSms: {
    about: "Without SMS_URL nothing leaves the machine; activation codes and messages to recipients are read here.",
    params: { to: DEMO.emptyPhone },
  },
  saveCity: { about: "What is not sent stays; the outline is GeoJSON.", params: { id: "SGN" }, body: { enable: true } },
  listOperatorCities: { about: "Disabled ones as well." },
  saveService: { params: { id: "SGN-BIKE" }, body: { stop_fee: 5_500 } },
  listOperatorServices: { about: "Disabled ones as well, with tariffs and areas.", params: { city_id: "SGN" } },
  listServiceVersions: { about: "An order keeps the version it was priced with.", params: { id: "SGN-BIKE" } },
  previewTariff: {
    body: { service_id: "SGN-BIKE", service: { distance_fee: "(26000 if x <= 4 else 26000 + (x - 4) * 5500)" } },
  },
  savePromo: { params: { code: "GIAO10" }, body: { type: "PERCENT", value: 10, max_discount: 20_000 } },
  listPromos: { about: "With how often each was used." },
  createDriver: {
    about: "Signs in with phone and pin.",
    body: {
      mobile: "0911000123",
      name: "Lê Văn Tám",
      plate_number: "59X1-123.45",
      vehicle: "BIKE",
      city_id: "SGN",
      pin: "246810",
    },
  },
  listDrivers: { about: "By name, phone or plate, city and whether they are online.", params: { city_id: "SGN" } },
  forgetDriverDevices: { params: A_DRIVER },
  changeDriver: { params: A_DRIVER, body: { plate_number: "59X1-678.90" } },
  getDriver: { about: "With the last position and the orders in hand.", params: A_DRIVER },
  topUpDriver: {
    about: "The same reference twice posts once.",
    params: A_DRIVER,
    body: { amount: 200_000, reference: "cash-2026-0001" },
  },
  payDriverOut: {
    about: "Only what the wallet holds.",
    params: A_DRIVER,
    body: { amount: 50_000, reference: "cash-2026-0002" },
  },
  getDriverWallet: { about: "What the driver has and owes.", params: A_DRIVER },
  getDriverStatement: { about: "Postings in whole VND.", params: A_DRIVER },
  searchOrders: {
    about: "By status, service, and any of order id, tracking number and phone.",
    params: { status: "ASSIGNING" },
  },
  inspectOrder: { about: "Everything about it: history, offers, journals.", params: AN_ORDER },
  cancelForOperator: {
    about: "In any state that can still be cancelled; held money goes back.",
    params: AN_ORDER,
    body: { comment: "By telephone" },
  },
  listCandidates: {
    about: "Online drivers around the pickup, with the reasons for which dispatch leaves some out.",
    params: AN_ORDER,
  },
  assignOrder: {
    about: "Dispatch is passed over; the driver must be online and free.",
    params: AN_ORDER,
    body: A_DRIVER,
  },
  reassignOrder: { about: "The driver is not offered it again.", params: AN_ORDER, body: { comment: "Hỏng xe" } },
  confirmOrder: { about: "When the sender says so by telephone.", params: AN_ORDER, body: { comment: "By telephone" } },
  completePoint: { about: "When the driver's phone cannot.", params: A_POINT, body: { comment: "By telephone" } },
  failPointForOperator: {
    about: "When the driver's phone cannot.",
    params: A_POINT,
    body: { comment: "Khách không nghe máy" },
  },
  returnForOperator: {
    about: "When the driver's phone cannot.",
    params: AN_ORDER,
    body: { done: false },
  },
  refundOrder: { params: AN_ORDER, body: { amount: 5_000, reference: "refund-2026-0001" } },
  getTrail: { about: "Positions in order of time, thinned.", params: AN_ORDER },
  explainDispatch: { about: "Round by round, with the reasons.", params: AN_ORDER },
  listPlannedRoutes: { about: "Routes as rows, stops with their times.", params: { city_id: "SGN" } },
  solvePlan: {
    about: "For whoever wants only the planner.",
    body: {
      jobs: [
        { id: 1, location: [106.7009, 10.7769], service: 180, delivery: [2] },
        {
          id: 2,
          location: [106.6667, 10.7626],
          service: 180,
          delivery: [1],
          time_windows: [[1_772_384_400, 1_772_391_600]],
        },
      ],
      vehicles: [{ id: 7, profile: "bike", start: [106.6953, 10.7821], capacity: [4] }],
    },
  },
  reportEtas: { params: { city_id: "SGN", from: 1_772_384_400, to: 1_772_470_800 } },
  recordDay: { params: { city_id: "SGN", from: 1_772_384_400, to: 1_772_470_800 } },
  listExceptions: {
    about:
      "Orders without a driver, late ones, failed ones and their goods, silent or suspended drivers, endpoints that are down.",
    params: { city_id: "SGN" },
  },
  seeLiveCity: { about: "What the console's map shows.", params: { id: "SGN" } },
  followLiveCity: { about: "For the console's map.", params: { id: "SGN" } },
  listCallbacksOfOrder: { about: "With status, time and the beginning of each answer.", params: AN_ORDER },
  resendCallback: { about: "At once, whatever became of it before.", params: { event_id: "evt_26K7Q2ZD_1" } },
  getPartnerCallbacks: { about: "As the partner sees them, without the secrets.", params: { id: "demo" } },
  readPartnerCallbackLog: { about: "As the partner sees it.", params: { id: "demo", result: "failed" } },
  resendPartnerCallbacks: {
    about: "After the partner's server was away for long. With `matching` those of the log that fit, 10,000 at most.",
    params: { id: "demo" },
    body: { since: 1_772_427_600 },
  },
  verifyLedger: { about: "Journals must sum to zero and balances must follow from them; what does not is listed." },
  seeMoney: { about: "The whole platform's, from the ledger." },
  seeHealth: { about: "Queues, rounds of dispatch, the database and the map, in a few figures." },
  listOperatorKeys: { about: "With role, cities, when each was used last and ends; never the key itself." },
  makeOperatorKey: { body: { name: "Warehouse sync", role: "dispatcher", cities: ["SGN"], days: 90 } },
  revokeOperatorKey: { params: { id: "of GET /operator/v1/keys" } },
  listPeople: { about: "With how many browsers each is signed in, and links that were not used yet." },
  invitePerson: { body: { email: "lan@giao.example", name: "Lan", role: "dispatcher", cities: ["SGN"] } },
  changePerson: { params: A_PERSON, body: { role: "support" } },
  linkForPerson: { params: A_PERSON },
  endPersonSessions: { about: "Counts at once on every replica.", params: A_PERSON },
  withdrawInvitation: { about: "Nobody can join by it any more.", params: { id: "of GET /operator/v1/people" } },
  seeSelf: { about: "For somebody who signed in with their e-mail; 403 `PERSON_NEEDED` for a key." },
  proveSelf: { body: { password: A_PASSWORD } },
  changePassword: { body: { password: A_PASSWORD, new_password: "a quiet lane by the sea" } },
  finishTotp: { about: "Gives ten recovery codes, shown once.", body: { code: "287082" } },
  endTotp: { about: "Recovery codes go with it." },
  renewRecoveryCodes: { about: "Ten, shown once." },
  endOwnSession: { about: "Counts at once on every replica.", params: { id: "of GET /operator/v1/me" } },
  seeInvitation: { about: "For the page that the link opens.", body: { token: A_TOKEN } },
  listMembers: { about: "With how many browsers each is signed in, and links that were not used yet." },
  inviteMember: { body: { email: "hoa@shop.example", name: "Hoa", role: "staff" } },
  changeMember: { params: { id: "of GET /portal/v1/members" }, body: { role: "finance" } },
  linkForMember: { params: { id: "of GET /portal/v1/members" } },
  withdrawMemberInvitation: { about: "Nobody can join by it any more.", params: { id: "of GET /portal/v1/members" } },
  seeMemberInvitation: { about: "For the page that the link opens.", body: { token: A_TOKEN } },
  joinAsMember: { body: { token: A_TOKEN, password: A_PASSWORD } },
  listApiKeys: { about: "With when each was used last; never the key itself." },
  makeApiKey: { body: { name: "Web shop" } },
  rotateApiKey: { about: "Programs have a day to change over.", params: { id: "of GET /portal/v1/keys" } },
  revokeApiKey: { params: { id: "of GET /portal/v1/keys" } },
  seeStatus: { about: "No key is needed." },
  beginProviderSignIn: { body: { again: false } },
  finishProviderSignIn: { body: { query: "code=oZ4mPd5&state=5f0c" } },
  joinByLink: { body: { token: A_TOKEN, password: A_PASSWORD } },
  revealContacts: { params: AN_ORDER },
  exportAudit: { about: "With the same filters." },
  listAudit: { about: "Who changed what, and when." },
};

export const PAGE_NOTES: CallNotes = {
  openPortalSession: {
    about: "Sets the cookie `giao_portal`; needs the header `x-giao-page: 1`.",
    body: { api_key: DEMO.apiKey, mobile: DEMO.phone },
  },
  seePortalSession: { about: "401 when nobody is." },
  endPortalSession: { about: "Counts at once on every replica." },
  openConsoleSession: {
    about: "Sets the cookie `giao_console`; needs the header `x-giao-page: 1`. The name is kept with what is changed.",
    body: { operator_key: "sandbox-operator-key", name: "Mai" },
  },
  seeConsoleSession: { about: "401 when nobody is." },
  endConsoleSession: { about: "Counts at once on every replica." },
  seeTimeline: { about: "Each step with its time and who took it.", params: AN_ORDER },
  seeCallbacksOfOrder: { about: "Each event with all its tries.", params: AN_ORDER },
};
