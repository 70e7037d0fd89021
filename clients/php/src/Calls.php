<?php
// Generated from the server's OpenAPI document by `npm run client:types`; do not edit.
declare(strict_types=1);

namespace Giao;

/**
 * A method for each call of the API. `Client` makes them.
 *
 * @phpstan-type Account array{_id: string, name: string, partner: string, email: string|null, referral_code: string, country_code: string, currency: string, account_status: string, create_time: int|float, parent_id: string, home: array{address: string}, city_id: list<string>}
 * @phpstan-type CallbackEndpoint array{url: string, auth: array{type: 'none'|'apikey'|'bearer'|'basic'|'body'}, account_events: array{balance_low: int, cod_paid_out: bool}, stopped: bool, failures: int, waiting: int, given_up: int, oldest_waiting_time: int|float}
 * @phpstan-type CallbackEvent array{event_id: string, event_type: string, event_time: int|float, order_id: string, state: 'delivered'|'waiting'|'given_up'|'unsent'|'forgotten', next_try_time: int|float, last_try: array{try: int, callback_time: int|float, outcome: string, response_code: int, response_time: int|float, response_text: string, error: string}|null}
 * @phpstan-type CallbackLog array{partner: string, tracking_number: string, response_text: string, response_code: int, response_time: int|float, callback_time: int|float, request: mixed, event_id: string, try: int, outcome: string, error: string}
 * @phpstan-type CallbackSettings array{url: string, auth?: array{type?: 'none'|'apikey'|'bearer'|'basic'|'body', secret?: string, username?: string, password?: string}, account_events?: array{balance_low?: int, cod_paid_out?: bool}}
 * @phpstan-type CancelReason array{code: string, en: string, vi: string}
 * @phpstan-type City array{_id: string, name: string, name_vi_vn: string, country_id: string, time_zone: string}
 * @phpstan-type CityV1 array{_id: string, name: string, name_vi_vn: string, country_id: string, level: int|float}
 * @phpstan-type Estimate array{service_id: string, data: array{distance: int|float, duration: int|float, distance_fee: int|float, request_fee: int|float, stop_fee: int|float, road_fee: int|float, vat_fee: int|float, discount: int|float, total_fee: int|float, total_price: int|float, subtotal_price: int|float, distance_price: int|float, special_request_price: int|float, stoppoint_price: int|float, vat: int|float, voucher_discount: int|float, surge_rate: int|float, currency: string, tariff_version: int, requests: list<array{_id: string, num: int, price: int|float, tier_code?: string}>, quote_id: string, expires_at: int|float, warnings: list<string>, points: list<array{lat: int|float, lng: int|float, located_by: string, located_confidence: int|float, moved_meters: int}>, eta: array{pickup: int|float, pickup_low: int|float, pickup_high: int|float, delivery: int|float, low: int|float, high: int|float, assign_seconds: int, pickup_seconds: int, ride_seconds: int}, deliver_by?: int|float, deliver_from?: int|float, stop_order?: list<int>, stop_order_changed?: bool}|null, error: Refusal|null, quote_id?: string, expires_at?: int|float, warnings?: list<string>}
 * @phpstan-type EstimateInput array{order_time: int|float, idle_until?: int|float, ready_at?: int|float, deliver_by?: int|float, slot?: int|float, path: list<PathPointInput>, services?: list<array{_id: string, requests?: list<RequestInput>}>, group_services?: list<array{_id: string, group_requests?: list<RequestInput>}>, payment_method: 'BALANCE'|'CASH'|'CASH_BY_RECIPIENT', promo_code?: string, remarks?: string, items?: list<Item>, package_detail?: list<PackageDetail>, route_optimized?: bool}
 * @phpstan-type Item array{_id: string, name: string, price: int|float, num: int|float}
 * @phpstan-type NearestAddress array{address: string, kind: string, house_number: string|null, street: string|null, ward: string|null, district: string|null, province: string|null, lat: int|float|null, lng: int|float|null, distance: int|float|null, current: array{address: string, ward: string|null, province: string|null}, former: array{address: string, ward: string|null, district: string|null, province: string|null}}
 * @phpstan-type Order array{_id: string, order_id: string, status: 'IDLE'|'ASSIGNING'|'ACCEPTED'|'CONFIRMING'|'PAYING'|'IN PROCESS'|'COMPLETED'|'CANCELLED', sub_status: ''|'BOARDED'|'ARRIVED'|'COMPLETING'|'IN_REDELIVERY'|'IN_RETURN'|'RETURNED', outcome: 'OPEN'|'DELIVERED'|'PARTLY_DELIVERED'|'FAILED'|'RETURNING'|'RETURNED'|'CANCELLED', currency: string, user_main_account: int|float, user_bonus_account: int|float, total_pay: int|float, total_fee: int|float, total_price: int|float, subtotal_price: int|float, online_pay: int|float, distance: int|float, duration: int|float, distance_fee: int|float, request_fee: int|float, stop_fee: int|float, road_fee: int|float, vat_fee: int|float, discount: int|float, distance_price: int|float, special_request_price: int|float, stoppoint_price: int|float, vat: int|float, voucher_discount: int|float, surge_rate: int|float, tariff_version: int, payment_method: 'BALANCE'|'CASH'|'CASH_BY_RECIPIENT', promo_code: string, quote_id?: string, path: list<PathPoint>, requests: list<array{_id: string, num: int, tier_code?: string, price: int|float}>, items: list<array{_id: string, name: string, price: int|float, num: int}>, package_detail: list<array{weight: int|float, length?: int|float, width?: int|float, height?: int|float, description?: string}>, remarks: string, route_optimized: bool, polylines: string, map_version: string, app: string, partner: string, service_id: string, city_id: string, user_id: string, user_name: string, user_imei: string|null, create_time: int|float, order_time: int|float, idle_until: int|float, ready_at?: int|float, deliver_by?: int|float, deliver_from?: int|float, index: int, timeout: int|float, shared_link: string, share_link: string, supplier_id: string, supplier_name: string, supplier_phone: string, supplier_rating: int|float, plate_number: string, supplier_plate_number: string, accept_time: int|float, accept_lat?: int|float, accept_lng?: int|float, board_time: int|float, arrive_time: int|float, confirm_time: int|float, pay_time: int|float, pickup_time: int|float, pickup_info?: mixed, complete_time: int|float, return_time: int|float, por_info?: mixed, after_fees?: list<array{kind: 'SECOND_ATTEMPT'|'RETURN', path_index: int, fee: int|float, vat_fee: int|float, total_fee: int|float}>, cancel_time: int|float, cancel_by_user: bool, cancelled_by: ''|'user'|'driver'|'operator'|'system', cancel_comment: string, cancel_code: string, comment: string, rebroadcast_comment: string, notify_package_return: bool, uniform_user_feedback: int|float, rating_by_user: array{rating: int, comment: string, time: int|float}|null, rating_by_receiver: array{rating: int, comment: string, time: int|float}|null, pending_period: int|float, pickup_eta?: int|float, pickup_eta_low?: int|float, pickup_eta_high?: int|float, driver_position?: array{lat: int|float, lng: int|float, heading?: int|float, speed?: int|float, at: int|float}, delivery_eta?: int|float, delivery_eta_low?: int|float, delivery_eta_high?: int|float}
 * @phpstan-type OrderByTrackingNumber array{_id: string, path: list<array{address: string, status: string, tracking_number?: string}>, status: string, service_id: string, create_time: int}
 * @phpstan-type OrderInput array{order_time: int|float, idle_until?: int|float, ready_at?: int|float, deliver_by?: int|float, slot?: int|float, path: list<PathPointInput>, service_id?: string, group_service_id?: string, requests?: list<RequestInput>, group_requests?: list<RequestInput>, payment_method: 'BALANCE'|'CASH'|'CASH_BY_RECIPIENT', promo_code?: string, remarks?: string, items?: list<Item>, package_detail?: list<PackageDetail>, route_optimized?: bool, quote_id?: string}
 * @phpstan-type OwnAccount array{_id: string, name: string, partner: string, email: string|null, referral_code: string, country_code: string, currency: string, account_status: string, create_time: int|float, parent_id: string, home: array{address: string}, city_id: list<string>, main: int, bonus: int, held: int, cod_owed: int, available: int, credit_limit: int, balance_low: int|float|null, cod_limit: int|float|null}
 * @phpstan-type PackageDetail array{weight: int|float, length?: int|float, width?: int|float, height?: int|float, description?: string}
 * @phpstan-type PartnerToken array{token: string, scopes: list<string>, expires_at: int|float}
 * @phpstan-type PathPoint array{action_type: 'PICKUP'|'DELIVERY', address: string, short_address: string, lat: int|float, lng: int|float, name: string, mobile: string, tracking_number?: string, remarks: string, cod: int|float, item_value: int|float, status: ''|'COMPLETED'|'FAILED', shared_link?: string, complete_time: int|float, complete_lat: int|float, complete_lng: int|float, complete_comment: string, pod_info?: mixed, fail_time: int|float, fail_lat: int|float, fail_lng: int|float, fail_comment: string, located_by: string, located_confidence: int|float, located_as: string, eta?: int|float, eta_low?: int|float, eta_high?: int|float}
 * @phpstan-type PathPointInput array{address?: string, short_address?: string, lat?: int|float, lng?: int|float, name?: string, mobile?: string, tracking_number?: string, remarks?: string, cod?: int|float, item_value?: int|float}
 * @phpstan-type PriceExplanation array{order_id: string, service_id: string, tariff_version: int, currency: string, expression: string, x: int|float, h: int|float, surge_rate: int|float, vat_rate: int|float, promo_code: string, lines: list<array{line: string, request_id?: string, amount: int|float, factors: array<string, mixed>}>, total: int|float}
 * @phpstan-type PromoForService array{code: string, service_id: string, valid: bool, type: string, value: int|float, max_discount?: int|float, starts_at?: int|float, ends_at?: int|float}
 * @phpstan-type ReceiverReport array{grade: string, checks: list<array{check: string, result: 'pass'|'warn'|'fail'|'skipped', sent: array{en: string, vi: string}, answered: list<string>, advice?: array{en: string, vi: string}}>}
 * @phpstan-type Refusal array{code: string, title: string, description: string, field?: string, trace_id?: string}
 * @phpstan-type RequestInput array{_id: string, num?: int|float, tier_code?: string}
 * @phpstan-type Service array{_id: string, city_id: string, group_service_id: string, name: string, name_en_us: string, name_vi_vn: string, description_en_us: string, description_vi_vn: string, advance_broadcast_distance: int|float, auto_assign: bool, auto_assign_distance: int|float, cod: int|float, commission_type: string, commission_value: int|float, currency: string, delivery_type: string, vehicle: string, distance_fee: string, stop_fee: int|float, toll_fee: int|float, ferry_fee: int|float, vat_rate: int|float, surge_rules: list<SurgeRule>, max_distance: int|float, min_stop_points: int, max_stop_points: int, service_hours: list<ServiceHours>, timeout: int|float, rebroadcast_limit: int, need_confirm_before_pickup: bool, collect_cash_before_pickup: bool, max_bundle: int, enable: bool, tariff_version: int, pickup_area?: array{type: 'MultiPolygon', coordinates: list<list<list<list<int|float>>>>}, delivery_area?: array{type: 'MultiPolygon', coordinates: list<list<list<list<int|float>>>>}, requests: list<SpecialRequest>}
 * @phpstan-type ServiceHours array{days: list<int>, from: string, to: string}
 * @phpstan-type Slot array{slot: int|float, deliver_from: int|float, deliver_by: int|float, free: bool, left: int|float|null}
 * @phpstan-type SpecialRequest array{_id: string, description_en_us: string, description_vi_vn: string, device_types: list<string>, enable: bool, group_id: string, max_input: int, name: string, price: int|float, type: string, distance_rate?: int|float, tiers?: list<array{tier_code: string, price: int|float, selectable: bool, length: int|float, width: int|float, height: int|float, weight: int|float}>, insurance_blocks?: list<array{item_value_max: int|float, price: int|float}>, promo: bool, vat: bool, commission: bool}
 * @phpstan-type StatementLine array{id: string, time: int|float, kind: string, wallet: string, amount: int, balance: int, order_id: string, reference: string}
 * @phpstan-type SuggestedPlace array{label: string, kind: string, lat: int|float, lng: int|float, address: string, confidence: int|float}
 * @phpstan-type SuggestedPlaces array{places: list<SuggestedPlace>}
 * @phpstan-type SurgeRule array{days: list<int>, from: string, to: string, rate: int|float}
 * @phpstan-type TokenPair array{token: string, refresh_token: string}
 * @phpstan-type RefusalCode 'ACCOUNT_EXISTED'|'ACCOUNT_NOT_SAME_PARTNER'|'APPLICATION_CLOSED'|'APPLICATION_NOT_FOUND'|'BAD_REQUEST'|'CHANGE_ADDRESS_NOT_ALLOWED'|'CITIES_NOT_ALLOWED'|'CITY_NOT_FOUND'|'CODE_REQUIRED'|'DEACTIVATED_ACCOUNT'|'DENY_ACCESS_ORDER_DETAIL'|'DOCUMENTS_MISSING'|'DRIVER_EXISTED'|'DRIVER_NOT_FOUND'|'DUPLICATE_TRACKING_NUMBER'|'EXISTED_EMAIL'|'IDEMPOTENCY_IN_PROGRESS'|'IDEMPOTENCY_KEY_REUSED'|'INTERNAL_SERVER_ERROR'|'INVALID_ACTIVATION_CODE'|'INVALID_CODE'|'INVALID_DATA'|'INVALID_DELIVERY_AREA'|'INVALID_DELIVERY_TIME'|'INVALID_DELIVERY_TYPE'|'INVALID_FUTURE_ORDER_TIME'|'INVALID_MAX_COD'|'INVALID_MAX_DISTANCE'|'INVALID_MAX_STOP_POINT'|'INVALID_MIN_STOP_POINT'|'INVALID_ORDER_STATUS'|'INVALID_PARAM'|'INVALID_PAYMENT_METHOD'|'INVALID_PHONE_NUMBER'|'INVALID_PICKUP_AREA'|'INVALID_SERVICE_HOUR'|'LAST_OWNER'|'MISSING_PATH_INFO'|'MISSING_REQUIRED_INFO'|'NOTHING_TO_PAY'|'NOT_ALLOWED'|'NOT_ALLOW_CHANGE_PICKUP_ADDRESS'|'NOT_ALLOW_ORDER_WITH_PROMO_CODE'|'NOT_AUTHORIZED'|'NOT_ENOUGH_CREDIT'|'NOT_FOUND'|'NO_ROLE'|'Not Acceptable'|'OFFER_EXPIRED'|'OFFER_NOT_FOUND'|'OFFER_TAKEN'|'ORDER_CHANGED'|'ORDER_HAS_BEEN_RATED_BY_RECEIVER'|'ORDER_HAS_BEEN_RATED_BY_USER'|'ORDER_NOT_FOUND'|'ORDER_STATUS_NOT_ALLOWED'|'PARENT_ACCOUNT_EXISTED'|'PARTNER_EXISTED'|'PARTNER_NOT_FOUND'|'PAYOUT_CLOSED'|'PAYOUT_NOT_FOUND'|'PERSON_EXISTED'|'PERSON_NEEDED'|'PLAN_CHANGED'|'PLAN_NOT_POSSIBLE'|'PROOF_REQUIRED'|'PROVIDER_AWAY'|'QUOTE_EXPIRED'|'RANGE_NOT_SATISFIABLE'|'RECEIPT_USED'|'REQUEST_NOT_FOUND'|'REQUEST_TIMEOUT'|'ROLE_NOT_ALLOWED'|'SECOND_PERSON_NEEDED'|'SERVICE_NOT_FOUND'|'SERVICE_NOT_VALID_AT_PICKUP'|'SERVICE_UNAVAILABLE'|'SIGN_IN_FAILED'|'STOP_POINT_EDITED'|'SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS'|'SUPPLIER_NOT_FOUND'|'TOO_MANY_KEYS'|'TOO_MANY_ORDERS'|'TOO_MANY_REQUESTS'|'TOO_MANY_RULES'|'USER_NOT_FOUND'
 */
