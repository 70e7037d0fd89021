// The kinds of callers, as the table of scopes names them, and how each shows itself in the API's description.

import type { PartnerScope } from "../../domain/accounts/partner-scopes.ts";
import type { WebSessionKind } from "../../domain/accounts/web-session.ts";
import type { MemberRight } from "../../domain/members/member-roles.ts";
import type { OperatorRight } from "../../domain/operators/roles.ts";
import type { Reach } from "../../operations/operators/within-cities.ts";

// What somebody of the operator's needs, and where what they ask for may lie.
export type Need = { readonly right: OperatorRight; readonly reach: Reach };

export type Who =
  // `signsIn`: keys and pins can be guessed there, so that an address has fewer tries. `link`: what is asked for is named by a token
  // nobody can guess, and having it is enough. `page`: a page of this server, with or without a cookie.
  | { readonly may: "anyone"; readonly signsIn?: true; readonly link?: true; readonly page?: WebSessionKind }
  // An account, by its token or its browser in the portal. `parent`: one that is nobody's child (5.4). `right`: what a member needs there.
  // `opens`: an order, so that what this goes by is read along with who calls.
  | { readonly may: "user" | "parent"; readonly right: MemberRight; readonly signsIn?: true; readonly opens?: true }
  // The same in the older forms, where the token may stand among the parameters: checked once the body is read.
  | { readonly may: "user by parameter" | "parent by parameter"; readonly signsIn?: true }
  // Somebody who speaks for the whole partner: its API key, a token made with that key for this scope, or the portal's browser of an
  // account that is nobody's child, because only the key opens one; of a member, with the right to callbacks.
  | { readonly may: "partner"; readonly scope: PartnerScope }
  // The answer tells less to an account than to its partner.
  | { readonly may: "user or partner"; readonly scope: PartnerScope }
  // The same browser and nothing else, with this right: people and keys are no business of a token's.
  | { readonly may: "portal"; readonly right: MemberRight }
  // Somebody of the operator's with this right, by a key or the console's browser.
  | { readonly may: "operator"; readonly need: Need }
  // Or the machine that gathers measures, by a token for that alone.
  | { readonly may: "operator or gatherer"; readonly need: Need }
  // The answer tells the operator more.
  | { readonly may: "anyone or operator"; readonly need: Need }
  | { readonly may: "user or operator"; readonly right: MemberRight; readonly need: Need }
  | { readonly may: "partner or operator"; readonly scope: PartnerScope; readonly need: Need }
  // `known driver`: may hear of a session's end a moment later, for calls that come too often to look each session up.
  // `steps`: on an order of theirs, which is read along with who calls; at its pickup with how long the way there was to take.
  | { readonly may: "driver" | "known driver"; readonly steps?: "on an order" | "at its pickup" }
  // Somebody who wants to drive and has proved their phone.
  | { readonly may: "applicant" }
  | { readonly may: "route key" };

export const anyone: Who = { may: "anyone" };
export const whoeverHasTheLink: Who = { may: "anyone", link: true };
export const whoeverSignsIn: Who = { may: "anyone", signsIn: true };
export const ownPage = (page: WebSessionKind): Who => ({ may: "anyone", page });
export const signInPage = (page: WebSessionKind): Who => ({ may: "anyone", page, signsIn: true });
export const user = (right: MemberRight): Who => ({ may: "user", right });
export const userWhoOpens: Who = { may: "user", right: "orders", opens: true };
export const parent = (right: MemberRight): Who => ({ may: "parent", right });
export const portal = (right: MemberRight): Who => ({ may: "portal", right });
export const userByParameter: Who = { may: "user by parameter" };
export const parentByParameter: Who = { may: "parent by parameter" };
// With a code that could be guessed.
export const parentWithCode = (right: MemberRight): Who => ({ may: "parent", right, signsIn: true });
export const parentWithCodeByParameter: Who = { may: "parent by parameter", signsIn: true };
export const partner = (scope: PartnerScope): Who => ({ may: "partner", scope });
export const userOrPartner = (scope: PartnerScope): Who => ({ may: "user or partner", scope });
// What is not said to lie in a city concerns all of them.
export const operator = (right: OperatorRight, reach: Reach = "all cities"): Who => ({
  may: "operator",
  need: { right, reach },
});
export const operatorOrGatherer: Who = { may: "operator or gatherer", need: { right: "look", reach: "no city" } };
export const anyoneOrOperator: Who = { may: "anyone or operator", need: { right: "look", reach: "no city" } };
export const userOrOperator = (memberRight: MemberRight, right: OperatorRight, reach: Reach): Who => ({
  may: "user or operator",
  right: memberRight,
  need: { right, reach },
});
export const partnerOrOperator = (scope: PartnerScope, right: OperatorRight): Who => ({
  may: "partner or operator",
  scope,
  need: { right, reach: "no city" },
});
export const driver: Who = { may: "driver" };
export const driverOnOrder: Who = { may: "driver", steps: "on an order" };
export const driverAtPickup: Who = { may: "driver", steps: "at its pickup" };
export const knownDriver: Who = { may: "known driver" };
export const applicant: Who = { may: "applicant" };
export const routeKey: Who = { may: "route key" };

// As OpenAPI has it: any one of these is enough.
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

const OPERATOR: Security = [{ operator: [] }, { console: [] }];
const USER: Security = [{ token: [] }, { portal: [] }];
const byPartner = (scope: PartnerScope): Security => [{ partner: [scope] }, { partner_key: [] }, { portal: [] }];

// What callers other than the operator can send, the usual way first; undefined: nothing is needed, empty: none of them may.
function securityOfOthers(who: Who): Security | undefined {
  switch (who.may) {
    case "anyone":
      return who.page && !who.signsIn ? [{ [who.page]: [] }] : undefined;
    case "anyone or operator":
      return undefined;
    case "user":
    case "parent":
    case "user or operator":
    case "user by parameter":
    case "parent by parameter":
      return USER;
    case "partner":
    case "partner or operator":
      return byPartner(who.scope);
    case "user or partner":
      return [{ token: [] }, ...byPartner(who.scope)];
    case "portal":
      return [{ portal: [] }];
    case "driver":
    case "known driver":
      return [{ driver: [] }];
    case "applicant":
      return [{ applicant: [] }];
    case "route key":
      return [{ route: [] }];
    case "operator":
    case "operator or gatherer":
      return [];
  }
}

const OPERATORS_TOO: readonly Who["may"][] = [
  "operator",
  "operator or gatherer",
  "user or operator",
  "partner or operator",
];

export function securityOf(who: Who, reader: "operator" | "others"): Security | undefined {
  const others = securityOfOthers(who);
  if (others === undefined || reader === "others" || !OPERATORS_TOO.includes(who.may)) return others;
  return [...others, ...OPERATOR, ...(who.may === "operator or gatherer" ? [{ metrics: [] }] : [])];
}

export function needsCredential(who: Who): boolean {
  const others = securityOfOthers(who);
  return others !== undefined;
}

// Calls that nobody but the operator has a use for; the rest of the world need not know them.
export function isOperators(who: Who): boolean {
  return (
    who.may === "operator" || who.may === "operator or gatherer" || (who.may === "anyone" && who.page === "console")
  );
}

export function isByParameter(who: Who): boolean {
  return who.may === "user by parameter" || who.may === "parent by parameter";
}
