// Who of the operator's people is signed in.
import type { ConsoleSession } from "../../../clients/typescript/src/api.ts";
import type { Input } from "../../parts/ask.ts";
import { webSession } from "../../parts/sign-in/web-session.ts";
import { ask } from "./ask.ts";

export const consoleSession = webSession({
  see: () => ask("seeConsoleSession", {}),
  open: (body: Input<"openConsoleSession">["body"]) => ask("openConsoleSession", { body }),
  end: () => ask("endConsoleSession", {}),
  // A role that changed is a page that changes, and not another person's.
  idOf: ({ name, email }: ConsoleSession) => email || name,
});