abstract class Calls
{
    /** Where each call is, and how it is made: method, path, credential, whether it takes an idempotency key. */
    protected const CALLS = [
        'activateChild' => ['POST', '/v3/accounts/childs/{child_id}/activate', 'token', false],
        'addPoint' => ['POST', '/v3/orders/{order_id}/points', 'token', true],
        'advanceClock' => ['POST', '/sandbox/v1/clock/advance', 'token', false],
        'askAgain' => ['POST', '/v3/orders/{order_id}/points/{path_index}/second-attempt', 'token', true],
        'askBack' => ['POST', '/v3/orders/{order_id}/return', 'token', true],
        'cancelByTrackingNumber' => ['DELETE', '/v3/orders/tracks', 'token', true],
        'cancelOrder' => ['DELETE', '/v3/orders/{order_id}', 'token', true],
        'checkReceiver' => ['POST', '/sandbox/v1/receiver-check', 'partner', false],
        'clearCallbacks' => ['DELETE', '/v3/callbacks', 'partner', false],
        'confirmOwnOrder' => ['POST', '/v3/orders/{order_id}/confirm', 'token', true],
        'continueOrder' => ['POST', '/sandbox/v1/orders/{order_id}/continue', 'token', false],
        'createOrder' => ['POST', '/v3/orders', 'token', true],
        'estimateFees' => ['POST', '/v3/orders/estimates', 'token', false],
        'explainPrice' => ['GET', '/v3/orders/{order_id}/price', 'token', false],
        'findOrdersByTrackingNumber' => ['GET', '/v3/orders/tracks', 'token', false],
        'findOrdersByTrackingNumberInPath' => ['GET', '/v3/orders/tracks/{tracking_number}', 'token', false],
        'getCallbacks' => ['GET', '/v3/callbacks', 'partner', false],
        'getOrder' => ['GET', '/v3/orders/{order_id}', 'token', false],
        'getOwnAccount' => ['GET', '/v3/accounts', 'token', false],
        'getOwnStatement' => ['GET', '/v3/accounts/statement', 'token', false],
        'getPromo' => ['GET', '/v3/promos/{code}', 'token', false],
        'getService' => ['GET', '/v3/services/{service_id}', 'token', false],
        'getSharedLink' => ['GET', '/v3/orders/{order_id}/shared-link', 'token', false],
        'inviteChild' => ['POST', '/v3/accounts/childs', 'token', false],
        'issuePartnerToken' => ['POST', '/v3/partner/tokens', 'none', false],
        'issueToken' => ['POST', '/v3/accounts/token', 'none', false],
        'listCallbackLogs' => ['GET', '/v3/orders/callback-logs', 'token', false],
        'listCancelReasons' => ['GET', '/v3/orders/cancel-reasons', 'token', false],
        'listChildren' => ['GET', '/v3/accounts/childs', 'token', false],
        'listCities' => ['GET', '/v3/cities', 'token', false],
        'listCitiesV1' => ['GET', '/v1/order/cities', 'none', false],
        'listOrders' => ['GET', '/v3/orders', 'token', false],
        'listServices' => ['GET', '/v3/services', 'token', false],
        'listSlots' => ['GET', '/v3/services/{service_id}/slots', 'token', false],
        'match' => ['GET', '/routing/{profile}/match/v1/driving/{coordinates}', 'route', false],
        'nearest' => ['GET', '/routing/{profile}/nearest/v1/driving/{coordinates}', 'route', false],
        'playEvent' => ['POST', '/sandbox/v1/orders/{order_id}/events', 'token', false],
        'rateDriver' => ['PUT', '/v3/orders/{order_id}/rate', 'token', true],
        'readCallbackLog' => ['GET', '/v3/callbacks/log', 'partner', false],
        'readEvents' => ['GET', '/v3/orders/events', 'token', false],
        'refreshToken' => ['POST', '/v3/accounts/token/refresh', 'none', false],
        'registerAccount' => ['POST', '/v3/accounts', 'none', false],
        'removeChild' => ['DELETE', '/v3/accounts/childs/{child_id}', 'token', false],
        'removePoint' => ['DELETE', '/v3/orders/{order_id}/points/{path_index}', 'token', true],
        'resendCallbacks' => ['POST', '/v3/callbacks/resend', 'partner', false],
        'reversePlace' => ['GET', '/v3/places/reverse', 'token', false],
        'rotateCallbackSecret' => ['POST', '/v3/callbacks/secret/rotate', 'partner', false],
        'route' => ['GET', '/routing/{profile}/route/v1/driving/{coordinates}', 'route', false],
        'seeRobots' => ['GET', '/sandbox/v1/robots', 'none', false],
        'setCallbacks' => ['PUT', '/v3/callbacks', 'partner', false],
        'suggestPlaces' => ['GET', '/v3/places/suggest', 'token', false],
        'table' => ['GET', '/routing/{profile}/table/v1/driving/{coordinates}', 'route', false],
        'testCallback' => ['POST', '/v3/callbacks/test', 'partner', false],
        'trip' => ['GET', '/routing/{profile}/trip/v1/driving/{coordinates}', 'route', false],
        'updateOrder' => ['PATCH', '/v3/orders/{order_id}', 'token', true],
        'updateProfile' => ['PUT', '/v3/accounts', 'token', false],
    ];

