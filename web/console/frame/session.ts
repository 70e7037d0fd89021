// Who of the operator's people is signed in.
import { webSession } from "../../parts/sign-in/web-session.ts";
import { ask } from "./ask.ts";

type Session = { readonly name: string; readonly expires_at: number };
type Given = { readonly operator_key: string; readonly name: string };

export const consoleSession = webSession<Session, Given>(ask, "/console/v1/session");
