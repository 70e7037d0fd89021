// Every refusal of the API in the reader's words, by its code. A fault of one field has words of its own (faults.ts), which come first.
// GENERAL ones say in English less than the server's own sentence does, which is then shown.

export const GENERAL: ReadonlySet<string> = new Set([
  "BAD_REQUEST",
  "MISSING_REQUIRED_INFO",
  "MISSING_PATH_INFO",
  "INVALID_DATA",
  "INVALID_PARAM",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "Not Acceptable",
  "ORDER_STATUS_NOT_ALLOWED",
  "ORDER_CHANGED",
  "INVALID_ORDER_STATUS",
]);

type Words = readonly [en: string, vi: string];

const BY_CODE: Readonly<Record<string, Words>> = {
  UNREACHABLE: [
    "The server cannot be reached. Check your connection.",
    "Không kết nối được máy chủ. Hãy kiểm tra mạng.",
  ],
  BAD_REQUEST: ["Something that was sent is not as it must be.", "Thông tin gửi lên chưa đúng."],
  MISSING_REQUIRED_INFO: ["Something is missing.", "Còn thiếu thông tin."],
  MISSING_PATH_INFO: ["A pickup and at least one delivery are needed.", "Cần một điểm lấy và ít nhất một điểm giao."],
  INVALID_DATA: ["Something that was sent is not as it must be.", "Thông tin gửi lên chưa đúng."],
  INVALID_PARAM: ["Something that was sent is not as it must be.", "Thông tin gửi lên chưa đúng."],
  NOT_AUTHORIZED: ["You are not signed in, or your session has ended.", "Bạn chưa đăng nhập hoặc phiên đã hết hạn."],
  CODE_REQUIRED: ["A code from an SMS is needed.", "Cần mã trong tin nhắn SMS."],
  INVALID_CODE: ["The code is wrong or too old.", "Mã không đúng hoặc đã cũ."],
  NOT_ALLOWED: ["This is not allowed.", "Không được phép."],
  SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS: [
    "The driver's wallet does not cover the new address.",
    "Ví tài xế không đủ cho địa chỉ mới.",
  ],
  STOP_POINT_EDITED: ["This stop was changed once already.", "Điểm này đã được sửa một lần."],
  ORDER_STATUS_NOT_ALLOWED: ["The order's state does not allow it.", "Trạng thái đơn không cho phép."],
  CHANGE_ADDRESS_NOT_ALLOWED: ["The address can no longer be changed.", "Không thể đổi địa chỉ nữa."],
  DENY_ACCESS_ORDER_DETAIL: ["This order is not yours to see.", "Bạn không được xem đơn này."],
  NOT_FOUND: ["There is nothing here.", "Không tìm thấy."],
  USER_NOT_FOUND: ["There is no such account.", "Không có tài khoản này."],
  PARTNER_NOT_FOUND: ["There is no such partner.", "Không có đối tác này."],
  SERVICE_NOT_FOUND: ["This service is not to be had here.", "Không có dịch vụ này ở đây."],
  REQUEST_NOT_FOUND: ["This service has no such special request.", "Dịch vụ không có yêu cầu thêm này."],
  ORDER_NOT_FOUND: ["There is no such order.", "Không có đơn này."],
  SUPPLIER_NOT_FOUND: ["There is no such driver.", "Không có tài xế này."],
  CITY_NOT_FOUND: ["There is no such city.", "Không có thành phố này."],
  DRIVER_NOT_FOUND: ["There is no such driver.", "Không có tài xế này."],
  OFFER_NOT_FOUND: ["There is no such offer.", "Không có lời mời này."],
  "Not Acceptable": ["This cannot be done as things are.", "Hiện không thể thực hiện."],
  INVALID_PHONE_NUMBER: ["This is no phone number.", "Số điện thoại không đúng."],
  DEACTIVATED_ACCOUNT: ["This account is deactivated.", "Tài khoản này đã bị khoá."],
  ACCOUNT_NOT_SAME_PARTNER: ["The account is another partner's.", "Tài khoản thuộc đối tác khác."],
  INVALID_ACTIVATION_CODE: ["The code is wrong or too old.", "Mã không đúng hoặc đã cũ."],
  INVALID_DELIVERY_TYPE: ["The service does not deliver in this way.", "Dịch vụ không giao theo cách này."],
  INVALID_MAX_DISTANCE: ["The way is longer than this service goes.", "Quãng đường vượt quá giới hạn của dịch vụ."],
  INVALID_MAX_COD: ["This service does not collect that much cash.", "Tiền thu hộ vượt quá mức của dịch vụ."],
  NOT_ENOUGH_CREDIT: ["The balance does not cover it.", "Số dư không đủ."],
  INVALID_MAX_STOP_POINT: ["This service does not go to that many places.", "Quá nhiều điểm giao cho dịch vụ này."],
  INVALID_MIN_STOP_POINT: ["This service needs more deliveries.", "Dịch vụ này cần nhiều điểm giao hơn."],
  SERVICE_NOT_VALID_AT_PICKUP: ["This service does not pick up here.", "Dịch vụ không lấy hàng ở đây."],
  INVALID_PICKUP_AREA: ["This service does not pick up here.", "Dịch vụ không lấy hàng ở đây."],
  INVALID_DELIVERY_AREA: ["This service does not deliver here.", "Dịch vụ không giao đến đây."],
  INVALID_SERVICE_HOUR: ["Outside the service's hours.", "Ngoài giờ phục vụ."],
  INVALID_FUTURE_ORDER_TIME: ["This is too far ahead.", "Thời gian hẹn quá xa."],
  INVALID_DELIVERY_TIME: [
    "It cannot be delivered in that time: choose a later one.",
    "Không giao kịp trong khoảng này: hãy chọn giờ muộn hơn.",
  ],
  INVALID_ORDER_STATUS: ["The order's state does not allow it.", "Trạng thái đơn không cho phép."],
  NOT_ALLOW_ORDER_WITH_PROMO_CODE: [
    "The promo code does not hold for this order.",
    "Mã khuyến mãi không dùng được cho đơn này.",
  ],
  NOT_ALLOW_CHANGE_PICKUP_ADDRESS: ["The pickup can no longer be changed.", "Không thể đổi nơi lấy hàng nữa."],
  INVALID_PAYMENT_METHOD: ["This way of paying is not possible here.", "Không dùng được cách thanh toán này."],
  QUOTE_EXPIRED: ["The price has run out: look at the new one.", "Giá đã hết hạn: hãy xem giá mới."],
  OFFER_EXPIRED: ["The offer has run out.", "Lời mời đã hết hạn."],
  TOO_MANY_ORDERS: ["There are as many open orders as there may be.", "Đã đủ số đơn đang giao cho phép."],
  REQUEST_TIMEOUT: ["It took too long to arrive. Try again.", "Gửi quá lâu. Hãy thử lại."],
  ACCOUNT_EXISTED: ["There is an account with this number already.", "Số này đã có tài khoản."],
  EXISTED_EMAIL: ["There is an account with this email already.", "Email này đã có tài khoản."],
  PARENT_ACCOUNT_EXISTED: ["The account belongs to another one already.", "Tài khoản đã thuộc tài khoản khác."],
  PARTNER_EXISTED: ["There is such a partner already.", "Đối tác này đã có."],
  TOO_MANY_KEYS: ["There are as many keys as there may be: revoke one.", "Đã đủ số khoá: hãy thu hồi một khoá."],
  PERSON_EXISTED: ["There is somebody with this e-mail already.", "Đã có người dùng email này."],
  LAST_OWNER: ["Somebody else must become an owner first.", "Phải có chủ sở hữu khác trước đã."],
  PROOF_REQUIRED: ["Prove first that it is you.", "Hãy xác nhận đó là bạn trước."],
  SIGN_IN_FAILED: ["The sign-in was not accepted. Begin again.", "Đăng nhập không được chấp nhận. Hãy thử lại từ đầu."],
  NO_ROLE: [
    "Your company account has no role here. Ask whoever looks after it.",
    "Tài khoản công ty của bạn chưa có vai trò ở đây. Hãy hỏi người quản lý tài khoản.",
  ],
  PROVIDER_AWAY: [
    "The company's sign-in does not answer. Try again in a while.",
    "Hệ thống đăng nhập của công ty không phản hồi. Hãy thử lại sau.",
  ],
  PERSON_NEEDED: ["Sign in with your e-mail for this.", "Hãy đăng nhập bằng email để làm việc này."],
  ROLE_NOT_ALLOWED: ["Your role does not allow this.", "Vai trò của bạn không được phép làm việc này."],
  CITIES_NOT_ALLOWED: [
    "This concerns all cities, and you work in some of them.",
    "Việc này liên quan đến mọi thành phố, còn bạn chỉ phụ trách một số.",
  ],
  DRIVER_EXISTED: ["There is such a driver already.", "Tài xế này đã có."],
  DUPLICATE_TRACKING_NUMBER: ["An open order has this tracking number.", "Mã vận đơn này đang có ở một đơn khác."],
  ORDER_CHANGED: ["The order has changed meanwhile: look again.", "Đơn vừa thay đổi: hãy xem lại."],
  ORDER_HAS_BEEN_RATED_BY_USER: ["The order was rated already.", "Đơn đã được đánh giá."],
  ORDER_HAS_BEEN_RATED_BY_RECEIVER: ["The order was rated already.", "Đơn đã được đánh giá."],
  IDEMPOTENCY_KEY_REUSED: ["This was sent before with other content.", "Yêu cầu này đã được gửi với nội dung khác."],
  IDEMPOTENCY_IN_PROGRESS: ["This is being done already. Wait a moment.", "Đang được xử lý. Vui lòng đợi một lát."],
  OFFER_TAKEN: ["Another driver was quicker.", "Tài xế khác đã nhận."],
  RANGE_NOT_SATISFIABLE: ["The file does not have that part.", "Tệp không có phần này."],
  TOO_MANY_REQUESTS: [
    "Too many requests. Wait a moment, then try again.",
    "Quá nhiều yêu cầu. Vui lòng đợi một lát rồi thử lại.",
  ],
  INTERNAL_SERVER_ERROR: ["Something went wrong on our side. Try again.", "Hệ thống gặp sự cố. Vui lòng thử lại."],
  SERVICE_UNAVAILABLE: [
    "The service is briefly unavailable. Try again in a moment.",
    "Dịch vụ tạm thời gián đoạn. Vui lòng thử lại sau ít phút.",
  ],
};

const at =
  (language: 0 | 1) =>
  (code: string): string | undefined =>
    BY_CODE[code]?.[language];

export const refusalsByCode = { en: at(0), vi: at(1) };