    /**
     * @param array<string, string|int> $params
     * @param array<string, string|int|null> $query
     * @param array<string, mixed>|null $body
     */
    abstract public function call(
        string $name,
        array $params = [],
        array $query = [],
        ?array $body = null,
        ?string $idempotencyKey = null,
        bool $asPartner = false,
    ): mixed;

    /**
     * Activate a child account. With the code that was sent to the child's phone; in the sandbox `GET /operator/v1/sms` shows it. Five tries, 15 minutes.
     * @param array{activation_code: string} $body
     * @return Account
     */
    public function activateChild(string|int $child_id, array $body): array
    {
        return $this->call('activateChild', params: ['child_id' => $child_id], body: $body);
    }

    /**
     * Add a delivery point. Until the goods are picked up: routed and priced again with the order's own tariff, and the hold follows. Answers the order.
     * @param array{address?: string, short_address?: string, lat?: int|float, lng?: int|float, name?: string, mobile?: string, tracking_number?: string, remarks?: string, cod?: int|float, item_value?: int|float, index?: int}|null $body
     * @return Order
     */
    public function addPoint(string|int $order_id, ?array $body = null, ?string $idempotencyKey = null): array
    {
        return $this->call('addPoint', params: ['order_id' => $order_id], body: $body, idempotencyKey: $idempotencyKey);
    }

