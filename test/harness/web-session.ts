// A browser's part in a test of calls: keeps its cookie and says that it is a page of ours.
import type { Page } from "playwright-core";
import type { Answer, Call, Giao } from "./giao.ts";

type Kind = "portal" | "console";
type Caller = Pick<Giao, "call">;

export type SignedIn = {
  readonly cookie: string;
  // Calls as a page does; headers given here replace its own.
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  // The same browser before another replica.
  readonly at: (giao: Caller) => SignedIn;
};

export async function signInPage(giao: Caller, kind: Kind, body: unknown): Promise<SignedIn> {
  const answer = await giao.call("POST", `/${kind}/v1/session`, { body, headers: { "x-giao-page": "1" } });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (answer.status !== 200 || cookie === undefined) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`);
  return pageWith(giao, cookie);
}

export function pageWith(giao: Caller, cookie: string): SignedIn {
  return {
    cookie,
    call: (method, path, call = {}) =>
      giao.call(method, path, { ...call, headers: { cookie, "x-giao-page": "1", ...call.headers } }),
    at: (other) => pageWith(other, cookie),
  };
}

// A browser that signed in earlier.
export async function keepSession(page: Page, root: string, { cookie }: SignedIn): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: root, httpOnly: true }]);
}
