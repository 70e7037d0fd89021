// Who of the operator's people is signed in.
import type { Input } from "../../parts/ask.ts";
import { webSession } from "../../parts/sign-in/web-session.ts";
import { ask } from "./ask.ts";

export const consoleSession = webSession({
  see: () => ask("seeConsoleSession", {}),
  open: (body: Input<"openConsoleSession">["body"]) => ask("openConsoleSession", { body }),
  end: () => ask("endConsoleSession", {}),
  idOf: ({ name }: { readonly name: string }) => name,
});
