// People of the operator's, as tests need them: invited, joined, signed in, and with proof of who they are.
import { linkForFirstOwner } from "../../src/operations/operators/people.ts";
import { assertOk } from "./expect.ts";
import type { Answer, Giao } from "./giao.ts";

export type Member = {
  readonly headers: Readonly<Record<string, string>>;
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>;
};

const PASSWORD = "lotus pond at dawn";

export async function startStaff(giao: Giao): Promise<{
  readonly owner: Member;
  readonly invite: (name: string, role: string, cities?: readonly string[]) => Promise<Member>;
}> {
  const join = async (link: string, more: object = {}): Promise<Member> => {
    const answer = await giao.call("POST", "/console/v1/join", {
      headers: { "x-giao-page": "1" },
      body: { token: link, password: PASSWORD, ...more },
    });
    assertOk(answer);
    const headers = { "x-giao-page": "1", cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
    return {
      headers,
      call: (method, path, body) =>
        giao.call(method, `/operator/v1${path}`, { headers, ...(body === undefined ? {} : { body }) }),
    };
  };
  const first = await linkForFirstOwner(giao.house);
  if (!first) throw new Error("there is an owner already");
  const owner = await join(first.token, { email: "owner@giao.example", name: "Owner" });
  return {
    owner,
    invite: async (name, role, cities) => {
      const invited = await owner.call("POST", "/people", {
        email: `${name.toLowerCase()}@giao.example`,
        name,
        role,
        cities,
      });
      assertOk(invited);
      return join(new URL(invited.body.link).hash.slice(1));
    },
  };
}
