export type { Account, CallbackSettings, Calls, City, Estimate, EstimateInput, Order, OrderInput, PathPoint, PathPointInput, RefusalCode, Service, } from "./api.ts";
export type { CallbackEvent, CheckOptions, IncomingCallback } from "./callback.ts";
export { BadCallback, readCallback } from "./callback.ts";
export type { Answer, CallName, CallOptions, GiaoOptions, Input, WithKeys, WithToken } from "./client.ts";
export { Giao } from "./client.ts";
export type { EventFeedOptions, FedEvent } from "./event-feed.ts";
export type { AnyCode } from "./refused.ts";
export { isRefused, Refused, Unreachable } from "./refused.ts";
export type { TokenStore } from "./tokens.ts";