    /**
     * Advance the clock. Every timer, expiry and retry sees the new time; what became due has run when the call answers.
     * @param array{seconds: int|float} $body
     * @return array{now: int|float}
     */
    public function advanceClock(array $body): array
    {
        return $this->call('advanceClock', body: $body);
    }

    /**
     * Ask for a second attempt at a point that failed. Once for each point that failed, while the driver has its goods (72 hours at most after the order is over). Costs what the partner guide says, at once and from the balance. Answers the order.
     * @return Order
     */
    public function askAgain(string|int $order_id, string|int $path_index, ?string $idempotencyKey = null): array
    {
        return $this->call('askAgain', params: ['order_id' => $order_id, 'path_index' => $path_index], idempotencyKey: $idempotencyKey);
    }

    /**
     * Ask for what could not be delivered to be brought back. Once, as long as the return has not begun; free where the order has ROUND-TRIP. Answers the order.
     * @return Order
     */
    public function askBack(string|int $order_id, ?string $idempotencyKey = null): array
    {
        return $this->call('askBack', params: ['order_id' => $order_id], idempotencyKey: $idempotencyKey);
    }

    /**
     * Cancel an order by a tracking number on it. Acts on the caller's newest order carrying the number that can be cancelled. Both fields may stand in the query instead, for clients that send no body with DELETE.
     * @param array{tracking_number: string, comment?: string} $body
     * @return array<string, mixed>
     */
    public function cancelByTrackingNumber(array $body, string|int|null $tracking_number = null, string|int|null $comment = null, ?string $idempotencyKey = null): array
    {
        return $this->call('cancelByTrackingNumber', query: ['tracking_number' => $tracking_number, 'comment' => $comment], body: $body, idempotencyKey: $idempotencyKey);
    }

    /**
     * Cancel an order. Before the goods are picked up. Once a driver has accepted, `comment` must say why; see `GET /v3/orders/cancel-reasons`.
     * @param array{comment?: string}|null $body
     * @return array<string, mixed>
     */
    public function cancelOrder(string|int $order_id, ?array $body = null, ?string $idempotencyKey = null): array
    {
        return $this->call('cancelOrder', params: ['order_id' => $order_id], body: $body, idempotencyKey: $idempotencyKey);
    }

    /**
     * Check how the partner's receiver copes. Sends duplicates, events out of order, a slow body, bad signatures, an old timestamp and a rotated secret to the partner's callback address.
     * @param array{partner?: string}|null $body
     * @return ReceiverReport
     */
    public function checkReceiver(?array $body = null): array
    {
        return $this->call('checkReceiver', body: $body);
    }

