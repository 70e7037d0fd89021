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
export type CallbackEndpoint = {
    /** Empty while none is set. */
    url: string;
    auth: {
        type: string;
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
export type City = {
    /** City code. */
    _id: string;
    name: string;
    name_vi_vn: string;
    country_id: string;
};
export type CityV1 = {
    /** City code. */
    _id: string;
    name: string;
    name_vi_vn: string;
    country_id: string;
    level: number;
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
    /** path[0] is the pickup, the others are deliveries; at least two. */
    path: Array<PathPointInput>;
    /** From the account's balance, in cash by the sender, or in cash by the recipient. */
    payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
    /** Discounts the fee. */
    promo_code?: string;
    /** For the driver. */
    remarks?: string;
    /** When the goods can be fetched. Left out or 0: at order_time, or what pickups at that place have taught. */
    ready_at?: number;
    /** When the order starts to look for a driver; order_time when left out or 0. */
    idle_until?: number;
    items?: Array<Item>;
    package_detail?: Array<PackageDetail>;
    /** Let the service choose the cheapest order of deliveries (three or more). */
    route_optimized?: boolean;
    services?: Array<{
        _id: string;
        requests?: Array<RequestInput>;
    }>;
    group_services?: Array<{
        _id: string;
        group_requests?: Array<RequestInput>;
    }>;
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
export type Order = {
    _id: string;
    /** The same as _id. */
    order_id: string;
    status: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
    sub_status: string;
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
    payment_method: string;
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
    /** path[0] is the pickup, the others are deliveries; at least two. */
    path: Array<PathPointInput>;
    /** From the account's balance, in cash by the sender, or in cash by the recipient. */
    payment_method: "BALANCE" | "CASH" | "CASH_BY_RECIPIENT";
    /** Discounts the fee. */
    promo_code?: string;
    /** For the driver. */
    remarks?: string;
    /** When the goods can be fetched. Left out or 0: at order_time, or what pickups at that place have taught. */
    ready_at?: number;
    /** When the order starts to look for a driver; order_time when left out or 0. */
    idle_until?: number;
    items?: Array<Item>;
    package_detail?: Array<PackageDetail>;
    /** Let the service choose the cheapest order of deliveries (three or more). */
    route_optimized?: boolean;
    /** With requests: the service form. */
    service_id?: string;
    requests?: Array<RequestInput>;
    /** With group_requests: the group form; the pickup's city completes it. */
    group_service_id?: string;
    group_requests?: Array<RequestInput>;
    /** From an estimate: the order gets exactly that price, or 406 QUOTE_EXPIRED. */
    quote_id?: string;
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
    /** Recommended. Without lat and lng the address is located. */
    lat?: number;
    /** Recommended. */
    lng?: number;
    /** Sender or recipient. Required when an order is created. */
    name?: string;
    /** 8 to 15 digits. Required when an order is created. */
    mobile?: string;
    /** Short form of the address. */
    short_address?: string;
    /** The partner's own code for the package. */
    tracking_number?: string;
    /** For the driver, about this point. */
    remarks?: string;
    /** Whole VND to collect from the recipient; delivery points only. */
    cod?: number;
    /** Whole VND, for insurance. */
    item_value?: number;
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
        /** distance, stops, request, discount or vat. */
        line: string;
        request_id?: string;
        /** What the line adds to the total; a discount is negative. */
        amount: number;
        factors: Record<string, unknown>;
    }>;
    /** Whole VND. */
    total: number;
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
        /** pass, warn, fail or skipped. */
        result: string;
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
    pickup_area?: Record<string, unknown>;
    /** GeoJSON Polygon or MultiPolygon, without holes. */
    delivery_area?: Record<string, unknown>;
    requests: Array<SpecialRequest>;
};
export type ServiceHours = {
    /** 1 Monday … 7 Sunday. */
    days: Array<number>;
    from: string;
    to: string;
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
    /** place, house, street, ward, district, or used: an address of your own orders. */
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
export type TokenPair = {
    /** Access token, a JWT. */
    token: string;
    refresh_token: string;
};
/** Every code a refusal can have. */
export type RefusalCode = "ACCOUNT_EXISTED" | "ACCOUNT_NOT_SAME_PARTNER" | "BAD_REQUEST" | "CHANGE_ADDRESS_NOT_ALLOWED" | "CITY_NOT_FOUND" | "CODE_REQUIRED" | "DEACTIVATED_ACCOUNT" | "DENY_ACCESS_ORDER_DETAIL" | "DRIVER_EXISTED" | "DRIVER_NOT_FOUND" | "DUPLICATE_TRACKING_NUMBER" | "EXISTED_EMAIL" | "IDEMPOTENCY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "INTERNAL_SERVER_ERROR" | "INVALID_ACTIVATION_CODE" | "INVALID_CODE" | "INVALID_DATA" | "INVALID_DELIVERY_AREA" | "INVALID_DELIVERY_TYPE" | "INVALID_FUTURE_ORDER_TIME" | "INVALID_MAX_COD" | "INVALID_MAX_DISTANCE" | "INVALID_MAX_STOP_POINT" | "INVALID_MIN_STOP_POINT" | "INVALID_ORDER_STATUS" | "INVALID_PARAM" | "INVALID_PAYMENT_METHOD" | "INVALID_PHONE_NUMBER" | "INVALID_PICKUP_AREA" | "INVALID_SERVICE_HOUR" | "MISSING_PATH_INFO" | "MISSING_REQUIRED_INFO" | "NOT_ALLOWED" | "NOT_ALLOW_CHANGE_PICKUP_ADDRESS" | "NOT_ALLOW_ORDER_WITH_PROMO_CODE" | "NOT_AUTHORIZED" | "NOT_ENOUGH_CREDIT" | "NOT_FOUND" | "Not Acceptable" | "OFFER_EXPIRED" | "OFFER_NOT_FOUND" | "OFFER_TAKEN" | "ORDER_CHANGED" | "ORDER_HAS_BEEN_RATED_BY_RECEIVER" | "ORDER_HAS_BEEN_RATED_BY_USER" | "ORDER_NOT_FOUND" | "ORDER_STATUS_NOT_ALLOWED" | "PARENT_ACCOUNT_EXISTED" | "PARTNER_EXISTED" | "PARTNER_NOT_FOUND" | "QUOTE_EXPIRED" | "RANGE_NOT_SATISFIABLE" | "REQUEST_NOT_FOUND" | "REQUEST_TIMEOUT" | "SERVICE_NOT_FOUND" | "SERVICE_NOT_VALID_AT_PICKUP" | "SERVICE_UNAVAILABLE" | "STOP_POINT_EDITED" | "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS" | "SUPPLIER_NOT_FOUND" | "TOO_MANY_ORDERS" | "TOO_MANY_REQUESTS" | "USER_NOT_FOUND";
/** What each call takes and gives. */
export type Calls = {
    /** Activate a child account. With the code that was sent to the child's phone; in the sandbox `GET /operator/v1/sms` shows it. Five tries, 15 minutes. */
    activateChild: {
        input: {
            params: {
                child_id: string | number;
            };
            body: {
                activation_code: string;
            };
        };
        answer: Account;
    };
    /** Add a delivery point. Until the goods are picked up: routed and priced again with the order's own tariff, and the hold follows. Answers the order. */
    addPoint: {
        input: {
            params: {
                order_id: string | number;
            };
            body: {
                /** House number and street, ward, district, province; judged only when lat and lng are missing (2.8). */
                address?: string;
                /** Recommended. Without lat and lng the address is located. */
                lat?: number;
                /** Recommended. */
                lng?: number;
                /** Sender or recipient. Required when an order is created. */
                name?: string;
                /** 8 to 15 digits. Required when an order is created. */
                mobile?: string;
                /** Short form of the address. */
                short_address?: string;
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
        input: {
            params: {
                order_id: string | number;
                path_index: string | number;
            };
        };
        answer: Order;
    };
    /** Ask for what could not be delivered to be brought back. Once, as long as the return has not begun; free where the order has ROUND-TRIP. Answers the order. */
    askBack: {
        input: {
            params: {
                order_id: string | number;
            };
        };
        answer: Order;
    };
    /** Cancel an order by a tracking number on it. Acts on the caller's newest order carrying the number that can be cancelled. Both fields may stand in the query instead, for clients that send no body with DELETE. */
    cancelByTrackingNumber: {
        input: {
            query?: {
                tracking_number?: string | number;
                comment?: string | number;
            };
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
            params: {
                order_id: string | number;
            };
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
        input: {
            params: {
                order_id: string | number;
            };
        };
        answer: Record<string, unknown>;
    };
    /** The next step of an order's normal life. Accepted by a default driver, picked up, each point delivered, completed: one step a call. */
    continueOrder: {
        input: {
            params: {
                order_id: string | number;
            };
        };
        answer: {
            status: string;
            sub_status: string;
        };
    };
    /** Create an order. In the service form (`service_id`, `requests`) or the group form (`group_service_id`, `group_requests`). With `quote_id` of an estimate the order gets exactly that price. */
    createOrder: {
        input: {
            body: OrderInput;
        };
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
        input: {
            body: EstimateInput;
        };
        answer: Array<Estimate>;
    };
    /** How the price was made. The tariff's expression, its x and h, and each line; they add up to the total. */
    explainPrice: {
        input: {
            params: {
                order_id: string | number;
            };
        };
        answer: PriceExplanation;
    };
    /** Orders by tracking number. Orders of the caller's partner, newest first; without a window, those of the last 7 days. */
    findOrdersByTrackingNumber: {
        input: {
            query?: {
                tracking_number?: string | number;
                from_time?: string | number;
                to_time?: string | number;
            };
        };
        answer: Array<OrderByTrackingNumber>;
    };
    /** Orders by tracking number, in the path. Orders of the caller's partner, newest first; without a window, those of the last 7 days. */
    findOrdersByTrackingNumberInPath: {
        input: {
            params: {
                tracking_number: string | number;
            };
            query?: {
                from_time?: string | number;
                to_time?: string | number;
            };
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
        input: {
            params: {
                order_id: string | number;
            };
        };
        answer: Order;
    };
    /** The account: profile, wallets and limits. For the caller, or with `child_id` for a child of the caller. */
    getOwnAccount: {
        input: {
            query?: {
                child_id?: string | number;
            };
        };
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
        };
    };
    /** Whether a promo code may be used for a service now, and what it gives. A code that an order of the service would be refused with is refused with the same words. */
    getPromo: {
        input: {
            params: {
                code: string | number;
            };
            query?: {
                service_id?: string | number;
            };
        };
        answer: PromoForService;
    };
    /** Service details. An array of one: the service with its special requests. */
    getService: {
        input: {
            params: {
                service_id: string | number;
            };
        };
        answer: Array<Service>;
    };
    /** Public tracking link. An unguessable link for the recipient; it ends some hours after the order does. */
    getSharedLink: {
        input: {
            params: {
                order_id: string | number;
            };
        };
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
        input: {
            query?: {
                country_id?: string | number;
            };
        };
        answer: Array<City>;
    };
    /** List cities (version 1.0.0). As `GET /v3/cities`, for clients of the first version: no token is needed. */
    listCitiesV1: {
        input: {
            query?: {
                country_id?: string | number;
            };
        };
        answer: Array<CityV1>;
    };
    /** The caller's orders, or several by id. Newest first, by filters and a cursor; or up to 50 by `ids`, separated by commas. */
    listOrders: {
        input: {
            query?: {
                ids?: string | number;
                status?: "IDLE" | "ASSIGNING" | "ACCEPTED" | "CONFIRMING" | "PAYING" | "IN PROCESS" | "COMPLETED" | "CANCELLED";
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
    /** Roads of a trace. The roads a vehicle drove that was seen at the coordinates, in OSRM's v1 protocol. */
    match: {
        input: {
            params: {
                profile: string | number;
                coordinates: string | number;
            };
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
                generate_hints?: string | number;
                skip_waypoints?: string | number;
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
            params: {
                profile: string | number;
                coordinates: string | number;
            };
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
            params: {
                order_id: string | number;
            };
            body: {
                /** accept, board, arrive, confirm, pay, pickup, near, deliver, fail, driver_cancel, return_begin, return_done */
                type: "accept" | "board" | "arrive" | "confirm" | "pay" | "pickup" | "near" | "deliver" | "fail" | "driver_cancel" | "return_begin" | "return_done";
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
            params: {
                order_id: string | number;
            };
            body: {
                /** user (sender) or receiver (recipient). */
                rated_by: string;
                rating: number;
                comment?: string;
            };
        };
        answer: Record<string, unknown>;
    };
    /** The callbacks as a stream to pull. The same events by cursor. None is skipped, also while orders are being written; keep `next` and ask with it again. An account's token reads the events of its own orders and of its children's; the partner's API key, or a token made with it for `events:read`, those of the whole partner. A page may be shorter than its limit: only an empty one is the end. */
    readEvents: {
        input: {
            query?: {
                after?: string | number;
                limit?: string | number;
            };
        };
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
        input: {
            params: {
                child_id: string | number;
            };
        };
        answer: {
            status: string;
        };
    };
    /** Remove a delivery point. As adding one; the pickup stays, and so do as many deliveries as the service asks for. Answers the order. */
    removePoint: {
        input: {
            params: {
                order_id: string | number;
                path_index: string | number;
            };
        };
        answer: Order;
    };
    /** Send one event again, or all that were given up since a time. One event by its id, or every event that was given up since a time. A resent event comes after newer ones: compare `event_seq`. */
    resendCallbacks: {
        input: {
            body: {
                event_id?: string;
                /** Unix timestamp. */
                since?: number;
            };
        };
        answer: {
            queued: number;
        };
    };
    /** The address at a coordinate, in both administrative forms. The nearest house or street with its ward, district and province, as in force since July 2025 and as before. */
    reversePlace: {
        input: {
            query?: {
                lat?: string | number;
                lng?: string | number;
            };
        };
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
            params: {
                profile: string | number;
                coordinates: string | number;
            };
            query?: {
                geometries?: string | number;
                overview?: string | number;
                steps?: string | number;
                annotations?: string | number;
                alternatives?: string | number;
                continue_straight?: string | number;
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
    /** Set where callbacks go. Events that wait are sent at once. They are signed with the secret that came with the partner's keys, or the newest one. */
    setCallbacks: {
        input: {
            body: CallbackSettings;
        };
        answer: CallbackEndpoint;
    };
    /** What an address that is being typed may mean. Landmarks, shops, streets, houses, wards and districts whose name begins so, or nearly so; diacritics may be left out, and what comes after a comma or at the end may name the quarter. Near places come first when `lat` and `lng` are given, and addresses of your own orders before others. */
    suggestPlaces: {
        input: {
            query?: {
                q?: string | number;
                lat?: string | number;
                lng?: string | number;
                limit?: string | number;
            };
        };
        answer: SuggestedPlaces;
    };
    /** Table of durations and distances. The fastest ways between many coordinates at once. A cell is null where no way leads. */
    table: {
        input: {
            params: {
                profile: string | number;
                coordinates: string | number;
            };
            query?: {
                sources?: string | number;
                destinations?: string | number;
                annotations?: string | number;
                fallback_speed?: string | number;
                fallback_coordinate?: string | number;
                scale_factor?: string | number;
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
            params: {
                profile: string | number;
                coordinates: string | number;
            };
            query?: {
                roundtrip?: string | number;
                source?: string | number;
                destination?: string | number;
                geometries?: string | number;
                overview?: string | number;
                steps?: string | number;
                annotations?: string | number;
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
            params: {
                order_id: string | number;
            };
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
};
/** Where each call is, and how it is made. */
export declare const CALLS: {
    readonly activateChild: {
        readonly method: "POST";
        readonly path: "/v3/accounts/childs/{child_id}/activate";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly addPoint: {
        readonly method: "POST";
        readonly path: "/v3/orders/{order_id}/points";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly advanceClock: {
        readonly method: "POST";
        readonly path: "/sandbox/v1/clock/advance";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly askAgain: {
        readonly method: "POST";
        readonly path: "/v3/orders/{order_id}/points/{path_index}/second-attempt";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly askBack: {
        readonly method: "POST";
        readonly path: "/v3/orders/{order_id}/return";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly cancelByTrackingNumber: {
        readonly method: "DELETE";
        readonly path: "/v3/orders/tracks";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly cancelOrder: {
        readonly method: "DELETE";
        readonly path: "/v3/orders/{order_id}";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly checkReceiver: {
        readonly method: "POST";
        readonly path: "/sandbox/v1/receiver-check";
        readonly auth: "partner";
        readonly keyed: false;
    };
    readonly clearCallbacks: {
        readonly method: "DELETE";
        readonly path: "/v3/callbacks";
        readonly auth: "partner";
        readonly keyed: false;
    };
    readonly confirmOwnOrder: {
        readonly method: "POST";
        readonly path: "/v3/orders/{order_id}/confirm";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly continueOrder: {
        readonly method: "POST";
        readonly path: "/sandbox/v1/orders/{order_id}/continue";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly createOrder: {
        readonly method: "POST";
        readonly path: "/v3/orders";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly estimateFees: {
        readonly method: "POST";
        readonly path: "/v3/orders/estimates";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly explainPrice: {
        readonly method: "GET";
        readonly path: "/v3/orders/{order_id}/price";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly findOrdersByTrackingNumber: {
        readonly method: "GET";
        readonly path: "/v3/orders/tracks";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly findOrdersByTrackingNumberInPath: {
        readonly method: "GET";
        readonly path: "/v3/orders/tracks/{tracking_number}";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly getCallbacks: {
        readonly method: "GET";
        readonly path: "/v3/callbacks";
        readonly auth: "partner";
        readonly keyed: false;
    };
    readonly getOrder: {
        readonly method: "GET";
        readonly path: "/v3/orders/{order_id}";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly getOwnAccount: {
        readonly method: "GET";
        readonly path: "/v3/accounts";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly getOwnStatement: {
        readonly method: "GET";
        readonly path: "/v3/accounts/statement";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly getPromo: {
        readonly method: "GET";
        readonly path: "/v3/promos/{code}";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly getService: {
        readonly method: "GET";
        readonly path: "/v3/services/{service_id}";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly getSharedLink: {
        readonly method: "GET";
        readonly path: "/v3/orders/{order_id}/shared-link";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly inviteChild: {
        readonly method: "POST";
        readonly path: "/v3/accounts/childs";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly issuePartnerToken: {
        readonly method: "POST";
        readonly path: "/v3/partner/tokens";
        readonly auth: "none";
        readonly keyed: false;
    };
    readonly issueToken: {
        readonly method: "POST";
        readonly path: "/v3/accounts/token";
        readonly auth: "none";
        readonly keyed: false;
    };
    readonly listCallbackLogs: {
        readonly method: "GET";
        readonly path: "/v3/orders/callback-logs";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly listCancelReasons: {
        readonly method: "GET";
        readonly path: "/v3/orders/cancel-reasons";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly listChildren: {
        readonly method: "GET";
        readonly path: "/v3/accounts/childs";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly listCities: {
        readonly method: "GET";
        readonly path: "/v3/cities";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly listCitiesV1: {
        readonly method: "GET";
        readonly path: "/v1/order/cities";
        readonly auth: "none";
        readonly keyed: false;
    };
    readonly listOrders: {
        readonly method: "GET";
        readonly path: "/v3/orders";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly listServices: {
        readonly method: "GET";
        readonly path: "/v3/services";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly match: {
        readonly method: "GET";
        readonly path: "/routing/{profile}/match/v1/driving/{coordinates}";
        readonly auth: "route";
        readonly keyed: false;
    };
    readonly nearest: {
        readonly method: "GET";
        readonly path: "/routing/{profile}/nearest/v1/driving/{coordinates}";
        readonly auth: "route";
        readonly keyed: false;
    };
    readonly playEvent: {
        readonly method: "POST";
        readonly path: "/sandbox/v1/orders/{order_id}/events";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly rateDriver: {
        readonly method: "PUT";
        readonly path: "/v3/orders/{order_id}/rate";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly readEvents: {
        readonly method: "GET";
        readonly path: "/v3/orders/events";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly refreshToken: {
        readonly method: "POST";
        readonly path: "/v3/accounts/token/refresh";
        readonly auth: "none";
        readonly keyed: false;
    };
    readonly registerAccount: {
        readonly method: "POST";
        readonly path: "/v3/accounts";
        readonly auth: "none";
        readonly keyed: false;
    };
    readonly removeChild: {
        readonly method: "DELETE";
        readonly path: "/v3/accounts/childs/{child_id}";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly removePoint: {
        readonly method: "DELETE";
        readonly path: "/v3/orders/{order_id}/points/{path_index}";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly resendCallbacks: {
        readonly method: "POST";
        readonly path: "/v3/callbacks/resend";
        readonly auth: "partner";
        readonly keyed: false;
    };
    readonly reversePlace: {
        readonly method: "GET";
        readonly path: "/v3/places/reverse";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly rotateCallbackSecret: {
        readonly method: "POST";
        readonly path: "/v3/callbacks/secret/rotate";
        readonly auth: "partner";
        readonly keyed: false;
    };
    readonly route: {
        readonly method: "GET";
        readonly path: "/routing/{profile}/route/v1/driving/{coordinates}";
        readonly auth: "route";
        readonly keyed: false;
    };
    readonly setCallbacks: {
        readonly method: "PUT";
        readonly path: "/v3/callbacks";
        readonly auth: "partner";
        readonly keyed: false;
    };
    readonly suggestPlaces: {
        readonly method: "GET";
        readonly path: "/v3/places/suggest";
        readonly auth: "token";
        readonly keyed: false;
    };
    readonly table: {
        readonly method: "GET";
        readonly path: "/routing/{profile}/table/v1/driving/{coordinates}";
        readonly auth: "route";
        readonly keyed: false;
    };
    readonly testCallback: {
        readonly method: "POST";
        readonly path: "/v3/callbacks/test";
        readonly auth: "partner";
        readonly keyed: false;
    };
    readonly trip: {
        readonly method: "GET";
        readonly path: "/routing/{profile}/trip/v1/driving/{coordinates}";
        readonly auth: "route";
        readonly keyed: false;
    };
    readonly updateOrder: {
        readonly method: "PATCH";
        readonly path: "/v3/orders/{order_id}";
        readonly auth: "token";
        readonly keyed: true;
    };
    readonly updateProfile: {
        readonly method: "PUT";
        readonly path: "/v3/accounts";
        readonly auth: "token";
        readonly keyed: false;
    };
};
