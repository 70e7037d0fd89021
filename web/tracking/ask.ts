// The tracking page's way to the server: the link itself says what may be seen.
import { TRACKING_CALLS } from "../../clients/typescript/src/api.ts";
import { askerOf } from "../parts/ask.ts";

export const ask = askerOf(TRACKING_CALLS);