    /**
     * Stop callbacks. Nothing more is sent. Events are still written and can be pulled.
     * @return array<string, mixed>
     */
    public function clearCallbacks(): array
    {
        return $this->call('clearCallbacks');
    }

    /**
     * Confirm an order whose driver waits for it at the pickup. Where the service asks for the sender's word before the pickup: the order is CONFIRMING until it comes.
     * @return array<string, mixed>
     */
    public function confirmOwnOrder(string|int $order_id, ?string $idempotencyKey = null): array
    {
        return $this->call('confirmOwnOrder', params: ['order_id' => $order_id], idempotencyKey: $idempotencyKey);
    }

    /**
     * The next step of an order's normal life. Accepted by a default driver, picked up, each point delivered, completed: one step a call.
     * @return array{status: string, sub_status: string}
     */
    public function continueOrder(string|int $order_id): array
    {
        return $this->call('continueOrder', params: ['order_id' => $order_id]);
    }

    /**
     * Create an order. In the service form (`service_id`, `requests`) or the group form (`group_service_id`, `group_requests`). With `quote_id` of an estimate the order gets exactly that price.
     * @param OrderInput $body
     * @return array{order_id: string, status: 'IDLE'|'ASSIGNING'|'ACCEPTED'|'CONFIRMING'|'PAYING'|'IN PROCESS'|'COMPLETED'|'CANCELLED', shared_link: string, share_link: string, order: Order}
     */
    public function createOrder(array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('createOrder', body: $body, idempotencyKey: $idempotencyKey);
    }

    /**
     * Estimate fees. One element for each service asked for, in that order; a refused one has `data: null` and an `error`. Every priced element is a quote that create honours for ten minutes.
     * @param EstimateInput $body
     * @return list<Estimate>
     */
    public function estimateFees(array $body): array
    {
        return $this->call('estimateFees', body: $body);
    }

    /**
     * How the price was made. The tariff's expression, its x and h, and each line; they add up to the total.
     * @return PriceExplanation
     */
    public function explainPrice(string|int $order_id): array
    {
        return $this->call('explainPrice', params: ['order_id' => $order_id]);
    }

    /**
     * Orders by tracking number. Orders of the caller's partner, newest first; without a window, those of the last 7 days.
     * @return list<OrderByTrackingNumber>
     */
    public function findOrdersByTrackingNumber(string|int|null $tracking_number = null, string|int|null $from_time = null, string|int|null $to_time = null): array
    {
        return $this->call('findOrdersByTrackingNumber', query: ['tracking_number' => $tracking_number, 'from_time' => $from_time, 'to_time' => $to_time]);
    }

    /**
     * Orders by tracking number, in the path. Orders of the caller's partner, newest first; without a window, those of the last 7 days.
     * @return list<OrderByTrackingNumber>
     */
    public function findOrdersByTrackingNumberInPath(string|int $tracking_number, string|int|null $from_time = null, string|int|null $to_time = null): array
    {
        return $this->call('findOrdersByTrackingNumberInPath', params: ['tracking_number' => $tracking_number], query: ['from_time' => $from_time, 'to_time' => $to_time]);
    }

    /**
     * The callback settings and queue. Where callbacks go, how they are signed, and how many wait.
     * @return CallbackEndpoint
     */
    public function getCallbacks(): array
    {
        return $this->call('getCallbacks');
    }

    /**
     * Order detail. For the creator and the creator's parent account.
     * @return Order
     */
    public function getOrder(string|int $order_id): array
    {
        return $this->call('getOrder', params: ['order_id' => $order_id]);
    }

    /**
     * The account: profile, wallets and limits. For the caller, or with `child_id` for a child of the caller.
     * @return OwnAccount
     */
    public function getOwnAccount(string|int|null $child_id = null): array
    {
        return $this->call('getOwnAccount', query: ['child_id' => $child_id]);
    }

    /**
     * Every movement of the account's wallets, newest first. By pages: `next` of an answer is the cursor of the page after. With `format=csv`, or `Accept: text/csv`, the lines are a spreadsheet and the cursor stands in the header `x-next`.
     * @return array{account_id: string, main: int, bonus: int, held: int, cod_owed: int, cod_paid_out: int, lines: list<StatementLine>, next?: string, kept_since?: int|float}
     */
    public function getOwnStatement(string|int|null $child_id = null, string|int|null $from_time = null, string|int|null $to_time = null, string|int|null $next = null, string|int|null $after = null, string|int|null $limit = null, string|int|null $format = null): array
    {
        return $this->call('getOwnStatement', query: ['child_id' => $child_id, 'from_time' => $from_time, 'to_time' => $to_time, 'next' => $next, 'after' => $after, 'limit' => $limit, 'format' => $format]);
    }

    /**
     * Whether a promo code may be used for a service now, and what it gives. A code that an order of the service would be refused with is refused with the same words.
     * @return PromoForService
     */
    public function getPromo(string|int $code, string|int|null $service_id = null): array
    {
        return $this->call('getPromo', params: ['code' => $code], query: ['service_id' => $service_id]);
    }

    /**
     * Service details. An array of one: the service with its special requests.
     * @return list<Service>
     */
    public function getService(string|int $service_id): array
    {
        return $this->call('getService', params: ['service_id' => $service_id]);
    }

    /**
     * Public tracking link. An unguessable link for the recipient; it ends some hours after the order does.
     * @return array{shared_link: string}
     */
    public function getSharedLink(string|int $order_id): array
    {
        return $this->call('getSharedLink', params: ['order_id' => $order_id]);
    }

    /**
     * Add a child account. Sends an activation code to the child's phone. Asking again sends a new code and voids the old one.
     * @param array{child_id: string} $body
     * @return array<string, mixed>
     */
    public function inviteChild(array $body): array
    {
        return $this->call('inviteChild', body: $body);
    }

    /**
     * Get a token for the whole partner. For a program that reads the partner's events or keeps its callbacks and shall not hold the API key. It may do what `scopes` name and nothing else, and ends with its time or with the key it was made with, on every server at once.
     * @param array{api_key: string, scopes: list<string>, seconds?: int|float} $body
     * @return PartnerToken
     */
    public function issuePartnerToken(array $body): array
    {
        return $this->call('issuePartnerToken', body: $body);
    }

