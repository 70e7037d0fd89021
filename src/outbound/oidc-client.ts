// Signing in at the operator's own OpenID provider: the code flow with PKCE, state and nonce, by openid-client, which checks the answer and the
// ID token. The provider is asked anew for its addresses and keys each time: people sign in seldom, and a provider that is away is found out
// before anybody is sent there. It is the operator's own choice, so no address guard stands before it.
import * as client from "openid-client";
import { type Promised, refuse } from "../domain/refusal.ts";

export type ProviderAddress = {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
};

// What must be known again when somebody comes back.
export type Trip = { readonly state: string; readonly nonce: string; readonly verifier: string };

export type ProvedIdentity = {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  // When they proved to the provider who they are, where it says so.
  readonly provedAt: Date | null;
};

export type OidcClient = {
  // `again`: they must prove themselves there anew, and the answer tells when.
  readonly begin: (trip: Trip, again?: "again") => Promised<URL, "PROVIDER_AWAY">;
  // `query`: of the address to which the provider sent them back.
  readonly finish: (trip: Trip, query: string) => Promised<ProvedIdentity, "PROVIDER_AWAY" | "SIGN_IN_FAILED">;
};

// Of a whole sign-in, however many questions it takes.
const TIMEOUT_MS = 6_000;

export function openOidcClient(
  { issuer, clientId, clientSecret, scope }: ProviderAddress,
  redirectUri: string,
): OidcClient {
  const [basic, inBody] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  const authenticate: client.ClientAuth = (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (ways.includes("client_secret_basic") ? basic : inBody)(server, ...rest);
  };
  const discover = () => {
    const end = AbortSignal.timeout(TIMEOUT_MS);
    return client.discovery(issuer, clientId, undefined, authenticate, {
      [client.customFetch]: (url, options) => fetch(url, { ...options, signal: end } as RequestInit),
      execute: [
        // The library trusts the line to the provider unless told to look at signatures.
        client.enableNonRepudiationChecks,
        // Only where the settings allow such an address.
        ...(issuer.protocol === "http:" ? [client.allowInsecureRequests] : []),
      ],
    });
  };
  return {
    begin: async (trip, again) => {
      try {
        return client.buildAuthorizationUrl(await discover(), {
          redirect_uri: redirectUri,
          scope,
          state: trip.state,
          nonce: trip.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(trip.verifier),
          code_challenge_method: "S256",
          ...(again ? { max_age: "0", prompt: "login" } : {}),
        });
      } catch (error) {
        return away(error);
      }
    },
    finish: async (trip, query) => {
      const back = new URL(redirectUri);
      back.search = query;
      let config: client.Configuration;
      try {
        config = await discover();
      } catch (error) {
        return away(error);
      }
      try {
        const tokens = await client.authorizationCodeGrant(config, back, {
          expectedState: trip.state,
          expectedNonce: trip.nonce,
          pkceCodeVerifier: trip.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        const told = config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
        return {
          issuer: claims.iss,
          subject: claims.sub,
          // What is signed counts for more.
          claims: { ...told, ...claims },
          provedAt: typeof claims.auth_time === "number" ? new Date(claims.auth_time * 1000) : null,
        };
      } catch (error) {
        return isAway(error) ? away(error) : refuse("SIGN_IN_FAILED", `The sign-in was not accepted: ${whyOf(error)}.`);
      }
    },
  };
}

function away(error: unknown) {
  return refuse("PROVIDER_AWAY", `The sign-in provider did not answer as it should: ${whyOf(error)}.`);
}

// It did not answer at all, not in time, or with a fault of its own.
function isAway(error: unknown): boolean {
  const { name, code, cause } = error as { readonly name?: string; readonly code?: string; readonly cause?: unknown };
  if (name === "TimeoutError" || name === "AbortError" || code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT")
    return true;
  if (error instanceof TypeError && error.message === "fetch failed") return true;
  if (code === "OAUTH_RESPONSE_IS_NOT_CONFORM" && cause instanceof Response) return cause.status >= 500;
  return cause instanceof Error && isAway(cause);
}

// Codes of the library and the provider, which hold nothing secret; its sentences may quote what was sent.
function whyOf(error: unknown): string {
  const {
    error: told,
    code,
    name,
  } = error as { readonly error?: unknown; readonly code?: unknown; readonly name?: unknown };
  const words = [told, code, name].find((one) => typeof one === "string" && /^[\w.-]{1,60}$/.test(one));
  return typeof words === "string" ? words : "unknown";
}
