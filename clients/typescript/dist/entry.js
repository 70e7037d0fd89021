export { BadCallback, readCallback } from "./callback.js";
export { Giao } from "./client.js";
export { isRefused, Refused, Unreachable } from "./refused.js";