    /**
     * Get a token. Gives a new token pair and ends the account's old one. Requests that are in flight together get the same pair.
     * @param array{api_key: string, mobile: string} $body
     * @return TokenPair
     */
    public function issueToken(array $body): array
    {
        return $this->call('issueToken', body: $body);
    }

    /**
     * The log of callbacks about a tracking number, newest first. Every try with its status, time and the beginning of your answer, as far back as tries are kept. Where there are more than `limit`, `next` is the cursor of the page after.
     * @return array{tracking_number: string, callback_logs: list<CallbackLog>, next?: string}
     */
    public function listCallbackLogs(string|int|null $tracking_number = null, string|int|null $account_id = null, string|int|null $limit = null, string|int|null $next = null): array
    {
        return $this->call('listCallbackLogs', query: ['tracking_number' => $tracking_number, 'account_id' => $account_id, 'limit' => $limit, 'next' => $next]);
    }

    /**
     * Standard reasons to cancel, the user's and the driver's. Codes with English and Vietnamese words. Any other text is accepted as a comment as well.
     * @return array{user: list<CancelReason>, driver: list<CancelReason>}
     */
    public function listCancelReasons(): array
    {
        return $this->call('listCancelReasons');
    }

    /**
     * List child accounts. The accounts under the caller's, with their status.
     * @return list<Account>
     */
    public function listChildren(): array
    {
        return $this->call('listChildren');
    }

    /**
     * List cities. The cities of a country, with their codes.
     * @return list<City>
     */
    public function listCities(string|int|null $country_id = null): array
    {
        return $this->call('listCities', query: ['country_id' => $country_id]);
    }

    /**
     * List cities (version 1.0.0). As `GET /v3/cities`, for clients of the first version: no token is needed.
     * @return list<CityV1>
     */
    public function listCitiesV1(string|int|null $country_id = null): array
    {
        return $this->call('listCitiesV1', query: ['country_id' => $country_id]);
    }

    /**
     * The caller's orders, or several by id. Newest first, by filters and a cursor; or up to 50 by `ids`, separated by commas.
     * @return array{orders: list<Order>, next: string}
     */
    public function listOrders(string|int|null $ids = null, string|int|null $status = null, string|int|null $outcome = null, string|int|null $service_id = null, string|int|null $from_time = null, string|int|null $to_time = null, string|int|null $after = null, string|int|null $limit = null): array
    {
        return $this->call('listOrders', query: ['ids' => $ids, 'status' => $status, 'outcome' => $outcome, 'service_id' => $service_id, 'from_time' => $from_time, 'to_time' => $to_time, 'after' => $after, 'limit' => $limit]);
    }

    /**
     * List services. Services of a city, given by its code or by a coordinate in it.
     * @return list<Service>
     */
    public function listServices(string|int|null $city_id = null, string|int|null $lat = null, string|int|null $lng = null, string|int|null $delivery_type = null): array
    {
        return $this->call('listServices', query: ['city_id' => $city_id, 'lat' => $lat, 'lng' => $lng, 'delivery_type' => $delivery_type]);
    }

    /**
     * Slots of a planned service. The next slots that can be chosen, with what is left of each. With the places of pickup and door the plan of the city is asked whether they fit in. Empty for a service that is not planned.
     * @return list<Slot>
     */
    public function listSlots(string|int $service_id, string|int|null $lat = null, string|int|null $lng = null, string|int|null $to_lat = null, string|int|null $to_lng = null, string|int|null $date = null): array
    {
        return $this->call('listSlots', params: ['service_id' => $service_id], query: ['lat' => $lat, 'lng' => $lng, 'to_lat' => $to_lat, 'to_lng' => $to_lng, 'date' => $date]);
    }

    /**
     * Roads of a trace. The roads a vehicle drove that was seen at the coordinates, in OSRM's v1 protocol.
     * @return array{code: 'Ok', data_version?: string, matchings: list<array{confidence: int|float, geometry?: mixed, legs: list<array{steps: list<mixed>, summary: string, weight: int|float, duration: int|float, distance: int|float, annotation?: mixed}>, weight_name: string, weight: int|float, duration: int|float, distance: int|float}>, tracepoints?: list<null|array{alternatives_count: int, matchings_index: int, waypoint_index: int|null, hint?: string, distance: int|float, name: string, location: list<int|float>}>}
     */
    public function match(string|int $profile, string|int $coordinates, string|int|null $timestamps = null, string|int|null $geometries = null, string|int|null $overview = null, string|int|null $steps = null, string|int|null $annotations = null, string|int|null $gaps = null, string|int|null $tidy = null, string|int|null $waypoints = null, string|int|null $radiuses = null, string|int|null $hints = null, string|int|null $generate_hints = null, string|int|null $skip_waypoints = null, string|int|null $bearings = null, string|int|null $approaches = null, string|int|null $exclude = null, string|int|null $snapping = null): array
    {
        return $this->call('match', params: ['profile' => $profile, 'coordinates' => $coordinates], query: ['timestamps' => $timestamps, 'geometries' => $geometries, 'overview' => $overview, 'steps' => $steps, 'annotations' => $annotations, 'gaps' => $gaps, 'tidy' => $tidy, 'waypoints' => $waypoints, 'radiuses' => $radiuses, 'hints' => $hints, 'generate_hints' => $generate_hints, 'skip_waypoints' => $skip_waypoints, 'bearings' => $bearings, 'approaches' => $approaches, 'exclude' => $exclude, 'snapping' => $snapping]);
    }

    /**
     * Nearest roads. The roads nearest to a coordinate, in OSRM's v1 protocol.
     * @return array{code: 'Ok', data_version?: string, waypoints: list<array{nodes: list<int|float>, hint?: string, distance: int|float, name: string, location: list<int|float>}>}
     */
    public function nearest(string|int $profile, string|int $coordinates, string|int|null $number = null, string|int|null $radiuses = null, string|int|null $hints = null, string|int|null $generate_hints = null, string|int|null $skip_waypoints = null, string|int|null $bearings = null, string|int|null $approaches = null, string|int|null $exclude = null, string|int|null $snapping = null): array
    {
        return $this->call('nearest', params: ['profile' => $profile, 'coordinates' => $coordinates], query: ['number' => $number, 'radiuses' => $radiuses, 'hints' => $hints, 'generate_hints' => $generate_hints, 'skip_waypoints' => $skip_waypoints, 'bearings' => $bearings, 'approaches' => $approaches, 'exclude' => $exclude, 'snapping' => $snapping]);
    }

