// A real OpenID provider on loopback, as an operator would have one: everybody signs in there with their name alone, and has the claims that the
// test gave them.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export const CLIENT = { id: "giao", secret: "a secret between giao and its provider" } as const;

export type Claims = Readonly<Record<string, unknown>>;

export type IdentityProvider = {
  readonly issuer: string;
  // By the name they type.
  readonly people: Map<string, Claims>;
  readonly close: () => Promise<void>;
};

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const people = new Map<string, Claims>();
  const server = createServer();
  const issuer = await listen(server);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub", "roles"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    pkce: { required: () => true },
    cookies: { keys: ["for tests"] },
  });
  server.on("request", provider.callback());
  return { issuer, people, close: () => stop(server) };
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

export type ProviderBrowser = {
  // Goes where it is sent, and gives back the address at `home` it ends at.
  readonly signIn: (url: string, name: string) => Promise<URL>;
};

const STEPS_MAX = 12;

// Keeps cookies, follows redirects and fills the provider's two forms in.
export function openProviderBrowser(issuer: string): ProviderBrowser {
  const jar = new Map<string, string>();
  const step = async (url: string, form?: Readonly<Record<string, string>>): Promise<Response> => {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, kept]) => `${name}=${kept}`).join("; ") },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };
  return {
    signIn: async (url, name) => {
      let answer = await step(url);
      let at = new URL(url);
      for (let steps = 0; steps < STEPS_MAX; steps++) {
        const location = answer.headers.get("location");
        if (location === null) {
          const prompt = /name="prompt" value="(\w+)"/.exec(await answer.text())?.[1] ?? "";
          if (prompt === "") throw new Error(`the provider said ${answer.status} at ${at.pathname}`);
          answer = await step(at.href, { prompt, ...(prompt === "login" ? { login: name, password: "any" } : {}) });
          continue;
        }
        at = new URL(location, at);
        if (at.origin !== issuer) return at;
        answer = await step(at.href);
      }
      throw new Error(`the provider went on and on; the last was ${at.pathname}`);
    },
  };
}
