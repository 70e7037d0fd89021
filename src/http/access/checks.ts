// What each kind of caller must show, and the limit that goes with it. Checked before a body is read, so that a stranger learns nothing
// from our judgement of it.
import type { FastifyRequest } from "fastify";
import { mayHaveChildren } from "../../domain/accounts/account.ts";
import type { PartnerScope } from "../../domain/accounts/partner-scopes.ts";
import type { WebSessionKind } from "../../domain/accounts/web-session.ts";
import { type MemberRight, type MemberRole, refuseMember } from "../../domain/members/member-roles.ts";
import { refuseWithoutRight } from "../../domain/operators/operator.ts";
import { refuseUnproved } from "../../domain/operators/person.ts";
import { isOrderId } from "../../domain/orders/order-ids.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { type IdentifiedCaller, identifyCaller } from "../../operations/accounts/identify-caller.ts";
import { type IdentifyDriverDeps, identifyDriver } from "../../operations/drivers/driver-session.ts";
import { identifyApplicant } from "../../operations/joining/prove-phone.ts";
import { type Asked, refuseOutside } from "../../operations/operators/within-cities.ts";
import {
  type CredentialDeps,
  identifyPartner,
  type PartnerCaller,
  partnerNeeded,
} from "../../operations/partners/partner-credential.ts";
import type { Services } from "../../operations/services.ts";
import { isOneOf } from "../../ports/secrets.ts";
import type { FindDriverOnOrder } from "../../store/drivers/driver-on-order.ts";
import { sendRefusal } from "../base/answer.ts";
import { mayWrite, noteOperatorWrite } from "../base/audit.ts";
import {
  bearerToken,
  type CallerDeps,
  identifyOperator,
  identifyUser,
  noteApplicant,
  noteCaller,
  noteCreator,
  noteDriver,
  noteHeldOrder,
  noteMember,
  noteOperator,
  notePartner,
} from "../base/callers.ts";
import { readWebSession, refuseForeignPage } from "../base/web-session.ts";
import type { Hook, RateLimits } from "../limits/rate-limits.ts";
import { parametersOf } from "../older/parameters.ts";
import type { Check } from "./enforce-scopes.ts";
import type { Need, Who } from "./who.ts";

export type CheckDeps = CallerDeps &
  CredentialDeps &
  IdentifyDriverDeps &
  Pick<Services, "catalogue"> & {
    readonly mode: "sandbox" | "production";
    readonly recallDriverSession: IdentifyDriverDeps["findDriverSession"];
    readonly findDriverOnOrder: FindDriverOnOrder;
    readonly findCreatorSignIn: CallerDeps["findSignIn"];
    readonly metricsToken: string | undefined;
  };