    /**
     * Any event of an order's life. Any step that the state table allows from where the order is, also the unhappy ones.
     * @param array{type: 'accept'|'board'|'arrive'|'confirm'|'pay'|'pickup'|'near'|'deliver'|'fail'|'driver_cancel'|'return_begin'|'return_done', path_index?: int, comment?: string, mobile?: string} $body
     * @return array{status: string, sub_status: string}
     */
    public function playEvent(string|int $order_id, array $body): array
    {
        return $this->call('playEvent', params: ['order_id' => $order_id], body: $body);
    }

    /**
     * Rate the driver. Once by the sender and once by the receiver, when the order is completed.
     * @param array{rated_by: string, rating: int, comment?: string} $body
     * @return array<string, mixed>
     */
    public function rateDriver(string|int $order_id, array $body, ?string $idempotencyKey = null): array
    {
        return $this->call('rateDriver', params: ['order_id' => $order_id], body: $body, idempotencyKey: $idempotencyKey);
    }

    /**
     * Everything the endpoint was told, newest first, with what became of it. A page may come short: only one without `next` is the last.
     * @return array{events: list<CallbackEvent>, next?: string}
     */
    public function readCallbackLog(string|int|null $order_id = null, string|int|null $event_type = null, string|int|null $result = null, string|int|null $from_time = null, string|int|null $to_time = null, string|int|null $limit = null, string|int|null $after = null): array
    {
        return $this->call('readCallbackLog', query: ['order_id' => $order_id, 'event_type' => $event_type, 'result' => $result, 'from_time' => $from_time, 'to_time' => $to_time, 'limit' => $limit, 'after' => $after]);
    }

    /**
     * The callbacks as a stream to pull. The same events by cursor. None is skipped, also while orders are being written; keep `next` and ask with it again. An account's token reads the events of its own orders and of its children's; the partner's API key, or a token made with it for `events:read`, those of the whole partner. A page may be shorter than its limit: only an empty one is the end.
     * @return array{events: list<array{event_id: string, event_type: string, event_seq: int, event_time: int|float, order: mixed}>, next: string}
     */
    public function readEvents(string|int|null $after = null, string|int|null $limit = null, bool $asPartner = false): array
    {
        return $this->call('readEvents', query: ['after' => $after, 'limit' => $limit], asPartner: $asPartner);
    }

    /**
     * Exchange a refresh token. Gives a new token pair for a refresh token, which works once. One that was used before ends the newest pair that came of it.
     * @param array{refresh_token: string} $body
     * @return TokenPair
     */
    public function refreshToken(array $body): array
    {
        return $this->call('refreshToken', body: $body);
    }

    /**
     * Register an account. An account of the partner whose key is sent, with its first token. A phone number belongs to one account of one partner.
     * @param array{api_key: string, mobile: string, name: string, address: string} $body
     * @return TokenPair
     */
    public function registerAccount(array $body): array
    {
        return $this->call('registerAccount', body: $body);
    }

    /**
     * Remove a child account. Succeeds only when the child has no ongoing orders and no unsettled balance.
     * @return array{status: string}
     */
    public function removeChild(string|int $child_id): array
    {
        return $this->call('removeChild', params: ['child_id' => $child_id]);
    }

    /**
     * Remove a delivery point. As adding one; the pickup stays, and so do as many deliveries as the service asks for. Answers the order.
     * @return Order
     */
    public function removePoint(string|int $order_id, string|int $path_index, ?string $idempotencyKey = null): array
    {
        return $this->call('removePoint', params: ['order_id' => $order_id, 'path_index' => $path_index], idempotencyKey: $idempotencyKey);
    }

    /**
     * Send events again: one, all that were given up since a time, or those of the log that fit. One event by its id, every event that was given up since a time, or with `matching` those of `GET /v3/callbacks/log` that fit (`{}`: all); over 10,000 are refused. A resent event comes after newer ones: compare `event_seq`.
     * @param array{event_id?: string, since?: int|float, matching?: array{order_id?: string, event_type?: string, result?: 'delivered'|'failed', from_time?: int|float, to_time?: int|float}, count_only?: bool}|null $body
     * @return array{queued: int, matching?: int}
     */
    public function resendCallbacks(?array $body = null): array
    {
        return $this->call('resendCallbacks', body: $body);
    }

    /**
     * The address at a coordinate, in both administrative forms. The nearest house or street with its ward, district and province, as in force since July 2025 and as before.
     * @return NearestAddress
     */
    public function reversePlace(string|int|null $lat = null, string|int|null $lng = null): array
    {
        return $this->call('reversePlace', query: ['lat' => $lat, 'lng' => $lng]);
    }

    /**
     * Change the signing secret. Both secrets sign until old_secret_end_time.
     * @return array{callback_secret: string, old_secret_end_time: int|float}
     */
    public function rotateCallbackSecret(): array
    {
        return $this->call('rotateCallbackSecret');
    }

    /**
     * Route and distance. The fastest way through the coordinates, in OSRM's v1 protocol.
     * @return array{code: 'Ok', data_version?: string, routes: list<array{geometry?: mixed, legs: list<array{steps: list<mixed>, summary: string, weight: int|float, duration: int|float, distance: int|float, annotation?: mixed}>, weight_name: string, weight: int|float, duration: int|float, distance: int|float}>, waypoints?: list<array{hint?: string, distance: int|float, name: string, location: list<int|float>}>}
     */
    public function route(string|int $profile, string|int $coordinates, string|int|null $geometries = null, string|int|null $overview = null, string|int|null $steps = null, string|int|null $annotations = null, string|int|null $alternatives = null, string|int|null $continue_straight = null, string|int|null $waypoints = null, string|int|null $depart_at = null, string|int|null $radiuses = null, string|int|null $hints = null, string|int|null $generate_hints = null, string|int|null $skip_waypoints = null, string|int|null $bearings = null, string|int|null $approaches = null, string|int|null $exclude = null, string|int|null $snapping = null): array
    {
        return $this->call('route', params: ['profile' => $profile, 'coordinates' => $coordinates], query: ['geometries' => $geometries, 'overview' => $overview, 'steps' => $steps, 'annotations' => $annotations, 'alternatives' => $alternatives, 'continue_straight' => $continue_straight, 'waypoints' => $waypoints, 'depart_at' => $depart_at, 'radiuses' => $radiuses, 'hints' => $hints, 'generate_hints' => $generate_hints, 'skip_waypoints' => $skip_waypoints, 'bearings' => $bearings, 'approaches' => $approaches, 'exclude' => $exclude, 'snapping' => $snapping]);
    }

