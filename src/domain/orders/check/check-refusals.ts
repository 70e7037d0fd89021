// What create and estimate can answer. The three codes that part 7 takes from estimate are absent from its type, so that
// "estimate can never answer NOT_ENOUGH_CREDIT" is a compile error and not a promise.

export type EstimateRefusal =
  | "INTERNAL_SERVER_ERROR"
  | "MISSING_REQUIRED_INFO"
  | "MISSING_PATH_INFO"
  | "BAD_REQUEST"
  | "SERVICE_NOT_FOUND"
  | "REQUEST_NOT_FOUND"
  | "SERVICE_NOT_VALID_AT_PICKUP"
  | "INVALID_PICKUP_AREA"
  | "INVALID_DELIVERY_AREA"
  | "INVALID_MIN_STOP_POINT"
  | "INVALID_MAX_STOP_POINT"
  | "INVALID_FUTURE_ORDER_TIME"
  | "INVALID_MAX_COD"
  | "INVALID_MAX_DISTANCE"
  | "SERVICE_UNAVAILABLE";

export type CreateRefusal =
  | EstimateRefusal
  | "INVALID_SERVICE_HOUR"
  | "QUOTE_EXPIRED"
  | "DUPLICATE_TRACKING_NUMBER"
  | "NOT_ENOUGH_CREDIT";

export type OrderCall = "create" | "estimate";
