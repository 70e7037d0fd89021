// Words of the field in which a place is typed.
import { type Both, inBoth } from "./both.ts";

type Source =
  | "house"
  | "place"
  | "street"
  | "ward"
  | "district"
  | "used"
  | "plus_code"
  | "coordinates"
  | "pin"
  | "typed";

// The driver is sent somewhere into it: whoever knows better moves the pin.
const ROUGH: readonly Source[] = ["street", "ward", "district", "typed"];
const isRough = (source: Source): boolean => ROUGH.includes(source);

export const placesWords = inBoth({
  isRough: [isRough, isRough],
  recent: ["Lately", "Gần đây"],
  unknown: [
    "Not on this server's map. Click the map to place it, or write house and street, ward, district, province.",
    "Bản đồ của máy chủ này chưa có. Hãy bấm vào bản đồ, hoặc viết số nhà và đường, phường, quận, tỉnh.",
  ],
  kinds: {
    house: ["House", "Số nhà"],
    place: ["Place", "Địa điểm"],
    street: ["Street", "Đường"],
    ward: ["Ward", "Phường"],
    district: ["District", "Quận"],
    used: ["Used before", "Đã dùng"],
    plus_code: ["Plus code", "Plus code"],
    coordinates: ["Coordinates", "Toạ độ"],
    pin: ["Pin", "Điểm ghim"],
    typed: ["Place", "Địa điểm"],
  } satisfies Record<Source, Both>,
  sure: {
    house: ["The driver is sent to this door.", "Tài xế sẽ đến đúng cửa này."],
    place: ["The driver is sent to this place.", "Tài xế sẽ đến địa điểm này."],
    street: ["Only the street is known: move the pin to the door.", "Chỉ biết tên đường: hãy kéo ghim đến đúng cửa."],
    ward: ["Only the ward is known: move the pin to the door.", "Chỉ biết phường: hãy kéo ghim đến đúng cửa."],
    district: ["Only the district is known: move the pin to the door.", "Chỉ biết quận: hãy kéo ghim đến đúng cửa."],
    used: ["The driver is sent where you sent one before.", "Tài xế sẽ đến nơi bạn từng gửi."],
    plus_code: [
      "The driver is sent to this plus code, exact to a few metres.",
      "Tài xế sẽ đến plus code này, chính xác vài mét.",
    ],
    coordinates: ["The driver is sent to these coordinates.", "Tài xế sẽ đến toạ độ này."],
    pin: ["The driver is sent to the pin you placed.", "Tài xế sẽ đến điểm bạn ghim."],
    typed: ["The driver is sent about here: check the pin.", "Tài xế sẽ đến khoảng này: hãy xem lại ghim."],
  } satisfies Record<Source, Both>,
});