export function openChecks(deps: CheckDeps, limits: RateLimits, routeKeyOnly: Check): (who: Who) => readonly Check[] {
  const asUser =
    (isParent: boolean, right: MemberRight, identify: Identify = identifyUser): Hook =>
    async (request, reply) => {
      const caller = await identify(deps, request);
      if (isRefusal(caller)) return sendRefusal(reply, caller);
      const refused =
        (isParent ? mayHaveChildren(caller) : undefined) ?? refuseMember(caller.memberRole ?? null, right);
      if (refused) return sendRefusal(reply, refused);
      const { creator, ...whom } = caller;
      noteCaller(request, whom);
      if (creator) noteCreator(request, creator);
      return limits.partner(reply, caller.partnerId, caller.rateLimitPerMinute);
    };
  const identifyCreator: Identify = (of, request) =>
    identifyUser({ ...of, findSignIn: deps.findCreatorSignIn }, request);
  // Who sends nothing that speaks for a partner is left to `otherwise`.
  const asPartner =
    (scope: PartnerScope, otherwise?: Hook): Hook =>
    async (request, reply) => {
      const partner = await partnerOfRequest(deps, request, scope);
      if (!partner && otherwise) return otherwise(request, reply);
      if (!partner || isRefusal(partner)) return sendRefusal(reply, partner ?? partnerNeeded(scope));
      const refused = refuseMember(partner.memberRole ?? null, "callbacks");
      if (refused) return sendRefusal(reply, refused);
      notePartner(request, partner);
      return limits.partner(reply, partner.partnerId, partner.rateLimitPerMinute);
    };

  // People in the portal of an account that is nobody's child.
  const asPortal =
    (right: MemberRight): Hook =>
    async (request, reply) => {
      const session = await readWebSession(deps, request, "portal");
      if (!session || isRefusal(session) || session.parentPhone !== null) return sendRefusal(reply, portalNeeded());
      const refused = refuseMember(session.memberRole, right);
      if (refused) return sendRefusal(reply, refused);
      noteCaller(request, session);
      noteMember(request, session);
      return limits.partner(reply, session.partnerId, session.rateLimitPerMinute);
    };

  // A good key beside a token is the operator; a wrong one leaves it to `otherwise`.
  const tellOwnerKey = openOwnerKeyNotice(deps);
  const asOperator =
    ({ right, reach }: Need, otherwise?: Hook): Hook =>
    async (request, reply) => {
      const { authorization, "x-operator-key": key } = request.headers;
      if (otherwise && authorization !== undefined && key === undefined) return otherwise(request, reply);
      const operator = await identifyOperator(deps, request);
      if (isRefusal(operator)) return otherwise ? otherwise(request, reply) : sendRefusal(reply, operator);
      if (key !== undefined && operator.by === "owner_key") tellOwnerKey(request);
      const refused =
        refuseWithoutRight(operator, right) ??
        (mayWrite(request) ? refuseUnproved(operator, right, deps.clock.now()) : undefined) ??
        (await refuseOutside(deps, operator, reach, {
          params: request.params as Asked["params"],
          query: request.query as Asked["query"],
        }));
      noteOperator(request, operator);
      // What somebody was not allowed to do is kept as well.
      await noteOperatorWrite(deps, request, operator);
      return refused && sendRefusal(reply, refused);
    };

  const gatherer =
    (need: Need): Hook =>
    async (request, reply) => {
      const token = bearerToken(request);
      const isGatherer = token !== undefined && deps.metricsToken !== undefined && isOneOf(token, [deps.metricsToken]);
      return isGatherer ? undefined : asOperator(need)(request, reply);
    };

  // A wrong key is told; a console's cookie that has ended makes its browser anyone.
  const whoeverSendsNoKey =
    (need: Need): Hook =>
    async (request, reply) =>
      request.headers["x-operator-key"] === undefined ? undefined : asOperator(need)(request, reply);

  const asDriver =
    (of: IdentifyDriverDeps): Hook =>
    async (request, reply) => {
      const driver = await identifyDriver(of, bearerToken(request));
      if (isRefusal(driver)) return sendRefusal(reply, driver);
      noteDriver(request, driver);
      return limits.driver(reply, driver.phone);
    };

  // An order that cannot be one is not asked for.
  const asDriverOnOrder =
    (isArrival: boolean): Hook =>
    async (request, reply) => {
      const { order_id: orderId = "" } = request.params as { readonly order_id?: string };
      if (!isOrderId(orderId)) return asDriver(deps)(request, reply);
      const findDriverSession: IdentifyDriverDeps["findDriverSession"] = async (tokenHash) => {
        const found = await deps.findDriverOnOrder({ tokenHash, orderId, isArrival });
        if (found) noteHeldOrder(request, found.held ?? "none");
        return found?.session;
      };
      return asDriver({ ...deps, findDriverSession })(request, reply);
    };

  const applicant: Hook = async (request, reply) => {
    const found = await identifyApplicant(deps, bearerToken(request));
    if (isRefusal(found)) return sendRefusal(reply, found);
    noteApplicant(request, found);
    return limits.applicant(reply, found.phone);
  };

  const fromPage =
    (page: WebSessionKind): Hook =>
    async (request, reply) => {
      const foreign = refuseForeignPage(request, page, deps.publicUrl);
      return foreign && sendRefusal(reply, foreign);
    };

  return (who) => {
    switch (who.may) {
      case "anyone":
        return [...(who.signsIn ? [limits.signIn] : []), ...(who.page ? [fromPage(who.page)] : [])];
      case "user":
        return [
          asUser(false, who.right, who.opens ? identifyCreator : identifyUser),
          ...(who.signsIn ? [limits.signIn] : []),
        ];
      case "parent":
        return [asUser(true, who.right), ...(who.signsIn ? [limits.signIn] : [])];
      case "user by parameter":
      case "parent by parameter":
        return [
          // Browsers have no part in these.
          asUser(who.may === "parent by parameter", "look", identifyByParameter),
          ...(who.signsIn ? [limits.signIn] : []),
        ];
      case "partner":
        return [asPartner(who.scope)];
      case "user or partner":
        return [asPartner(who.scope, asUser(false, "look"))];
      case "portal":
        return [asPortal(who.right)];
      case "operator":
        return [asOperator(who.need)];
      case "operator or gatherer":
        return [gatherer(who.need)];
      case "anyone or operator":
        return [asOperator(who.need, whoeverSendsNoKey(who.need))];
      case "user or operator":
        return [asOperator(who.need, asUser(false, who.right))];
      case "partner or operator":
        return [asOperator(who.need, asPartner(who.scope))];
      case "driver":
        return [who.steps ? asDriverOnOrder(who.steps === "at its pickup") : asDriver(deps)];
      case "known driver":
        return [asDriver({ ...deps, findDriverSession: deps.recallDriverSession })];
      case "applicant":
        return [applicant];
      case "route key":
        return [routeKeyOnly];
    }
  };
}