    /**
     * Where the robots are. For the map of the start page: robot drivers who are online in Hồ Chí Minh City, without names.
     * @return array{robots: list<array{lat: int|float, lng: int|float, vehicle: 'BIKE'|'VAN'|'TRUCK'}>}
     */
    public function seeRobots(): array
    {
        return $this->call('seeRobots');
    }

    /**
     * Set where callbacks go. Events that wait are sent at once. They are signed with the secret that came with the partner's keys, or the newest one.
     * @param CallbackSettings $body
     * @return CallbackEndpoint
     */
    public function setCallbacks(array $body): array
    {
        return $this->call('setCallbacks', body: $body);
    }

    /**
     * What an address that is being typed may mean. Landmarks, shops, streets, houses, wards and districts whose name begins so, or nearly so; diacritics may be left out, and what comes after a comma or at the end may name the quarter. Near places come first when `lat` and `lng` are given, and addresses of your own orders before others.
     * @return SuggestedPlaces
     */
    public function suggestPlaces(string|int|null $q = null, string|int|null $lat = null, string|int|null $lng = null, string|int|null $limit = null): array
    {
        return $this->call('suggestPlaces', query: ['q' => $q, 'lat' => $lat, 'lng' => $lng, 'limit' => $limit]);
    }

    /**
     * Table of durations and distances. The fastest ways between many coordinates at once. A cell is null where no way leads.
     * @return array{code: 'Ok', data_version?: string, durations?: list<list<int|float|null>>, distances?: list<list<int|float|null>>, sources?: list<array{hint?: string, distance: int|float, name: string, location: list<int|float>}>, destinations?: list<array{hint?: string, distance: int|float, name: string, location: list<int|float>}>, fallback_speed_cells?: list<list<int>>}
     */
    public function table(string|int $profile, string|int $coordinates, string|int|null $sources = null, string|int|null $destinations = null, string|int|null $annotations = null, string|int|null $fallback_speed = null, string|int|null $fallback_coordinate = null, string|int|null $scale_factor = null, string|int|null $depart_at = null, string|int|null $radiuses = null, string|int|null $hints = null, string|int|null $generate_hints = null, string|int|null $skip_waypoints = null, string|int|null $bearings = null, string|int|null $approaches = null, string|int|null $exclude = null, string|int|null $snapping = null): array
    {
        return $this->call('table', params: ['profile' => $profile, 'coordinates' => $coordinates], query: ['sources' => $sources, 'destinations' => $destinations, 'annotations' => $annotations, 'fallback_speed' => $fallback_speed, 'fallback_coordinate' => $fallback_coordinate, 'scale_factor' => $scale_factor, 'depart_at' => $depart_at, 'radiuses' => $radiuses, 'hints' => $hints, 'generate_hints' => $generate_hints, 'skip_waypoints' => $skip_waypoints, 'bearings' => $bearings, 'approaches' => $approaches, 'exclude' => $exclude, 'snapping' => $snapping]);
    }

    /**
     * Send a test event and tell what the endpoint answered. One event that is no order's, sent at once; the answer is what your endpoint answered.
     * @return array{outcome: string, response_code: int, response_text: string, response_time: int|float, error: string}
     */
    public function testCallback(): array
    {
        return $this->call('testCallback');
    }

    /**
     * Stops in the best order. The fastest way over all coordinates in whichever order, in OSRM's v1 protocol.
     * @return array{code: 'Ok', data_version?: string, trips: list<array{geometry?: mixed, legs: list<array{steps: list<mixed>, summary: string, weight: int|float, duration: int|float, distance: int|float, annotation?: mixed}>, weight_name: string, weight: int|float, duration: int|float, distance: int|float}>, waypoints?: list<array{trips_index: int, waypoint_index: int, hint?: string, distance: int|float, name: string, location: list<int|float>}>}
     */
    public function trip(string|int $profile, string|int $coordinates, string|int|null $roundtrip = null, string|int|null $source = null, string|int|null $destination = null, string|int|null $geometries = null, string|int|null $overview = null, string|int|null $steps = null, string|int|null $annotations = null, string|int|null $depart_at = null, string|int|null $radiuses = null, string|int|null $hints = null, string|int|null $generate_hints = null, string|int|null $skip_waypoints = null, string|int|null $bearings = null, string|int|null $approaches = null, string|int|null $exclude = null, string|int|null $snapping = null): array
    {
        return $this->call('trip', params: ['profile' => $profile, 'coordinates' => $coordinates], query: ['roundtrip' => $roundtrip, 'source' => $source, 'destination' => $destination, 'geometries' => $geometries, 'overview' => $overview, 'steps' => $steps, 'annotations' => $annotations, 'depart_at' => $depart_at, 'radiuses' => $radiuses, 'hints' => $hints, 'generate_hints' => $generate_hints, 'skip_waypoints' => $skip_waypoints, 'bearings' => $bearings, 'approaches' => $approaches, 'exclude' => $exclude, 'snapping' => $snapping]);
    }

    /**
     * Update a point of an order, or its time, goods or special requests. One point of an order that is not over, all or nothing; or, without `path_index`, the order's time, goods or special requests, priced again. What may change how often, and on which services, is in the partner guide.
     * @param array{path_index?: int, name?: string, mobile?: string, remarks?: string, cod?: int, address_info?: array{address: string, lat?: int|float, lng?: int|float}, order_time?: int|float, idle_until?: int|float, items?: list<Item>, requests?: list<RequestInput>, group_requests?: list<RequestInput>}|null $body
     * @return array<string, mixed>
     */
    public function updateOrder(string|int $order_id, ?array $body = null, ?string $idempotencyKey = null): array
    {
        return $this->call('updateOrder', params: ['order_id' => $order_id], body: $body, idempotencyKey: $idempotencyKey);
    }

    /**
     * Update the profile. Name and e-mail of the account itself; what is not sent stays.
     * @param array{name?: string, email?: string, balance_low?: int}|null $body
     * @return array<string, mixed>
     */
    public function updateProfile(?array $body = null): array
    {
        return $this->call('updateProfile', body: $body);
    }
}
