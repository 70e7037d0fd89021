// A call as something to paste: for a terminal, or for a program with our TypeScript client.
import { CALLS } from "../../../clients/typescript/src/api.ts";

export type ShownCall = { readonly kind: "estimate" | "create"; readonly body: object };

const PATHS = { estimate: CALLS.estimateFees.path, create: CALLS.createOrder.path } as const;
const METHODS = { estimate: "estimate", create: "createOrder" } as const;

export function pathOf(call: ShownCall): string {
  return PATHS[call.kind];
}

export function asCurl(call: ShownCall, origin: string): string {
  const json = JSON.stringify(call.body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl -X POST ${origin}${pathOf(call)} \\`,
    `  -H "Authorization: Bearer $GIAO_TOKEN" \\`,
    `  -H 'Content-Type: application/json' \\`,
    ...(call.kind === "create" ? [`  -H "Idempotency-Key: $(uuidgen)" \\`] : []),
    `  -d '${json}'`,
  ].join("\n");
}

export function asTypeScript(call: ShownCall, origin: string, mobile: string): string {
  const body = JSON.stringify(call.body, null, 2).replace(/^(\s*)"([a-z_]+)":/gim, "$1$2:");
  return [
    `import { CALLS } from "../../../clients/typescript/src/api.ts";
import { Giao } from "giao-client";`,
    "",
    `const giao = new Giao({ url: "${origin}", apiKey: process.env.GIAO_KEY, mobile: "${mobile}" });`,
    "",
    `const answer = await giao.${METHODS[call.kind]}(${body});`,
  ].join("\n");
}
