import { DISPATCH_HELP, dispatchCommand } from "../../cli/audit.ts";
import type { Verb } from "./verb.ts";

export const DISPATCH: Verb = { help: DISPATCH_HELP, run: dispatchCommand };