type WithRole = { readonly memberRole?: MemberRole | null };
type Identify = (deps: CallerDeps, request: FastifyRequest) => Promised<IdentifiedCaller & WithRole, "NOT_AUTHORIZED">;

function portalNeeded(): Refusal<"NOT_AUTHORIZED"> {
  return refuse(
    "NOT_AUTHORIZED",
    "This is for people who signed in to the portal, for an account that is nobody's child.",
  );
}

const OWNER_KEY_EVERY_MS = 60_000;

// The key in OPERATOR_KEY is for when nothing else is left: in production its use is told, once a minute at most, because a program that
// still goes by it calls all the time.
function openOwnerKeyNotice({ mode, clock }: CheckDeps): (request: FastifyRequest) => void {
  let toldAt = 0;
  let calls = 0;
  return (request) => {
    if (mode !== "production") return;
    calls++;
    const now = clock.now().getTime();
    if (now - toldAt < OWNER_KEY_EVERY_MS) return;
    request.log.warn(
      { call: request.routeOptions.url, calls },
      "OPERATOR_KEY was used, the owner's key for emergencies",
    );
    toldAt = now;
    calls = 0;
  };
}

// A header counts for more than a parameter, as everywhere.
function identifyByParameter(deps: CallerDeps, request: FastifyRequest): ReturnType<typeof identifyUser> {
  const { token } = parametersOf(request);
  return identifyCaller(deps, bearerToken(request) ?? (typeof token === "string" ? token : undefined));
}

// undefined: nothing was sent that speaks for a partner. What a program sends wins over a cookie.
async function partnerOfRequest(
  deps: CheckDeps,
  request: FastifyRequest,
  scope: PartnerScope,
): Promised<(PartnerCaller & WithRole) | undefined, "NOT_AUTHORIZED"> {
  const key = request.headers["api-key"];
  const credential = typeof key === "string" ? key : bearerToken(request);
  if (credential !== undefined) return identifyPartner(deps, credential, scope);
  if (request.headers.authorization !== undefined) return undefined;
  const session = await readWebSession(deps, request, "portal");
  if (!session || isRefusal(session)) return session;
  return session.parentPhone === null ? session : undefined;
}
