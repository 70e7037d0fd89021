# Generated from the server's OpenAPI document by `npm run client:types`; do not edit.
"""What each call of the API takes and gives, and where it is."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, TypedDict, Union

if TYPE_CHECKING:
    from typing import NotRequired

#: Every code a refusal can have.
RefusalCode = Literal["ACCOUNT_EXISTED", "ACCOUNT_NOT_SAME_PARTNER", "APPLICATION_CLOSED", "APPLICATION_NOT_FOUND", "BAD_REQUEST", "CHANGE_ADDRESS_NOT_ALLOWED", "CITIES_NOT_ALLOWED", "CITY_NOT_FOUND", "CODE_REQUIRED", "DEACTIVATED_ACCOUNT", "DENY_ACCESS_ORDER_DETAIL", "DOCUMENTS_MISSING", "DRIVER_EXISTED", "DRIVER_NOT_FOUND", "DUPLICATE_TRACKING_NUMBER", "EXISTED_EMAIL", "IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED", "INTERNAL_SERVER_ERROR", "INVALID_ACTIVATION_CODE", "INVALID_CODE", "INVALID_DATA", "INVALID_DELIVERY_AREA", "INVALID_DELIVERY_TIME", "INVALID_DELIVERY_TYPE", "INVALID_FUTURE_ORDER_TIME", "INVALID_MAX_COD", "INVALID_MAX_DISTANCE", "INVALID_MAX_STOP_POINT", "INVALID_MIN_STOP_POINT", "INVALID_ORDER_STATUS", "INVALID_PARAM", "INVALID_PAYMENT_METHOD", "INVALID_PHONE_NUMBER", "INVALID_PICKUP_AREA", "INVALID_SERVICE_HOUR", "LAST_OWNER", "MISSING_PATH_INFO", "MISSING_REQUIRED_INFO", "NOTHING_TO_PAY", "NOT_ALLOWED", "NOT_ALLOW_CHANGE_PICKUP_ADDRESS", "NOT_ALLOW_ORDER_WITH_PROMO_CODE", "NOT_AUTHORIZED", "NOT_ENOUGH_CREDIT", "NOT_FOUND", "NO_ROLE", "Not Acceptable", "OFFER_EXPIRED", "OFFER_NOT_FOUND", "OFFER_TAKEN", "ORDER_CHANGED", "ORDER_HAS_BEEN_RATED_BY_RECEIVER", "ORDER_HAS_BEEN_RATED_BY_USER", "ORDER_NOT_FOUND", "ORDER_STATUS_NOT_ALLOWED", "PARENT_ACCOUNT_EXISTED", "PARTNER_EXISTED", "PARTNER_NOT_FOUND", "PAYOUT_CLOSED", "PAYOUT_NOT_FOUND", "PERSON_EXISTED", "PERSON_NEEDED", "PLAN_CHANGED", "PLAN_NOT_POSSIBLE", "PROOF_REQUIRED", "PROVIDER_AWAY", "QUOTE_EXPIRED", "RANGE_NOT_SATISFIABLE", "RECEIPT_USED", "REQUEST_NOT_FOUND", "REQUEST_TIMEOUT", "ROLE_NOT_ALLOWED", "SECOND_PERSON_NEEDED", "SERVICE_NOT_FOUND", "SERVICE_NOT_VALID_AT_PICKUP", "SERVICE_UNAVAILABLE", "SIGN_IN_FAILED", "STOP_POINT_EDITED", "SUPPLIER_NOT_ENOUGH_MONEY_FOR_CHANGE_ADDRESS", "SUPPLIER_NOT_FOUND", "TOO_MANY_KEYS", "TOO_MANY_ORDERS", "TOO_MANY_REQUESTS", "TOO_MANY_RULES", "USER_NOT_FOUND"]

Account = TypedDict("Account", {
    # The phone number.
    "_id": "str",
    "name": "str",
    "partner": "str",
    "email": "Union[str, None]",
    "referral_code": "str",
    "country_code": "str",
    "currency": "str",
    # ACTIVATED or DEACTIVATED.
    "account_status": "str",
    # Unix timestamp.
    "create_time": "float",
    # The parent's phone number; empty when there is none.
    "parent_id": "str",
    "home": "AccountHome",
    "city_id": "List[str]",
})

AccountHome = TypedDict("AccountHome", {
    "address": "str",
})

ActivateChild = TypedDict("ActivateChild", {
    "activation_code": "str",
})

AddPoint = TypedDict("AddPoint", {
    # House number and street, ward, district, province; judged only when lat and lng are missing (2.8).
    "address": "NotRequired[str]",
    # Short form of the address.
    "short_address": "NotRequired[str]",
    # Recommended. Without lat and lng the address is located.
    "lat": "NotRequired[float]",
    # Recommended.
    "lng": "NotRequired[float]",
    # Sender or recipient. Required when an order is created.
    "name": "NotRequired[str]",
    # 8 to 15 digits. Required when an order is created.
    "mobile": "NotRequired[str]",
    # The partner's own code for the package.
    "tracking_number": "NotRequired[str]",
    # For the driver, about this point.
    "remarks": "NotRequired[str]",
    # Whole VND to collect from the recipient; delivery points only.
    "cod": "NotRequired[float]",
    # Whole VND, for insurance.
    "item_value": "NotRequired[float]",
    # Where it stands in path; last when left out.
    "index": "NotRequired[int]",
})

AdvanceClock = TypedDict("AdvanceClock", {
    "seconds": "float",
})

AdvanceClockAnswer = TypedDict("AdvanceClockAnswer", {
    # Unix timestamp.
    "now": "float",
})

CallbackEndpoint = TypedDict("CallbackEndpoint", {
    # Empty while none is set.
    "url": "str",
    "auth": "CallbackEndpointAuth",
    "account_events": "CallbackEndpointAccountEvents",
    # It answered 410; saving the settings starts it again.
    "stopped": "bool",
    # Failed tries in a row.
    "failures": "int",
    # Events not delivered yet.
    "waiting": "int",
    # Events that were given up and can be sent again.
    "given_up": "int",
    # Unix timestamp; 0 while unset.
    "oldest_waiting_time": "float",
})

CallbackEndpointAccountEvents = TypedDict("CallbackEndpointAccountEvents", {
    # 0: not told.
    "balance_low": "int",
    "cod_paid_out": "bool",
})

CallbackEndpointAuth = TypedDict("CallbackEndpointAuth", {
    "type": "Literal['none', 'apikey', 'bearer', 'basic', 'body']",
})

CallbackEvent = TypedDict("CallbackEvent", {
    "event_id": "str",
    "event_type": "str",
    # Unix timestamp.
    "event_time": "float",
    # Empty for events of accounts.
    "order_id": "str",
    # unsent when callbacks were not set up, forgotten once its tries are kept no longer.
    "state": "Literal['delivered', 'waiting', 'given_up', 'unsent', 'forgotten']",
    # 0 when none is due.
    "next_try_time": "float",
    "last_try": "Union[CallbackEventLastTry, None]",
})

CallbackEventLastTry = TypedDict("CallbackEventLastTry", {
    "try": "int",
    # Unix timestamp; 0 while unset.
    "callback_time": "float",
    "outcome": "str",
    "response_code": "int",
    "response_time": "float",
    "response_text": "str",
    "error": "str",
})

CallbackLog = TypedDict("CallbackLog", {
    "partner": "str",
    "tracking_number": "str",
    "response_text": "str",
    # 0 when no answer came.
    "response_code": "int",
    # Seconds until the answer.
    "response_time": "float",
    # Unix timestamp; 0 while unset.
    "callback_time": "float",
    # The order as it was sent; holds at least _id and status.
    "request": "Any",
    "event_id": "str",
    "try": "int",
    "outcome": "str",
    "error": "str",
})

CallbackSettings = TypedDict("CallbackSettings", {
    "url": "str",
    "auth": "NotRequired[CallbackSettingsAuth]",
    # What is told of accounts beside orders; what is not sent stays as it was, at first nothing.
    "account_events": "NotRequired[CallbackSettingsAccountEvents]",
})

CallbackSettingsAccountEvents = TypedDict("CallbackSettingsAccountEvents", {
    # account.balance_low when main and bonus fall below so many VND; 0: never.
    "balance_low": "NotRequired[int]",
    # account.cod_paid_out when collected cash comes into main.
    "cod_paid_out": "NotRequired[bool]",
})

CallbackSettingsAuth = TypedDict("CallbackSettingsAuth", {
    # apikey and bearer send secret in a header, body sends it as `api_key` in the JSON body.
    "type": "NotRequired[Literal['none', 'apikey', 'bearer', 'basic', 'body']]",
    "secret": "NotRequired[str]",
    "username": "NotRequired[str]",
    "password": "NotRequired[str]",
})

CancelByTrackingNumber = TypedDict("CancelByTrackingNumber", {
    "tracking_number": "str",
    # Why; required once a driver has accepted. See GET /v3/orders/cancel-reasons.
    "comment": "NotRequired[str]",
})

CancelOrder = TypedDict("CancelOrder", {
    # Why; required once a driver has accepted. See GET /v3/orders/cancel-reasons.
    "comment": "NotRequired[str]",
})

CancelReason = TypedDict("CancelReason", {
    "code": "str",
    "en": "str",
    "vi": "str",
})

CheckReceiver = TypedDict("CheckReceiver", {
    # For the operator: whose endpoint.
    "partner": "NotRequired[str]",
})

City = TypedDict("City", {
    # City code.
    "_id": "str",
    "name": "str",
    "name_vi_vn": "str",
    "country_id": "str",
    # Its own clock, in which its hours and surge rules are.
    "time_zone": "str",
})

CityV1 = TypedDict("CityV1", {
    # City code.
    "_id": "str",
    "name": "str",
    "name_vi_vn": "str",
    "country_id": "str",
    "level": "float",
})

ContinueOrderAnswer = TypedDict("ContinueOrderAnswer", {
    "status": "str",
    "sub_status": "str",
})

CreateOrderAnswer = TypedDict("CreateOrderAnswer", {
    "order_id": "str",
    "status": "Literal['IDLE', 'ASSIGNING', 'ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS', 'COMPLETED', 'CANCELLED']",
    # Public tracking page.
    "shared_link": "str",
    # The same as shared_link.
    "share_link": "str",
    "order": "Order",
})

Estimate = TypedDict("Estimate", {
    "service_id": "str",
    "data": "Union[EstimateData, None]",
    "error": "Union[Refusal, None]",
    "quote_id": "NotRequired[str]",
    "expires_at": "NotRequired[float]",
    "warnings": "NotRequired[List[str]]",
})

EstimateData = TypedDict("EstimateData", {
    # km
    "distance": "float",
    # s
    "duration": "float",
    # Whole VND.
    "distance_fee": "float",
    # Whole VND.
    "request_fee": "float",
    # Whole VND.
    "stop_fee": "float",
    # Tolls and ferries on the way, whole VND; 0 where the service does not charge for them.
    "road_fee": "float",
    # Whole VND.
    "vat_fee": "float",
    # Whole VND.
    "discount": "float",
    # Whole VND.
    "total_fee": "float",
    # Whole VND.
    "total_price": "float",
    # Whole VND.
    "subtotal_price": "float",
    # Whole VND.
    "distance_price": "float",
    # Whole VND.
    "special_request_price": "float",
    # Whole VND.
    "stoppoint_price": "float",
    # Whole VND.
    "vat": "float",
    # Whole VND.
    "voucher_discount": "float",
    "surge_rate": "float",
    "currency": "str",
    "tariff_version": "int",
    "requests": "List[EstimateDataRequests]",
    # Give it to create to get this price.
    "quote_id": "str",
    # Unix timestamp.
    "expires_at": "float",
    "warnings": "List[str]",
    # Where each point of path was found.
    "points": "List[EstimateDataPoints]",
    # If the order were made now. A guess, and no promise.
    "eta": "EstimateDataEta",
    # Of a planned service: delivered by then. Unix timestamp.
    "deliver_by": "NotRequired[float]",
    # And not before, where a slot was chosen.
    "deliver_from": "NotRequired[float]",
    # With route_optimized: the indices of path in the order they would be driven; 0 is the pickup.
    "stop_order": "NotRequired[List[int]]",
    # Whether that is another order than the given one.
    "stop_order_changed": "NotRequired[bool]",
})

EstimateDataEta = TypedDict("EstimateDataEta", {
    # When a driver is expected at the pickup. Unix timestamp.
    "pickup": "float",
    # Earlier than this in one of ten.
    "pickup_low": "float",
    # Later than this in one of ten.
    "pickup_high": "float",
    # When the goods are expected to be handed over at the last point. Unix timestamp.
    "delivery": "float",
    # Delivered earlier than this in one of ten.
    "low": "float",
    # Delivered later than this in one of ten.
    "high": "float",
    # Until a driver accepts, as it lately was with this service.
    "assign_seconds": "int",
    # From there until the driver is at the pickup.
    "pickup_seconds": "int",
    # From there to the last point: taking the goods, the way by road, the doors before the last.
    "ride_seconds": "int",
})

EstimateDataPoints = TypedDict("EstimateDataPoints", {
    "lat": "float",
    "lng": "float",
    # given, or what of the address was found on the map.
    "located_by": "str",
    # 0 to 1.
    "located_confidence": "float",
    # From the point to the road it is driven to.
    "moved_meters": "int",
})

EstimateDataRequests = TypedDict("EstimateDataRequests", {
    "_id": "str",
    "num": "int",
    # Whole VND.
    "price": "float",
    "tier_code": "NotRequired[str]",
})

EstimateInput = TypedDict("EstimateInput", {
    # Unix timestamp of the delivery; 0 for an immediate order.
    "order_time": "float",
    # When the order starts to look for a driver; order_time when left out or 0.
    "idle_until": "NotRequired[float]",
    # When the goods can be fetched. Left out or 0: at order_time, or what pickups at that place have taught.
    "ready_at": "NotRequired[float]",
    # Of a planned service: delivered by then, if it can be. Unix timestamp; left out or 0: as the service promises.
    "deliver_by": "NotRequired[float]",
    # Of a planned service: the first moment of one of its slots (GET /v3/services/{service_id}/slots).
    "slot": "NotRequired[float]",
    # path[0] is the pickup, the others are deliveries; at least two.
    "path": "List[PathPointInput]",
    "services": "NotRequired[List[EstimateInputServices]]",
    "group_services": "NotRequired[List[EstimateInputGroupServices]]",
    # From the account's balance, in cash by the sender, or in cash by the recipient.
    "payment_method": "Literal['BALANCE', 'CASH', 'CASH_BY_RECIPIENT']",
    # Discounts the fee.
    "promo_code": "NotRequired[str]",
    # For the driver.
    "remarks": "NotRequired[str]",
    "items": "NotRequired[List[Item]]",
    "package_detail": "NotRequired[List[PackageDetail]]",
    # Let the service choose the cheapest order of deliveries (three or more).
    "route_optimized": "NotRequired[bool]",
})

EstimateInputGroupServices = TypedDict("EstimateInputGroupServices", {
    "_id": "str",
    "group_requests": "NotRequired[List[RequestInput]]",
})

EstimateInputServices = TypedDict("EstimateInputServices", {
    "_id": "str",
    "requests": "NotRequired[List[RequestInput]]",
})

GetOwnStatementAnswer = TypedDict("GetOwnStatementAnswer", {
    "account_id": "str",
    # What the account can spend; below zero it owes.
    "main": "int",
    # Given by the platform; spent first.
    "bonus": "int",
    # Set aside for orders under way.
    "held": "int",
    # Collected from recipients and not yet paid out to main.
    "cod_owed": "int",
    # COD that came into main within the time asked for.
    "cod_paid_out": "int",
    "lines": "List[StatementLine]",
    # Where the next page begins; absent on the last one.
    "next": "NotRequired[str]",
    # Unix timestamp. What is from before has left; absent: everything is there.
    "kept_since": "NotRequired[float]",
})

GetSharedLinkAnswer = TypedDict("GetSharedLinkAnswer", {
    "shared_link": "str",
})

InviteChild = TypedDict("InviteChild", {
    # The child's phone number.
    "child_id": "str",
})

IssuePartnerToken = TypedDict("IssuePartnerToken", {
    "api_key": "str",
    # events:read, callbacks:read, callbacks:write, callbacks:resend
    "scopes": "List[str]",
    # 60 to 2592000; 3600 when absent.
    "seconds": "NotRequired[float]",
})

IssueToken = TypedDict("IssueToken", {
    "api_key": "str",
    # Phone number of the account, in any usual spelling.
    "mobile": "str",
})

Item = TypedDict("Item", {
    # Goods id.
    "_id": "str",
    "name": "str",
    # Whole VND.
    "price": "float",
    # Total quantity.
    "num": "float",
})

ListCallbackLogsAnswer = TypedDict("ListCallbackLogsAnswer", {
    "tracking_number": "str",
    "callback_logs": "List[CallbackLog]",
    # Where the next page begins; absent on the last one.
    "next": "NotRequired[str]",
})

ListCancelReasonsAnswer = TypedDict("ListCancelReasonsAnswer", {
    "user": "List[CancelReason]",
    "driver": "List[CancelReason]",
})

ListOrdersAnswer = TypedDict("ListOrdersAnswer", {
    "orders": "List[Order]",
    # Give it as `after` for the next page; empty on the last one.
    "next": "str",
})

MatchAnswer = TypedDict("MatchAnswer", {
    "code": "Literal['Ok']",
    # Of the map.
    "data_version": "NotRequired[str]",
    "matchings": "List[MatchAnswerMatchings]",
    "tracepoints": "NotRequired[List[Union[None, MatchAnswerTracepoints]]]",
})

MatchAnswerMatchings = TypedDict("MatchAnswerMatchings", {
    # 0 to 1.
    "confidence": "float",
    # Encoded polyline, or a GeoJSON LineString with geometries=geojson.
    "geometry": "NotRequired[Any]",
    "legs": "List[MatchAnswerMatchingsLegs]",
    "weight_name": "str",
    "weight": "float",
    # Seconds.
    "duration": "float",
    # Metres.
    "distance": "float",
})

MatchAnswerMatchingsLegs = TypedDict("MatchAnswerMatchingsLegs", {
    "steps": "List[Any]",
    "summary": "str",
    "weight": "float",
    # Seconds.
    "duration": "float",
    # Metres.
    "distance": "float",
    # OSRM's Annotation.
    "annotation": "NotRequired[Any]",
})

MatchAnswerTracepoints = TypedDict("MatchAnswerTracepoints", {
    "alternatives_count": "int",
    "matchings_index": "int",
    "waypoint_index": "Union[int, None]",
    "hint": "NotRequired[str]",
    # Metres from the coordinate to the road.
    "distance": "float",
    "name": "str",
    # [lng, lat] on the road.
    "location": "List[float]",
})

NearestAddress = TypedDict("NearestAddress", {
    # One line, as far as it is known; the district is that of before July 2025.
    "address": "str",
    # house, street, or area where neither is near.
    "kind": "str",
    "house_number": "Union[str, None]",
    "street": "Union[str, None]",
    "ward": "Union[str, None]",
    "district": "Union[str, None]",
    "province": "Union[str, None]",
    # Of the house or of the street.
    "lat": "Union[float, None]",
    "lng": "Union[float, None]",
    # Metres from what was asked about.
    "distance": "Union[float, None]",
    # As in force since July 2025: ward and province.
    "current": "NearestAddressCurrent",
    # As before: ward, district and province.
    "former": "NearestAddressFormer",
})

NearestAddressCurrent = TypedDict("NearestAddressCurrent", {
    "address": "str",
    "ward": "Union[str, None]",
    "province": "Union[str, None]",
})

NearestAddressFormer = TypedDict("NearestAddressFormer", {
    "address": "str",
    "ward": "Union[str, None]",
    "district": "Union[str, None]",
    "province": "Union[str, None]",
})

NearestAnswer = TypedDict("NearestAnswer", {
    "code": "Literal['Ok']",
    # Of the map.
    "data_version": "NotRequired[str]",
    "waypoints": "List[NearestAnswerWaypoints]",
})

NearestAnswerWaypoints = TypedDict("NearestAnswerWaypoints", {
    # OpenStreetMap's numbers of the nodes on both sides.
    "nodes": "List[float]",
    "hint": "NotRequired[str]",
    # Metres from the coordinate to the road.
    "distance": "float",
    "name": "str",
    # [lng, lat] on the road.
    "location": "List[float]",
})

Order = TypedDict("Order", {
    "_id": "str",
    # The same as _id.
    "order_id": "str",
    "status": "Literal['IDLE', 'ASSIGNING', 'ACCEPTED', 'CONFIRMING', 'PAYING', 'IN PROCESS', 'COMPLETED', 'CANCELLED']",
    "sub_status": "Literal['', 'BOARDED', 'ARRIVED', 'COMPLETING', 'IN_REDELIVERY', 'IN_RETURN', 'RETURNED']",
    # What became of it, which a status of COMPLETED does not tell: it only says that the driver has been at every door.
    "outcome": "Literal['OPEN', 'DELIVERED', 'PARTLY_DELIVERED', 'FAILED', 'RETURNING', 'RETURNED', 'CANCELLED']",
    "currency": "str",
    # Whole VND.
    "user_main_account": "float",
    # Whole VND.
    "user_bonus_account": "float",
    # Paid in cash; 0 when paid from the balance.
    "total_pay": "float",
    # Whole VND.
    "total_fee": "float",
    # Whole VND.
    "total_price": "float",
    # Whole VND.
    "subtotal_price": "float",
    # Whole VND.
    "online_pay": "float",
    # km
    "distance": "float",
    # s
    "duration": "float",
    # Whole VND.
    "distance_fee": "float",
    # Whole VND.
    "request_fee": "float",
    # Whole VND.
    "stop_fee": "float",
    # Tolls and ferries on the way, whole VND; 0 where the service does not charge for them.
    "road_fee": "float",
    # Whole VND.
    "vat_fee": "float",
    # Whole VND.
    "discount": "float",
    # Whole VND.
    "distance_price": "float",
    # Whole VND.
    "special_request_price": "float",
    # Whole VND.
    "stoppoint_price": "float",
    # Whole VND.
    "vat": "float",
    # Whole VND.
    "voucher_discount": "float",
    "surge_rate": "float",
    "tariff_version": "int",
    "payment_method": "Literal['BALANCE', 'CASH', 'CASH_BY_RECIPIENT']",
    "promo_code": "str",
    "quote_id": "NotRequired[str]",
    "path": "List[PathPoint]",
    "requests": "List[OrderRequests]",
    "items": "List[OrderItems]",
    "package_detail": "List[OrderPackageDetail]",
    "remarks": "str",
    "route_optimized": "bool",
    # Encoded polyline, five decimals.
    "polylines": "str",
    "map_version": "str",
    "app": "str",
    "partner": "str",
    "service_id": "str",
    "city_id": "str",
    "user_id": "str",
    "user_name": "str",
    "user_imei": "Union[str, None]",
    # Unix timestamp; 0 while unset.
    "create_time": "float",
    # Unix timestamp; 0 while unset.
    "order_time": "float",
    # Unix timestamp; 0 while unset.
    "idle_until": "float",
    # When the goods can be fetched; only where the sender said so.
    "ready_at": "NotRequired[float]",
    # Of a planned service: promised to be delivered by then.
    "deliver_by": "NotRequired[float]",
    # And not before, where a slot was chosen.
    "deliver_from": "NotRequired[float]",
    # How many drivers gave the order up before.
    "index": "int",
    # Seconds that a driver is sought for.
    "timeout": "float",
    "shared_link": "str",
    # The same as shared_link.
    "share_link": "str",
    "supplier_id": "str",
    "supplier_name": "str",
    # With its middle hidden, unless the operator shows drivers' phones.
    "supplier_phone": "str",
    # The driver's average when they accepted; 0 while nobody has rated.
    "supplier_rating": "float",
    "plate_number": "str",
    "supplier_plate_number": "str",
    # Unix timestamp; 0 while unset.
    "accept_time": "float",
    # Where the driver accepted; absent before, 0 if unknown.
    "accept_lat": "NotRequired[float]",
    "accept_lng": "NotRequired[float]",
    # Unix timestamp; 0 while unset.
    "board_time": "float",
    # Unix timestamp; 0 while unset.
    "arrive_time": "float",
    # Unix timestamp; 0 while unset.
    "confirm_time": "float",
    # Unix timestamp; 0 while unset.
    "pay_time": "float",
    # Unix timestamp; 0 while unset.
    "pickup_time": "float",
    # What the driver brought back as proof, as it came.
    "pickup_info": "NotRequired[Any]",
    # Unix timestamp; 0 while unset.
    "complete_time": "float",
    # Unix timestamp; 0 while unset.
    "return_time": "float",
    # What the driver brought back as proof, as it came.
    "por_info": "NotRequired[Any]",
    # What the creator asked for after a failed delivery; absent while there is nothing.
    "after_fees": "NotRequired[List[OrderAfterFees]]",
    # Unix timestamp; 0 while unset.
    "cancel_time": "float",
    "cancel_by_user": "bool",
    # "" while it is not cancelled.
    "cancelled_by": "Literal['', 'user', 'driver', 'operator', 'system']",
    "cancel_comment": "str",
    # Of the standard reason in cancel_comment, else OTHER; empty while alive.
    "cancel_code": "str",
    # The same as cancel_comment.
    "comment": "str",
    "rebroadcast_comment": "str",
    # Goods that could not be delivered go back to the sender.
    "notify_package_return": "bool",
    # The sender's rating; 0 while there is none.
    "uniform_user_feedback": "float",
    "rating_by_user": "Union[OrderRatingByUser, None]",
    "rating_by_receiver": "Union[OrderRatingByReceiver, None]",
    # Seconds from creation until a driver was sought.
    "pending_period": "float",
    # When the driver is expected at the pickup; while a driver has the order, 0 once it is picked up.
    "pickup_eta": "NotRequired[float]",
    # Earlier than this in one of ten.
    "pickup_eta_low": "NotRequired[float]",
    # Later than this in one of ten.
    "pickup_eta_high": "NotRequired[float]",
    # In the detail, while a driver carries the order and was heard of in the last three minutes.
    "driver_position": "NotRequired[OrderDriverPosition]",
    # When the goods are expected to be handed over at the last point.
    "delivery_eta": "NotRequired[float]",
    # Earlier than this in one of ten.
    "delivery_eta_low": "NotRequired[float]",
    # Later than this in one of ten.
    "delivery_eta_high": "NotRequired[float]",
})

OrderAfterFees = TypedDict("OrderAfterFees", {
    "kind": "Literal['SECOND_ATTEMPT', 'RETURN']",
    # The point of a second attempt; 0 for a return.
    "path_index": "int",
    # Whole VND.
    "fee": "float",
    # Whole VND.
    "vat_fee": "float",
    # Taken from the account's balance when it was asked for.
    "total_fee": "float",
})

OrderByTrackingNumber = TypedDict("OrderByTrackingNumber", {
    "_id": "str",
    "path": "List[OrderByTrackingNumberPath]",
    "status": "str",
    "service_id": "str",
    "create_time": "int",
})

OrderByTrackingNumberPath = TypedDict("OrderByTrackingNumberPath", {
    "address": "str",
    "status": "str",
    "tracking_number": "NotRequired[str]",
})

OrderDriverPosition = TypedDict("OrderDriverPosition", {
    "lat": "float",
    "lng": "float",
    # Degrees clockwise from north.
    "heading": "NotRequired[float]",
    # Metres a second.
    "speed": "NotRequired[float]",
    # When the driver was there.
    "at": "float",
})

OrderInput = TypedDict("OrderInput", {
    # Unix timestamp of the delivery; 0 for an immediate order.
    "order_time": "float",
    # When the order starts to look for a driver; order_time when left out or 0.
    "idle_until": "NotRequired[float]",
    # When the goods can be fetched. Left out or 0: at order_time, or what pickups at that place have taught.
    "ready_at": "NotRequired[float]",
    # Of a planned service: delivered by then, if it can be. Unix timestamp; left out or 0: as the service promises.
    "deliver_by": "NotRequired[float]",
    # Of a planned service: the first moment of one of its slots (GET /v3/services/{service_id}/slots).
    "slot": "NotRequired[float]",
    # path[0] is the pickup, the others are deliveries; at least two.
    "path": "List[PathPointInput]",
    # With requests: the service form.
    "service_id": "NotRequired[str]",
    # With group_requests: the group form; the pickup's city completes it.
    "group_service_id": "NotRequired[str]",
    "requests": "NotRequired[List[RequestInput]]",
    "group_requests": "NotRequired[List[RequestInput]]",
    # From the account's balance, in cash by the sender, or in cash by the recipient.
    "payment_method": "Literal['BALANCE', 'CASH', 'CASH_BY_RECIPIENT']",
    # Discounts the fee.
    "promo_code": "NotRequired[str]",
    # For the driver.
    "remarks": "NotRequired[str]",
    "items": "NotRequired[List[Item]]",
    "package_detail": "NotRequired[List[PackageDetail]]",
    # Let the service choose the cheapest order of deliveries (three or more).
    "route_optimized": "NotRequired[bool]",
    # From an estimate: the order gets exactly that price, or 406 QUOTE_EXPIRED.
    "quote_id": "NotRequired[str]",
})

OrderItems = TypedDict("OrderItems", {
    "_id": "str",
    "name": "str",
    # Whole VND.
    "price": "float",
    "num": "int",
})

OrderPackageDetail = TypedDict("OrderPackageDetail", {
    "weight": "float",
    "length": "NotRequired[float]",
    "width": "NotRequired[float]",
    "height": "NotRequired[float]",
    "description": "NotRequired[str]",
})

OrderRatingByReceiver = TypedDict("OrderRatingByReceiver", {
    "rating": "int",
    "comment": "str",
    # Unix timestamp; 0 while unset.
    "time": "float",
})

OrderRatingByUser = TypedDict("OrderRatingByUser", {
    "rating": "int",
    "comment": "str",
    # Unix timestamp; 0 while unset.
    "time": "float",
})

OrderRequests = TypedDict("OrderRequests", {
    "_id": "str",
    "num": "int",
    "tier_code": "NotRequired[str]",
    # Whole VND.
    "price": "float",
})

OwnAccount = TypedDict("OwnAccount", {
    # The phone number.
    "_id": "str",
    "name": "str",
    "partner": "str",
    "email": "Union[str, None]",
    "referral_code": "str",
    "country_code": "str",
    "currency": "str",
    # ACTIVATED or DEACTIVATED.
    "account_status": "str",
    # Unix timestamp.
    "create_time": "float",
    # The parent's phone number; empty when there is none.
    "parent_id": "str",
    "home": "OwnAccountHome",
    "city_id": "List[str]",
    # What the account can spend; below zero it owes.
    "main": "int",
    # Given by the platform; spent first.
    "bonus": "int",
    # Set aside for orders under way.
    "held": "int",
    # Collected from recipients and not yet paid out to main.
    "cod_owed": "int",
    # What an order may cost now: main, bonus and credit_limit.
    "available": "int",
    # How far main may go below zero.
    "credit_limit": "int",
    # Of the account itself; null: the partner's threshold.
    "balance_low": "Union[float, None]",
    # COD of one order at most; null: the service's.
    "cod_limit": "Union[float, None]",
})

OwnAccountHome = TypedDict("OwnAccountHome", {
    "address": "str",
})

PackageDetail = TypedDict("PackageDetail", {
    # kg
    "weight": "float",
    # cm
    "length": "NotRequired[float]",
    # cm
    "width": "NotRequired[float]",
    # cm
    "height": "NotRequired[float]",
    # Type of goods.
    "description": "NotRequired[str]",
})

PartnerToken = TypedDict("PartnerToken", {
    "token": "str",
    "scopes": "List[str]",
    "expires_at": "float",
})

PathPoint = TypedDict("PathPoint", {
    "action_type": "Literal['PICKUP', 'DELIVERY']",
    "address": "str",
    "short_address": "str",
    "lat": "float",
    "lng": "float",
    "name": "str",
    "mobile": "str",
    "tracking_number": "NotRequired[str]",
    "remarks": "str",
    # Whole VND.
    "cod": "float",
    # Whole VND.
    "item_value": "float",
    # "" while it is to be done.
    "status": "Literal['', 'COMPLETED', 'FAILED']",
    # Public tracking page of this delivery point; the order's where there is one alone.
    "shared_link": "NotRequired[str]",
    # Unix timestamp; 0 while unset.
    "complete_time": "float",
    # 0 while unset.
    "complete_lat": "float",
    # 0 while unset.
    "complete_lng": "float",
    "complete_comment": "str",
    # What the driver brought back as proof, as it came.
    "pod_info": "NotRequired[Any]",
    # Unix timestamp; 0 while unset.
    "fail_time": "float",
    # 0 while unset.
    "fail_lat": "float",
    # 0 while unset.
    "fail_lng": "float",
    "fail_comment": "str",
    # given, or what of the address was found on the map.
    "located_by": "str",
    # 0 to 1.
    "located_confidence": "float",
    "located_as": "str",
    # When the goods are expected to be handed over here; 0 once the point is done.
    "eta": "NotRequired[float]",
    # Earlier than this in one of ten.
    "eta_low": "NotRequired[float]",
    # Later than this in one of ten.
    "eta_high": "NotRequired[float]",
})

PathPointInput = TypedDict("PathPointInput", {
    # House number and street, ward, district, province; judged only when lat and lng are missing (2.8).
    "address": "NotRequired[str]",
    # Short form of the address.
    "short_address": "NotRequired[str]",
    # Recommended. Without lat and lng the address is located.
    "lat": "NotRequired[float]",
    # Recommended.
    "lng": "NotRequired[float]",
    # Sender or recipient. Required when an order is created.
    "name": "NotRequired[str]",
    # 8 to 15 digits. Required when an order is created.
    "mobile": "NotRequired[str]",
    # The partner's own code for the package.
    "tracking_number": "NotRequired[str]",
    # For the driver, about this point.
    "remarks": "NotRequired[str]",
    # Whole VND to collect from the recipient; delivery points only.
    "cod": "NotRequired[float]",
    # Whole VND, for insurance.
    "item_value": "NotRequired[float]",
})

PlayEvent = TypedDict("PlayEvent", {
    # accept, board, arrive, confirm, pay, pickup, near, deliver, fail, driver_cancel, return_begin, return_done
    "type": "Union[Literal['accept'], Literal['board'], Literal['arrive'], Literal['confirm'], Literal['pay'], Literal['pickup'], Literal['near'], Literal['deliver'], Literal['fail'], Literal['driver_cancel'], Literal['return_begin'], Literal['return_done']]",
    # For deliver and fail.
    "path_index": "NotRequired[int]",
    "comment": "NotRequired[str]",
    # The driver; one of the sandbox's own when absent.
    "mobile": "NotRequired[str]",
})

PlayEventAnswer = TypedDict("PlayEventAnswer", {
    "status": "str",
    "sub_status": "str",
})

PriceExplanation = TypedDict("PriceExplanation", {
    "order_id": "str",
    "service_id": "str",
    "tariff_version": "int",
    "currency": "str",
    # distance_fee of the tariff, in x and h.
    "expression": "str",
    # Kilometres of the route, two decimals.
    "x": "float",
    # Local hour as a decimal; 15:30 is 15.5.
    "h": "float",
    "surge_rate": "float",
    "vat_rate": "float",
    "promo_code": "str",
    "lines": "List[PriceExplanationLines]",
    # Whole VND.
    "total": "float",
})

PriceExplanationLines = TypedDict("PriceExplanationLines", {
    # distance, stops, tolls, ferries, request, discount or vat.
    "line": "str",
    "request_id": "NotRequired[str]",
    # What the line adds to the total; a discount is negative.
    "amount": "float",
    "factors": "Dict[str, Any]",
})

PromoForService = TypedDict("PromoForService", {
    "code": "str",
    "service_id": "str",
    "valid": "bool",
    # PERCENT or FLAT.
    "type": "str",
    # Percent, or whole VND.
    "value": "float",
    "max_discount": "NotRequired[float]",
    # Unix timestamp.
    "starts_at": "NotRequired[float]",
    # Unix timestamp.
    "ends_at": "NotRequired[float]",
})

RateDriver = TypedDict("RateDriver", {
    # user (sender) or receiver (recipient).
    "rated_by": "str",
    "rating": "int",
    "comment": "NotRequired[str]",
})

ReadCallbackLogAnswer = TypedDict("ReadCallbackLogAnswer", {
    "events": "List[CallbackEvent]",
    # Where the next page begins, also when this one came short; absent on the last one.
    "next": "NotRequired[str]",
})

ReadEventsAnswer = TypedDict("ReadEventsAnswer", {
    "events": "List[ReadEventsAnswerEvents]",
    "next": "str",
})

ReadEventsAnswerEvents = TypedDict("ReadEventsAnswerEvents", {
    "event_id": "str",
    "event_type": "str",
    "event_seq": "int",
    "event_time": "float",
    # The very body of the callback.
    "order": "Any",
})

ReceiverReport = TypedDict("ReceiverReport", {
    # A to F.
    "grade": "str",
    "checks": "List[ReceiverReportChecks]",
})

ReceiverReportChecks = TypedDict("ReceiverReportChecks", {
    "check": "str",
    "result": "Literal['pass', 'warn', 'fail', 'skipped']",
    "sent": "ReceiverReportChecksSent",
    "answered": "List[str]",
    "advice": "NotRequired[ReceiverReportChecksAdvice]",
})

ReceiverReportChecksAdvice = TypedDict("ReceiverReportChecksAdvice", {
    "en": "str",
    "vi": "str",
})

ReceiverReportChecksSent = TypedDict("ReceiverReportChecksSent", {
    "en": "str",
    "vi": "str",
})

RefreshToken = TypedDict("RefreshToken", {
    "refresh_token": "str",
})

Refusal = TypedDict("Refusal", {
    # The text identifier of part 7.
    "code": "str",
    # The same identifier; some clients read this one.
    "title": "str",
    # One English sentence naming the field, value or rule.
    "description": "str",
    # The field at fault, where it is one.
    "field": "NotRequired[str]",
    # The trace of this request, where the operator keeps traces.
    "trace_id": "NotRequired[str]",
})

RegisterAccount = TypedDict("RegisterAccount", {
    "api_key": "str",
    # Phone number of the account, in any usual spelling.
    "mobile": "str",
    "name": "str",
    "address": "str",
})

RemoveChildAnswer = TypedDict("RemoveChildAnswer", {
    "status": "str",
})

RequestInput = TypedDict("RequestInput", {
    # Special request.
    "_id": "str",
    # Quantity, for PER_UNIT requests.
    "num": "NotRequired[float]",
    # Size, for BULKY.
    "tier_code": "NotRequired[str]",
})

ResendCallbacks = TypedDict("ResendCallbacks", {
    "event_id": "NotRequired[str]",
    # Unix timestamp.
    "since": "NotRequired[float]",
    # Those of the log that fit; 10,000 at most.
    "matching": "NotRequired[ResendCallbacksMatching]",
    # With `matching`: tell how many there are and send none.
    "count_only": "NotRequired[bool]",
})

ResendCallbacksAnswer = TypedDict("ResendCallbacksAnswer", {
    "queued": "int",
    # How many fit, where that was asked for.
    "matching": "NotRequired[int]",
})

ResendCallbacksMatching = TypedDict("ResendCallbacksMatching", {
    # An order's id or a tracking number.
    "order_id": "NotRequired[str]",
    "event_type": "NotRequired[str]",
    # failed: it was tried and the last try was not taken.
    "result": "NotRequired[Literal['delivered', 'failed']]",
    # Unix timestamp.
    "from_time": "NotRequired[float]",
    # Unix timestamp.
    "to_time": "NotRequired[float]",
})

RotateCallbackSecretAnswer = TypedDict("RotateCallbackSecretAnswer", {
    "callback_secret": "str",
    "old_secret_end_time": "float",
})

RouteAnswer = TypedDict("RouteAnswer", {
    "code": "Literal['Ok']",
    # Of the map.
    "data_version": "NotRequired[str]",
    "routes": "List[RouteAnswerRoutes]",
    "waypoints": "NotRequired[List[RouteAnswerWaypoints]]",
})

RouteAnswerRoutes = TypedDict("RouteAnswerRoutes", {
    # Encoded polyline, or a GeoJSON LineString with geometries=geojson.
    "geometry": "NotRequired[Any]",
    "legs": "List[RouteAnswerRoutesLegs]",
    "weight_name": "str",
    "weight": "float",
    # Seconds.
    "duration": "float",
    # Metres.
    "distance": "float",
})

RouteAnswerRoutesLegs = TypedDict("RouteAnswerRoutesLegs", {
    "steps": "List[Any]",
    "summary": "str",
    "weight": "float",
    # Seconds.
    "duration": "float",
    # Metres.
    "distance": "float",
    # OSRM's Annotation.
    "annotation": "NotRequired[Any]",
})

RouteAnswerWaypoints = TypedDict("RouteAnswerWaypoints", {
    "hint": "NotRequired[str]",
    # Metres from the coordinate to the road.
    "distance": "float",
    "name": "str",
    # [lng, lat] on the road.
    "location": "List[float]",
})

SeeRobotsAnswer = TypedDict("SeeRobotsAnswer", {
    "robots": "List[SeeRobotsAnswerRobots]",
})

SeeRobotsAnswerRobots = TypedDict("SeeRobotsAnswerRobots", {
    "lat": "float",
    "lng": "float",
    "vehicle": "Literal['BIKE', 'VAN', 'TRUCK']",
})

Service = TypedDict("Service", {
    "_id": "str",
    # Empty for partner-hosted services, which serve every city.
    "city_id": "str",
    "group_service_id": "str",
    # The same as name_en_us.
    "name": "str",
    "name_en_us": "str",
    "name_vi_vn": "str",
    "description_en_us": "str",
    "description_vi_vn": "str",
    # m
    "advance_broadcast_distance": "float",
    "auto_assign": "bool",
    # m
    "auto_assign_distance": "float",
    # The service's maximum COD.
    "cod": "float",
    "commission_type": "str",
    # Percent.
    "commission_value": "float",
    "currency": "str",
    # INSTANT or TRUCK.
    "delivery_type": "str",
    "vehicle": "str",
    # Expression in the distance x (km) and the hour h.
    "distance_fee": "str",
    # Whole VND.
    "stop_fee": "float",
    # For each tolled stretch on the way, VND; 0: not charged.
    "toll_fee": "float",
    # For each crossing by ferry, VND; 0: not charged.
    "ferry_fee": "float",
    "vat_rate": "float",
    "surge_rules": "List[SurgeRule]",
    # m
    "max_distance": "float",
    "min_stop_points": "int",
    "max_stop_points": "int",
    # Empty: all day, every day.
    "service_hours": "List[ServiceHours]",
    # Seconds without a driver after which an order is cancelled.
    "timeout": "float",
    "rebroadcast_limit": "int",
    "need_confirm_before_pickup": "bool",
    "collect_cash_before_pickup": "bool",
    # Orders one driver may carry at once.
    "max_bundle": "int",
    "enable": "bool",
    "tariff_version": "int",
    # GeoJSON Polygon or MultiPolygon, without holes.
    "pickup_area": "NotRequired[ServicePickupArea]",
    # GeoJSON Polygon or MultiPolygon, without holes.
    "delivery_area": "NotRequired[ServiceDeliveryArea]",
    "requests": "List[SpecialRequest]",
})

ServiceDeliveryArea = TypedDict("ServiceDeliveryArea", {
    "type": "Literal['MultiPolygon']",
    "coordinates": "List[List[List[List[float]]]]",
})

ServiceHours = TypedDict("ServiceHours", {
    # 1 Monday … 7 Sunday.
    "days": "List[int]",
    "from": "str",
    "to": "str",
})

ServicePickupArea = TypedDict("ServicePickupArea", {
    "type": "Literal['MultiPolygon']",
    "coordinates": "List[List[List[List[float]]]]",
})

Slot = TypedDict("Slot", {
    # Give it to create or estimate to choose this slot.
    "slot": "float",
    # When it begins.
    "deliver_from": "float",
    # When it ends.
    "deliver_by": "float",
    # Whether an order still has a place in it.
    "free": "bool",
    # How many orders still have one; null where nothing limits it.
    "left": "Union[float, None]",
})

SpecialRequest = TypedDict("SpecialRequest", {
    "_id": "str",
    "description_en_us": "str",
    "description_vi_vn": "str",
    "device_types": "List[str]",
    "enable": "bool",
    "group_id": "str",
    "max_input": "int",
    "name": "str",
    # Whole VND.
    "price": "float",
    # What the price depends on (D14).
    "type": "str",
    # Share of the distance fee.
    "distance_rate": "NotRequired[float]",
    "tiers": "NotRequired[List[SpecialRequestTiers]]",
    "insurance_blocks": "NotRequired[List[SpecialRequestInsuranceBlocks]]",
    "promo": "bool",
    "vat": "bool",
    "commission": "bool",
})

SpecialRequestInsuranceBlocks = TypedDict("SpecialRequestInsuranceBlocks", {
    # Whole VND.
    "item_value_max": "float",
    # Whole VND.
    "price": "float",
})

SpecialRequestTiers = TypedDict("SpecialRequestTiers", {
    "tier_code": "str",
    # Whole VND.
    "price": "float",
    "selectable": "bool",
    # cm
    "length": "float",
    # cm
    "width": "float",
    # cm
    "height": "float",
    # kg
    "weight": "float",
})

StatementLine = TypedDict("StatementLine", {
    "id": "str",
    "time": "float",
    # top_up, withdrawal, refund, hold, adjust_hold, release, capture, cod_collected (owed from now on) or cod_settled (paid out).
    "kind": "str",
    # main, bonus, held or cod.
    "wallet": "str",
    # Whole VND.
    "amount": "int",
    # Of that wallet, after this line.
    "balance": "int",
    "order_id": "str",
    # Of a top-up, a withdrawal or a refund.
    "reference": "str",
})

SuggestedPlace = TypedDict("SuggestedPlace", {
    "label": "str",
    # place, house, street, ward, district, plus_code, or used: an address of your own orders. A ward or district behind a street that the map does not have stands for it.
    "kind": "str",
    "lat": "float",
    "lng": "float",
    "address": "str",
    # 0 to 1: how much of it was typed, and how rightly.
    "confidence": "float",
})

SuggestedPlaces = TypedDict("SuggestedPlaces", {
    "places": "List[SuggestedPlace]",
})

SurgeRule = TypedDict("SurgeRule", {
    # 1 Monday … 7 Sunday.
    "days": "List[int]",
    "from": "str",
    "to": "str",
    # Multiplies the distance fee; at least 1.
    "rate": "float",
})

TableAnswer = TypedDict("TableAnswer", {
    "code": "Literal['Ok']",
    # Of the map.
    "data_version": "NotRequired[str]",
    "durations": "NotRequired[List[List[Union[float, None]]]]",
    "distances": "NotRequired[List[List[Union[float, None]]]]",
    "sources": "NotRequired[List[TableAnswerSources]]",
    "destinations": "NotRequired[List[TableAnswerDestinations]]",
    # Row and column of the cells the crow filled.
    "fallback_speed_cells": "NotRequired[List[List[int]]]",
})

TableAnswerDestinations = TypedDict("TableAnswerDestinations", {
    "hint": "NotRequired[str]",
    # Metres from the coordinate to the road.
    "distance": "float",
    "name": "str",
    # [lng, lat] on the road.
    "location": "List[float]",
})

TableAnswerSources = TypedDict("TableAnswerSources", {
    "hint": "NotRequired[str]",
    # Metres from the coordinate to the road.
    "distance": "float",
    "name": "str",
    # [lng, lat] on the road.
    "location": "List[float]",
})

TestCallbackAnswer = TypedDict("TestCallbackAnswer", {
    # answered, timed_out, unreachable, address_refused, tls_failed, closed or malformed.
    "outcome": "str",
    "response_code": "int",
    "response_text": "str",
    "response_time": "float",
    "error": "str",
})

TokenPair = TypedDict("TokenPair", {
    # Access token, a JWT.
    "token": "str",
    "refresh_token": "str",
})

TripAnswer = TypedDict("TripAnswer", {
    "code": "Literal['Ok']",
    # Of the map.
    "data_version": "NotRequired[str]",
    "trips": "List[TripAnswerTrips]",
    "waypoints": "NotRequired[List[TripAnswerWaypoints]]",
})

TripAnswerTrips = TypedDict("TripAnswerTrips", {
    # Encoded polyline, or a GeoJSON LineString with geometries=geojson.
    "geometry": "NotRequired[Any]",
    "legs": "List[TripAnswerTripsLegs]",
    "weight_name": "str",
    "weight": "float",
    # Seconds.
    "duration": "float",
    # Metres.
    "distance": "float",
})

TripAnswerTripsLegs = TypedDict("TripAnswerTripsLegs", {
    "steps": "List[Any]",
    "summary": "str",
    "weight": "float",
    # Seconds.
    "duration": "float",
    # Metres.
    "distance": "float",
    # OSRM's Annotation.
    "annotation": "NotRequired[Any]",
})

TripAnswerWaypoints = TypedDict("TripAnswerWaypoints", {
    "trips_index": "int",
    # When it is visited, from 0.
    "waypoint_index": "int",
    "hint": "NotRequired[str]",
    # Metres from the coordinate to the road.
    "distance": "float",
    "name": "str",
    # [lng, lat] on the road.
    "location": "List[float]",
})

UpdateOrder = TypedDict("UpdateOrder", {
    # 0 is the pickup. Required for what is a point's: name to address_info.
    "path_index": "NotRequired[int]",
    "name": "NotRequired[str]",
    "mobile": "NotRequired[str]",
    "remarks": "NotRequired[str]",
    # Partner-hosted services, delivery points, once.
    "cod": "NotRequired[int]",
    # Partner-hosted services, delivery points, once.
    "address_info": "NotRequired[UpdateOrderAddressInfo]",
    # Without path_index: the order's new time, before a driver has accepted; 0 for now.
    "order_time": "NotRequired[float]",
    # Beside order_time, as in create.
    "idle_until": "NotRequired[float]",
    # Without path_index: all goods anew.
    "items": "NotRequired[List[Item]]",
    # Without path_index: all special requests anew.
    "requests": "NotRequired[List[RequestInput]]",
    "group_requests": "NotRequired[List[RequestInput]]",
})

UpdateOrderAddressInfo = TypedDict("UpdateOrderAddressInfo", {
    "address": "str",
    "lat": "NotRequired[float]",
    "lng": "NotRequired[float]",
})

UpdateProfile = TypedDict("UpdateProfile", {
    "name": "NotRequired[str]",
    "email": "NotRequired[str]",
    # account.balance_low is sent when main and bonus fall below so many VND; 0: below the partner's threshold.
    "balance_low": "NotRequired[int]",
})

#: Where each call is, and how it is made: method, path, credential, whether it takes an idempotency key.
CALLS: Dict[str, tuple[str, str, str, bool]] = {
    "activateChild": ("POST", "/v3/accounts/childs/{child_id}/activate", "token", False),
    "addPoint": ("POST", "/v3/orders/{order_id}/points", "token", True),
    "advanceClock": ("POST", "/sandbox/v1/clock/advance", "token", False),
    "askAgain": ("POST", "/v3/orders/{order_id}/points/{path_index}/second-attempt", "token", True),
    "askBack": ("POST", "/v3/orders/{order_id}/return", "token", True),
    "cancelByTrackingNumber": ("DELETE", "/v3/orders/tracks", "token", True),
    "cancelOrder": ("DELETE", "/v3/orders/{order_id}", "token", True),
    "checkReceiver": ("POST", "/sandbox/v1/receiver-check", "partner", False),
    "clearCallbacks": ("DELETE", "/v3/callbacks", "partner", False),
    "confirmOwnOrder": ("POST", "/v3/orders/{order_id}/confirm", "token", True),
    "continueOrder": ("POST", "/sandbox/v1/orders/{order_id}/continue", "token", False),
    "createOrder": ("POST", "/v3/orders", "token", True),
    "estimateFees": ("POST", "/v3/orders/estimates", "token", False),
    "explainPrice": ("GET", "/v3/orders/{order_id}/price", "token", False),
    "findOrdersByTrackingNumber": ("GET", "/v3/orders/tracks", "token", False),
    "findOrdersByTrackingNumberInPath": ("GET", "/v3/orders/tracks/{tracking_number}", "token", False),
    "getCallbacks": ("GET", "/v3/callbacks", "partner", False),
    "getOrder": ("GET", "/v3/orders/{order_id}", "token", False),
    "getOwnAccount": ("GET", "/v3/accounts", "token", False),
    "getOwnStatement": ("GET", "/v3/accounts/statement", "token", False),
    "getPromo": ("GET", "/v3/promos/{code}", "token", False),
    "getService": ("GET", "/v3/services/{service_id}", "token", False),
    "getSharedLink": ("GET", "/v3/orders/{order_id}/shared-link", "token", False),
    "inviteChild": ("POST", "/v3/accounts/childs", "token", False),
    "issuePartnerToken": ("POST", "/v3/partner/tokens", "none", False),
    "issueToken": ("POST", "/v3/accounts/token", "none", False),
    "listCallbackLogs": ("GET", "/v3/orders/callback-logs", "token", False),
    "listCancelReasons": ("GET", "/v3/orders/cancel-reasons", "token", False),
    "listChildren": ("GET", "/v3/accounts/childs", "token", False),
    "listCities": ("GET", "/v3/cities", "token", False),
    "listCitiesV1": ("GET", "/v1/order/cities", "none", False),
    "listOrders": ("GET", "/v3/orders", "token", False),
    "listServices": ("GET", "/v3/services", "token", False),
    "listSlots": ("GET", "/v3/services/{service_id}/slots", "token", False),
    "match": ("GET", "/routing/{profile}/match/v1/driving/{coordinates}", "route", False),
    "nearest": ("GET", "/routing/{profile}/nearest/v1/driving/{coordinates}", "route", False),
    "playEvent": ("POST", "/sandbox/v1/orders/{order_id}/events", "token", False),
    "rateDriver": ("PUT", "/v3/orders/{order_id}/rate", "token", True),
    "readCallbackLog": ("GET", "/v3/callbacks/log", "partner", False),
    "readEvents": ("GET", "/v3/orders/events", "token", False),
    "refreshToken": ("POST", "/v3/accounts/token/refresh", "none", False),
    "registerAccount": ("POST", "/v3/accounts", "none", False),
    "removeChild": ("DELETE", "/v3/accounts/childs/{child_id}", "token", False),
    "removePoint": ("DELETE", "/v3/orders/{order_id}/points/{path_index}", "token", True),
    "resendCallbacks": ("POST", "/v3/callbacks/resend", "partner", False),
    "reversePlace": ("GET", "/v3/places/reverse", "token", False),
    "rotateCallbackSecret": ("POST", "/v3/callbacks/secret/rotate", "partner", False),
    "route": ("GET", "/routing/{profile}/route/v1/driving/{coordinates}", "route", False),
    "seeRobots": ("GET", "/sandbox/v1/robots", "none", False),
    "setCallbacks": ("PUT", "/v3/callbacks", "partner", False),
    "suggestPlaces": ("GET", "/v3/places/suggest", "token", False),
    "table": ("GET", "/routing/{profile}/table/v1/driving/{coordinates}", "route", False),
    "testCallback": ("POST", "/v3/callbacks/test", "partner", False),
    "trip": ("GET", "/routing/{profile}/trip/v1/driving/{coordinates}", "route", False),
    "updateOrder": ("PATCH", "/v3/orders/{order_id}", "token", True),
    "updateProfile": ("PUT", "/v3/accounts", "token", False),
}


class Calls:
    """A method for each call. `Giao` makes them."""

    def call(
        self,
        name: str,
        *,
        params: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        idempotency_key: str | None = None,
        as_partner: bool = False,
        timeout: float | None = None,
    ) -> Any:
        raise NotImplementedError

    def activate_child(
        self, child_id: Union[str, int], body: ActivateChild, *, timeout: float | None = None
    ) -> Account:
        """Activate a child account. With the code that was sent to the child's phone; in the sandbox `GET /operator/v1/sms` shows it. Five tries, 15 minutes."""
        answer: Account = self.call("activateChild", params={"child_id": child_id}, body=body, timeout=timeout)
        return answer

    def add_point(
        self, order_id: Union[str, int], *, body: AddPoint | None = None, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Order:
        """Add a delivery point. Until the goods are picked up: routed and priced again with the order's own tariff, and the hold follows. Answers the order."""
        answer: Order = self.call("addPoint", params={"order_id": order_id}, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def advance_clock(
        self, body: AdvanceClock, *, timeout: float | None = None
    ) -> AdvanceClockAnswer:
        """Advance the clock. Every timer, expiry and retry sees the new time; what became due has run when the call answers."""
        answer: AdvanceClockAnswer = self.call("advanceClock", body=body, timeout=timeout)
        return answer

    def ask_again(
        self, order_id: Union[str, int], path_index: Union[str, int], *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Order:
        """Ask for a second attempt at a point that failed. Once for each point that failed, while the driver has its goods (72 hours at most after the order is over). Costs what the partner guide says, at once and from the balance. Answers the order."""
        answer: Order = self.call("askAgain", params={"order_id": order_id, "path_index": path_index}, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def ask_back(
        self, order_id: Union[str, int], *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Order:
        """Ask for what could not be delivered to be brought back. Once, as long as the return has not begun; free where the order has ROUND-TRIP. Answers the order."""
        answer: Order = self.call("askBack", params={"order_id": order_id}, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def cancel_by_tracking_number(
        self, body: CancelByTrackingNumber, *, tracking_number: Union[str, int] | None = None, comment: Union[str, int] | None = None, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Dict[str, Any]:
        """Cancel an order by a tracking number on it. Acts on the caller's newest order carrying the number that can be cancelled. Both fields may stand in the query instead, for clients that send no body with DELETE."""
        answer: Dict[str, Any] = self.call("cancelByTrackingNumber", query={"tracking_number": tracking_number, "comment": comment}, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def cancel_order(
        self, order_id: Union[str, int], *, body: CancelOrder | None = None, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Dict[str, Any]:
        """Cancel an order. Before the goods are picked up. Once a driver has accepted, `comment` must say why; see `GET /v3/orders/cancel-reasons`."""
        answer: Dict[str, Any] = self.call("cancelOrder", params={"order_id": order_id}, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def check_receiver(
        self, *, body: CheckReceiver | None = None, timeout: float | None = None
    ) -> ReceiverReport:
        """Check how the partner's receiver copes. Sends duplicates, events out of order, a slow body, bad signatures, an old timestamp and a rotated secret to the partner's callback address."""
        answer: ReceiverReport = self.call("checkReceiver", body=body, timeout=timeout)
        return answer

    def clear_callbacks(
        self, *, timeout: float | None = None
    ) -> Dict[str, Any]:
        """Stop callbacks. Nothing more is sent. Events are still written and can be pulled."""
        answer: Dict[str, Any] = self.call("clearCallbacks", timeout=timeout)
        return answer

    def confirm_own_order(
        self, order_id: Union[str, int], *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Dict[str, Any]:
        """Confirm an order whose driver waits for it at the pickup. Where the service asks for the sender's word before the pickup: the order is CONFIRMING until it comes."""
        answer: Dict[str, Any] = self.call("confirmOwnOrder", params={"order_id": order_id}, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def continue_order(
        self, order_id: Union[str, int], *, timeout: float | None = None
    ) -> ContinueOrderAnswer:
        """The next step of an order's normal life. Accepted by a default driver, picked up, each point delivered, completed: one step a call."""
        answer: ContinueOrderAnswer = self.call("continueOrder", params={"order_id": order_id}, timeout=timeout)
        return answer

    def create_order(
        self, body: OrderInput, *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> CreateOrderAnswer:
        """Create an order. In the service form (`service_id`, `requests`) or the group form (`group_service_id`, `group_requests`). With `quote_id` of an estimate the order gets exactly that price."""
        answer: CreateOrderAnswer = self.call("createOrder", body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def estimate_fees(
        self, body: EstimateInput, *, timeout: float | None = None
    ) -> List[Estimate]:
        """Estimate fees. One element for each service asked for, in that order; a refused one has `data: null` and an `error`. Every priced element is a quote that create honours for ten minutes."""
        answer: List[Estimate] = self.call("estimateFees", body=body, timeout=timeout)
        return answer

    def explain_price(
        self, order_id: Union[str, int], *, timeout: float | None = None
    ) -> PriceExplanation:
        """How the price was made. The tariff's expression, its x and h, and each line; they add up to the total."""
        answer: PriceExplanation = self.call("explainPrice", params={"order_id": order_id}, timeout=timeout)
        return answer

    def find_orders_by_tracking_number(
        self, *, tracking_number: Union[str, int] | None = None, from_time: Union[str, int] | None = None, to_time: Union[str, int] | None = None, timeout: float | None = None
    ) -> List[OrderByTrackingNumber]:
        """Orders by tracking number. Orders of the caller's partner, newest first; without a window, those of the last 7 days."""
        answer: List[OrderByTrackingNumber] = self.call("findOrdersByTrackingNumber", query={"tracking_number": tracking_number, "from_time": from_time, "to_time": to_time}, timeout=timeout)
        return answer

    def find_orders_by_tracking_number_in_path(
        self, tracking_number: Union[str, int], *, from_time: Union[str, int] | None = None, to_time: Union[str, int] | None = None, timeout: float | None = None
    ) -> List[OrderByTrackingNumber]:
        """Orders by tracking number, in the path. Orders of the caller's partner, newest first; without a window, those of the last 7 days."""
        answer: List[OrderByTrackingNumber] = self.call("findOrdersByTrackingNumberInPath", params={"tracking_number": tracking_number}, query={"from_time": from_time, "to_time": to_time}, timeout=timeout)
        return answer

    def get_callbacks(
        self, *, timeout: float | None = None
    ) -> CallbackEndpoint:
        """The callback settings and queue. Where callbacks go, how they are signed, and how many wait."""
        answer: CallbackEndpoint = self.call("getCallbacks", timeout=timeout)
        return answer

    def get_order(
        self, order_id: Union[str, int], *, timeout: float | None = None
    ) -> Order:
        """Order detail. For the creator and the creator's parent account."""
        answer: Order = self.call("getOrder", params={"order_id": order_id}, timeout=timeout)
        return answer

    def get_own_account(
        self, *, child_id: Union[str, int] | None = None, timeout: float | None = None
    ) -> OwnAccount:
        """The account: profile, wallets and limits. For the caller, or with `child_id` for a child of the caller."""
        answer: OwnAccount = self.call("getOwnAccount", query={"child_id": child_id}, timeout=timeout)
        return answer

    def get_own_statement(
        self, *, child_id: Union[str, int] | None = None, from_time: Union[str, int] | None = None, to_time: Union[str, int] | None = None, next: Union[str, int] | None = None, after: Union[str, int] | None = None, limit: Union[str, int] | None = None, format: Union[str, int] | None = None, timeout: float | None = None
    ) -> GetOwnStatementAnswer:
        """Every movement of the account's wallets, newest first. By pages: `next` of an answer is the cursor of the page after. With `format=csv`, or `Accept: text/csv`, the lines are a spreadsheet and the cursor stands in the header `x-next`."""
        answer: GetOwnStatementAnswer = self.call("getOwnStatement", query={"child_id": child_id, "from_time": from_time, "to_time": to_time, "next": next, "after": after, "limit": limit, "format": format}, timeout=timeout)
        return answer

    def get_promo(
        self, code: Union[str, int], *, service_id: Union[str, int] | None = None, timeout: float | None = None
    ) -> PromoForService:
        """Whether a promo code may be used for a service now, and what it gives. A code that an order of the service would be refused with is refused with the same words."""
        answer: PromoForService = self.call("getPromo", params={"code": code}, query={"service_id": service_id}, timeout=timeout)
        return answer

    def get_service(
        self, service_id: Union[str, int], *, timeout: float | None = None
    ) -> List[Service]:
        """Service details. An array of one: the service with its special requests."""
        answer: List[Service] = self.call("getService", params={"service_id": service_id}, timeout=timeout)
        return answer

    def get_shared_link(
        self, order_id: Union[str, int], *, timeout: float | None = None
    ) -> GetSharedLinkAnswer:
        """Public tracking link. An unguessable link for the recipient; it ends some hours after the order does."""
        answer: GetSharedLinkAnswer = self.call("getSharedLink", params={"order_id": order_id}, timeout=timeout)
        return answer

    def invite_child(
        self, body: InviteChild, *, timeout: float | None = None
    ) -> Dict[str, Any]:
        """Add a child account. Sends an activation code to the child's phone. Asking again sends a new code and voids the old one."""
        answer: Dict[str, Any] = self.call("inviteChild", body=body, timeout=timeout)
        return answer

    def issue_partner_token(
        self, body: IssuePartnerToken, *, timeout: float | None = None
    ) -> PartnerToken:
        """Get a token for the whole partner. For a program that reads the partner's events or keeps its callbacks and shall not hold the API key. It may do what `scopes` name and nothing else, and ends with its time or with the key it was made with, on every server at once."""
        answer: PartnerToken = self.call("issuePartnerToken", body=body, timeout=timeout)
        return answer

    def issue_token(
        self, body: IssueToken, *, timeout: float | None = None
    ) -> TokenPair:
        """Get a token. Gives a new token pair and ends the account's old one. Requests that are in flight together get the same pair."""
        answer: TokenPair = self.call("issueToken", body=body, timeout=timeout)
        return answer

    def list_callback_logs(
        self, *, tracking_number: Union[str, int] | None = None, account_id: Union[str, int] | None = None, limit: Union[str, int] | None = None, next: Union[str, int] | None = None, timeout: float | None = None
    ) -> ListCallbackLogsAnswer:
        """The log of callbacks about a tracking number, newest first. Every try with its status, time and the beginning of your answer, as far back as tries are kept. Where there are more than `limit`, `next` is the cursor of the page after."""
        answer: ListCallbackLogsAnswer = self.call("listCallbackLogs", query={"tracking_number": tracking_number, "account_id": account_id, "limit": limit, "next": next}, timeout=timeout)
        return answer

    def list_cancel_reasons(
        self, *, timeout: float | None = None
    ) -> ListCancelReasonsAnswer:
        """Standard reasons to cancel, the user's and the driver's. Codes with English and Vietnamese words. Any other text is accepted as a comment as well."""
        answer: ListCancelReasonsAnswer = self.call("listCancelReasons", timeout=timeout)
        return answer

    def list_children(
        self, *, timeout: float | None = None
    ) -> List[Account]:
        """List child accounts. The accounts under the caller's, with their status."""
        answer: List[Account] = self.call("listChildren", timeout=timeout)
        return answer

    def list_cities(
        self, *, country_id: Union[str, int] | None = None, timeout: float | None = None
    ) -> List[City]:
        """List cities. The cities of a country, with their codes."""
        answer: List[City] = self.call("listCities", query={"country_id": country_id}, timeout=timeout)
        return answer

    def list_cities_v1(
        self, *, country_id: Union[str, int] | None = None, timeout: float | None = None
    ) -> List[CityV1]:
        """List cities (version 1.0.0). As `GET /v3/cities`, for clients of the first version: no token is needed."""
        answer: List[CityV1] = self.call("listCitiesV1", query={"country_id": country_id}, timeout=timeout)
        return answer

    def list_orders(
        self, *, ids: Union[str, int] | None = None, status: Union[str, int] | None = None, outcome: Literal["OPEN", "DELIVERED", "PARTLY_DELIVERED", "FAILED", "RETURNING", "RETURNED", "CANCELLED"] | None = None, service_id: Union[str, int] | None = None, from_time: Union[str, int] | None = None, to_time: Union[str, int] | None = None, after: Union[str, int] | None = None, limit: Union[str, int] | None = None, timeout: float | None = None
    ) -> ListOrdersAnswer:
        """The caller's orders, or several by id. Newest first, by filters and a cursor; or up to 50 by `ids`, separated by commas."""
        answer: ListOrdersAnswer = self.call("listOrders", query={"ids": ids, "status": status, "outcome": outcome, "service_id": service_id, "from_time": from_time, "to_time": to_time, "after": after, "limit": limit}, timeout=timeout)
        return answer

    def list_services(
        self, *, city_id: Union[str, int] | None = None, lat: Union[str, int] | None = None, lng: Union[str, int] | None = None, delivery_type: Union[str, int] | None = None, timeout: float | None = None
    ) -> List[Service]:
        """List services. Services of a city, given by its code or by a coordinate in it."""
        answer: List[Service] = self.call("listServices", query={"city_id": city_id, "lat": lat, "lng": lng, "delivery_type": delivery_type}, timeout=timeout)
        return answer

    def list_slots(
        self, service_id: Union[str, int], *, lat: Union[str, int] | None = None, lng: Union[str, int] | None = None, to_lat: Union[str, int] | None = None, to_lng: Union[str, int] | None = None, date: Union[str, int] | None = None, timeout: float | None = None
    ) -> List[Slot]:
        """Slots of a planned service. The next slots that can be chosen, with what is left of each. With the places of pickup and door the plan of the city is asked whether they fit in. Empty for a service that is not planned."""
        answer: List[Slot] = self.call("listSlots", params={"service_id": service_id}, query={"lat": lat, "lng": lng, "to_lat": to_lat, "to_lng": to_lng, "date": date}, timeout=timeout)
        return answer

    def match(
        self, profile: Union[str, int], coordinates: Union[str, int], *, timestamps: Union[str, int] | None = None, geometries: Union[str, int] | None = None, overview: Union[str, int] | None = None, steps: Union[str, int] | None = None, annotations: Union[str, int] | None = None, gaps: Union[str, int] | None = None, tidy: Union[str, int] | None = None, waypoints: Union[str, int] | None = None, radiuses: Union[str, int] | None = None, hints: Union[str, int] | None = None, generate_hints: Union[str, int] | None = None, skip_waypoints: Union[str, int] | None = None, bearings: Union[str, int] | None = None, approaches: Union[str, int] | None = None, exclude: Union[str, int] | None = None, snapping: Union[str, int] | None = None, timeout: float | None = None
    ) -> MatchAnswer:
        """Roads of a trace. The roads a vehicle drove that was seen at the coordinates, in OSRM's v1 protocol."""
        answer: MatchAnswer = self.call("match", params={"profile": profile, "coordinates": coordinates}, query={"timestamps": timestamps, "geometries": geometries, "overview": overview, "steps": steps, "annotations": annotations, "gaps": gaps, "tidy": tidy, "waypoints": waypoints, "radiuses": radiuses, "hints": hints, "generate_hints": generate_hints, "skip_waypoints": skip_waypoints, "bearings": bearings, "approaches": approaches, "exclude": exclude, "snapping": snapping}, timeout=timeout)
        return answer

    def nearest(
        self, profile: Union[str, int], coordinates: Union[str, int], *, number: Union[str, int] | None = None, radiuses: Union[str, int] | None = None, hints: Union[str, int] | None = None, generate_hints: Union[str, int] | None = None, skip_waypoints: Union[str, int] | None = None, bearings: Union[str, int] | None = None, approaches: Union[str, int] | None = None, exclude: Union[str, int] | None = None, snapping: Union[str, int] | None = None, timeout: float | None = None
    ) -> NearestAnswer:
        """Nearest roads. The roads nearest to a coordinate, in OSRM's v1 protocol."""
        answer: NearestAnswer = self.call("nearest", params={"profile": profile, "coordinates": coordinates}, query={"number": number, "radiuses": radiuses, "hints": hints, "generate_hints": generate_hints, "skip_waypoints": skip_waypoints, "bearings": bearings, "approaches": approaches, "exclude": exclude, "snapping": snapping}, timeout=timeout)
        return answer

    def play_event(
        self, order_id: Union[str, int], body: PlayEvent, *, timeout: float | None = None
    ) -> PlayEventAnswer:
        """Any event of an order's life. Any step that the state table allows from where the order is, also the unhappy ones."""
        answer: PlayEventAnswer = self.call("playEvent", params={"order_id": order_id}, body=body, timeout=timeout)
        return answer

    def rate_driver(
        self, order_id: Union[str, int], body: RateDriver, *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Dict[str, Any]:
        """Rate the driver. Once by the sender and once by the receiver, when the order is completed."""
        answer: Dict[str, Any] = self.call("rateDriver", params={"order_id": order_id}, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def read_callback_log(
        self, *, order_id: Union[str, int] | None = None, event_type: Union[str, int] | None = None, result: Literal["delivered", "failed"] | None = None, from_time: Union[str, int] | None = None, to_time: Union[str, int] | None = None, limit: Union[str, int] | None = None, after: Union[str, int] | None = None, timeout: float | None = None
    ) -> ReadCallbackLogAnswer:
        """Everything the endpoint was told, newest first, with what became of it. A page may come short: only one without `next` is the last."""
        answer: ReadCallbackLogAnswer = self.call("readCallbackLog", query={"order_id": order_id, "event_type": event_type, "result": result, "from_time": from_time, "to_time": to_time, "limit": limit, "after": after}, timeout=timeout)
        return answer

    def read_events(
        self, *, after: Union[str, int] | None = None, limit: Union[str, int] | None = None, as_partner: bool = False, timeout: float | None = None
    ) -> ReadEventsAnswer:
        """The callbacks as a stream to pull. The same events by cursor. None is skipped, also while orders are being written; keep `next` and ask with it again. An account's token reads the events of its own orders and of its children's; the partner's API key, or a token made with it for `events:read`, those of the whole partner. A page may be shorter than its limit: only an empty one is the end."""
        answer: ReadEventsAnswer = self.call("readEvents", query={"after": after, "limit": limit}, as_partner=as_partner, timeout=timeout)
        return answer

    def refresh_token(
        self, body: RefreshToken, *, timeout: float | None = None
    ) -> TokenPair:
        """Exchange a refresh token. Gives a new token pair for a refresh token, which works once. One that was used before ends the newest pair that came of it."""
        answer: TokenPair = self.call("refreshToken", body=body, timeout=timeout)
        return answer

    def register_account(
        self, body: RegisterAccount, *, timeout: float | None = None
    ) -> TokenPair:
        """Register an account. An account of the partner whose key is sent, with its first token. A phone number belongs to one account of one partner."""
        answer: TokenPair = self.call("registerAccount", body=body, timeout=timeout)
        return answer

    def remove_child(
        self, child_id: Union[str, int], *, timeout: float | None = None
    ) -> RemoveChildAnswer:
        """Remove a child account. Succeeds only when the child has no ongoing orders and no unsettled balance."""
        answer: RemoveChildAnswer = self.call("removeChild", params={"child_id": child_id}, timeout=timeout)
        return answer

    def remove_point(
        self, order_id: Union[str, int], path_index: Union[str, int], *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Order:
        """Remove a delivery point. As adding one; the pickup stays, and so do as many deliveries as the service asks for. Answers the order."""
        answer: Order = self.call("removePoint", params={"order_id": order_id, "path_index": path_index}, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def resend_callbacks(
        self, *, body: ResendCallbacks | None = None, timeout: float | None = None
    ) -> ResendCallbacksAnswer:
        """Send events again: one, all that were given up since a time, or those of the log that fit. One event by its id, every event that was given up since a time, or with `matching` those of `GET /v3/callbacks/log` that fit (`{}`: all); over 10,000 are refused. A resent event comes after newer ones: compare `event_seq`."""
        answer: ResendCallbacksAnswer = self.call("resendCallbacks", body=body, timeout=timeout)
        return answer

    def reverse_place(
        self, *, lat: Union[str, int] | None = None, lng: Union[str, int] | None = None, timeout: float | None = None
    ) -> NearestAddress:
        """The address at a coordinate, in both administrative forms. The nearest house or street with its ward, district and province, as in force since July 2025 and as before."""
        answer: NearestAddress = self.call("reversePlace", query={"lat": lat, "lng": lng}, timeout=timeout)
        return answer

    def rotate_callback_secret(
        self, *, timeout: float | None = None
    ) -> RotateCallbackSecretAnswer:
        """Change the signing secret. Both secrets sign until old_secret_end_time."""
        answer: RotateCallbackSecretAnswer = self.call("rotateCallbackSecret", timeout=timeout)
        return answer

    def route(
        self, profile: Union[str, int], coordinates: Union[str, int], *, geometries: Union[str, int] | None = None, overview: Union[str, int] | None = None, steps: Union[str, int] | None = None, annotations: Union[str, int] | None = None, alternatives: Union[str, int] | None = None, continue_straight: Union[str, int] | None = None, waypoints: Union[str, int] | None = None, depart_at: Union[str, int] | None = None, radiuses: Union[str, int] | None = None, hints: Union[str, int] | None = None, generate_hints: Union[str, int] | None = None, skip_waypoints: Union[str, int] | None = None, bearings: Union[str, int] | None = None, approaches: Union[str, int] | None = None, exclude: Union[str, int] | None = None, snapping: Union[str, int] | None = None, timeout: float | None = None
    ) -> RouteAnswer:
        """Route and distance. The fastest way through the coordinates, in OSRM's v1 protocol."""
        answer: RouteAnswer = self.call("route", params={"profile": profile, "coordinates": coordinates}, query={"geometries": geometries, "overview": overview, "steps": steps, "annotations": annotations, "alternatives": alternatives, "continue_straight": continue_straight, "waypoints": waypoints, "depart_at": depart_at, "radiuses": radiuses, "hints": hints, "generate_hints": generate_hints, "skip_waypoints": skip_waypoints, "bearings": bearings, "approaches": approaches, "exclude": exclude, "snapping": snapping}, timeout=timeout)
        return answer

    def see_robots(
        self, *, timeout: float | None = None
    ) -> SeeRobotsAnswer:
        """Where the robots are. For the map of the start page: robot drivers who are online in Hồ Chí Minh City, without names."""
        answer: SeeRobotsAnswer = self.call("seeRobots", timeout=timeout)
        return answer

    def set_callbacks(
        self, body: CallbackSettings, *, timeout: float | None = None
    ) -> CallbackEndpoint:
        """Set where callbacks go. Events that wait are sent at once. They are signed with the secret that came with the partner's keys, or the newest one."""
        answer: CallbackEndpoint = self.call("setCallbacks", body=body, timeout=timeout)
        return answer

    def suggest_places(
        self, *, q: Union[str, int] | None = None, lat: Union[str, int] | None = None, lng: Union[str, int] | None = None, limit: Union[str, int] | None = None, timeout: float | None = None
    ) -> SuggestedPlaces:
        """What an address that is being typed may mean. Landmarks, shops, streets, houses, wards and districts whose name begins so, or nearly so; diacritics may be left out, and what comes after a comma or at the end may name the quarter. Near places come first when `lat` and `lng` are given, and addresses of your own orders before others."""
        answer: SuggestedPlaces = self.call("suggestPlaces", query={"q": q, "lat": lat, "lng": lng, "limit": limit}, timeout=timeout)
        return answer

    def table(
        self, profile: Union[str, int], coordinates: Union[str, int], *, sources: Union[str, int] | None = None, destinations: Union[str, int] | None = None, annotations: Union[str, int] | None = None, fallback_speed: Union[str, int] | None = None, fallback_coordinate: Union[str, int] | None = None, scale_factor: Union[str, int] | None = None, depart_at: Union[str, int] | None = None, radiuses: Union[str, int] | None = None, hints: Union[str, int] | None = None, generate_hints: Union[str, int] | None = None, skip_waypoints: Union[str, int] | None = None, bearings: Union[str, int] | None = None, approaches: Union[str, int] | None = None, exclude: Union[str, int] | None = None, snapping: Union[str, int] | None = None, timeout: float | None = None
    ) -> TableAnswer:
        """Table of durations and distances. The fastest ways between many coordinates at once. A cell is null where no way leads."""
        answer: TableAnswer = self.call("table", params={"profile": profile, "coordinates": coordinates}, query={"sources": sources, "destinations": destinations, "annotations": annotations, "fallback_speed": fallback_speed, "fallback_coordinate": fallback_coordinate, "scale_factor": scale_factor, "depart_at": depart_at, "radiuses": radiuses, "hints": hints, "generate_hints": generate_hints, "skip_waypoints": skip_waypoints, "bearings": bearings, "approaches": approaches, "exclude": exclude, "snapping": snapping}, timeout=timeout)
        return answer

    def test_callback(
        self, *, timeout: float | None = None
    ) -> TestCallbackAnswer:
        """Send a test event and tell what the endpoint answered. One event that is no order's, sent at once; the answer is what your endpoint answered."""
        answer: TestCallbackAnswer = self.call("testCallback", timeout=timeout)
        return answer

    def trip(
        self, profile: Union[str, int], coordinates: Union[str, int], *, roundtrip: Union[str, int] | None = None, source: Union[str, int] | None = None, destination: Union[str, int] | None = None, geometries: Union[str, int] | None = None, overview: Union[str, int] | None = None, steps: Union[str, int] | None = None, annotations: Union[str, int] | None = None, depart_at: Union[str, int] | None = None, radiuses: Union[str, int] | None = None, hints: Union[str, int] | None = None, generate_hints: Union[str, int] | None = None, skip_waypoints: Union[str, int] | None = None, bearings: Union[str, int] | None = None, approaches: Union[str, int] | None = None, exclude: Union[str, int] | None = None, snapping: Union[str, int] | None = None, timeout: float | None = None
    ) -> TripAnswer:
        """Stops in the best order. The fastest way over all coordinates in whichever order, in OSRM's v1 protocol."""
        answer: TripAnswer = self.call("trip", params={"profile": profile, "coordinates": coordinates}, query={"roundtrip": roundtrip, "source": source, "destination": destination, "geometries": geometries, "overview": overview, "steps": steps, "annotations": annotations, "depart_at": depart_at, "radiuses": radiuses, "hints": hints, "generate_hints": generate_hints, "skip_waypoints": skip_waypoints, "bearings": bearings, "approaches": approaches, "exclude": exclude, "snapping": snapping}, timeout=timeout)
        return answer

    def update_order(
        self, order_id: Union[str, int], *, body: UpdateOrder | None = None, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Dict[str, Any]:
        """Update a point of an order, or its time, goods or special requests. One point of an order that is not over, all or nothing; or, without `path_index`, the order's time, goods or special requests, priced again. What may change how often, and on which services, is in the partner guide."""
        answer: Dict[str, Any] = self.call("updateOrder", params={"order_id": order_id}, body=body, idempotency_key=idempotency_key, timeout=timeout)
        return answer

    def update_profile(
        self, *, body: UpdateProfile | None = None, timeout: float | None = None
    ) -> Dict[str, Any]:
        """Update the profile. Name and e-mail of the account itself; what is not sent stays."""
        answer: Dict[str, Any] = self.call("updateProfile", body=body, timeout=timeout)
        return answer
