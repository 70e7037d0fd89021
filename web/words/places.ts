// Words of the field in which a place is typed.
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

const en = {
  isRough: isRough,
  recent: "Lately",
  unknown: "Not on this server's map. Click the map to place it, or write house and street, ward, district, province.",
  kinds: {
    house: "House",
    place: "Place",
    street: "Street",
    ward: "Ward",
    district: "District",
    used: "Used before",
    plus_code: "Plus code",
    coordinates: "Coordinates",
    pin: "Pin",
    typed: "Place",
  } satisfies Record<Source, string>,
  sure: {
    house: "The driver is sent to this door.",
    place: "The driver is sent to this place.",
    street: "Only the street is known: move the pin to the door.",
    ward: "Only the ward is known: move the pin to the door.",
    district: "Only the district is known: move the pin to the door.",
    used: "The driver is sent where you sent one before.",
    plus_code: "The driver is sent to this plus code, exact to a few metres.",
    coordinates: "The driver is sent to these coordinates.",
    pin: "The driver is sent to the pin you placed.",
    typed: "The driver is sent about here: check the pin.",
  } satisfies Record<Source, string>,
};

const vi: typeof en = {
  isRough: isRough,
  recent: "Gần đây",
  unknown: "Bản đồ của máy chủ này chưa có. Hãy bấm vào bản đồ, hoặc viết số nhà và đường, phường, quận, tỉnh.",
  kinds: {
    house: "Số nhà",
    place: "Địa điểm",
    street: "Đường",
    ward: "Phường",
    district: "Quận",
    used: "Đã dùng",
    plus_code: "Plus code",
    coordinates: "Toạ độ",
    pin: "Điểm ghim",
    typed: "Địa điểm",
  },
  sure: {
    house: "Tài xế sẽ đến đúng cửa này.",
    place: "Tài xế sẽ đến địa điểm này.",
    street: "Chỉ biết tên đường: hãy kéo ghim đến đúng cửa.",
    ward: "Chỉ biết phường: hãy kéo ghim đến đúng cửa.",
    district: "Chỉ biết quận: hãy kéo ghim đến đúng cửa.",
    used: "Tài xế sẽ đến nơi bạn từng gửi.",
    plus_code: "Tài xế sẽ đến plus code này, chính xác vài mét.",
    coordinates: "Tài xế sẽ đến toạ độ này.",
    pin: "Tài xế sẽ đến điểm bạn ghim.",
    typed: "Tài xế sẽ đến khoảng này: hãy xem lại ghim.",
  },
};

export const placesWords = { en, vi };
