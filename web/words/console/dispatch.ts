// Words of the console for why an order went to whom.
import type { DispatchRecord, RecordedVerdict } from "../../../src/domain/dispatch/dispatch-record.ts";
import { type Both, inBoth } from "../both.ts";

type Verdict = RecordedVerdict | DispatchRecord["verdict"];

export const consoleDispatchWords = inBoth({
  dispatch: ["Why this driver", "Vì sao chọn tài xế này"],
  noDispatch: ["The dispatcher has decided nothing about it.", "Bộ điều phối chưa quyết định gì về đơn này."],
  noPlaces: ["Where the drivers were was not recorded then.", "Lúc đó vị trí tài xế chưa được ghi lại."],
  nobodyAsked: ["Nobody was asked.", "Chưa mời ai."],
  decision: ["Decision", "Quyết định"],
  considered: (count: number) => [`${count} drivers out`, `${count} tài xế đang chạy`],
  map: ["Drivers where they were, and the pickup", "Vị trí tài xế lúc đó và điểm lấy hàng"],
  legend: ["What the marks mean", "Ý nghĩa các dấu"],
  drivers: ["Drivers the dispatcher looked at", "Các tài xế được xét"],
  driverAt: (sign: string, name: string, fate: string) => [`${sign}. ${name}: ${fate}`, `${sign}. ${name}: ${fate}`],
  pickup: ["Pickup", "Lấy hàng"],
  way: ["Way", "Đường đi"],
  answer: ["Answer", "Trả lời"],
  offers: ["Asked", "Đã mời"],
  byCrow: [
    "The roads did not answer then: times were taken from the straight line.",
    "Lúc đó không tra được đường: thời gian tính theo đường chim bay.",
  ],
  pickupIn: (minutes: number) => [`${minutes} min to the pickup`, `${minutes} phút đến điểm lấy`],
  fates: {
    taken: ["took it", "đã nhận"],
    asked: ["asked", "đã mời"],
    refused: ["refused", "từ chối"],
    considered: ["not asked", "không mời"],
  },
  answers: {
    "": ["open", "đang chờ"],
    accepted: ["accepted", "đã nhận"],
    declined: ["declined", "từ chối"],
    expired: ["no answer", "không trả lời"],
    lost: ["another was quicker", "người khác nhanh hơn"],
    withdrawn: ["withdrawn", "đã rút"],
  } as Readonly<Record<string, Both>>,
  beyond: (reach: string) => [`more than ${reach} away by road`, `cách hơn ${reach} đường đi`],
  verdicts: {
    OFFERED: ["offered", "đã mời"],
    HELD_FOR_LATER: ["planned, not asked yet", "đã tính, chưa mời"],
    NO_DRIVER_MAY_BE_ASKED: ["nobody may be asked", "không mời được ai"],
    NO_PLAN: ["nobody fits", "không ai phù hợp"],
    WAITS_FOR_ITS_TURN: ["waits for its turn, older orders go first", "chờ đến lượt, đơn cũ hơn được xét trước"],
    NO_ROOM_IN_ROUTE: ["no room in their route", "lộ trình không còn chỗ"],
    COSTS_MORE: ["would cost more time", "tốn thời gian hơn"],
    PLANNED_FOR_ANOTHER: ["needed for another order", "cần cho đơn khác"],
    OTHERS_ARE_SOONER: ["others are sooner there", "người khác đến sớm hơn"],
    HAS_OPEN_OFFER: ["is looking at another offer", "đang xem lời mời khác"],
    REFUSED_BEFORE: ["refused it before", "đã từ chối trước đó"],
    VEHICLE_DOES_NOT_FIT: ["their vehicle does not fit", "xe không phù hợp"],
    WALLET_TOO_LOW: ["too little in their wallet", "ví không đủ tiền"],
    FREE_TOO_LATE: ["free too late", "rảnh quá muộn"],
    TOO_FAR: ["too far away", "quá xa"],
    PLACE_JUMPED: ["reported a place nobody can have reached", "báo vị trí không thể đến kịp"],
    PLACE_FROM_THE_FUTURE: ["reports places of a time that has not come", "báo vị trí ở thời điểm chưa tới"],
    IN_ANOTHER_CITY: ["is nowhere near this city", "không ở gần thành phố này"],
    BUSY: ["has orders in hand", "đang giữ đơn"],
    LEFT_TO_PEOPLE: ["a robot; the order is left to people", "là máy; đơn để cho người"],
  } satisfies Record<Verdict, Both> as Readonly<Record<Verdict, Both>>,
});
