// The contract for programs of other people: a collection for Postman (Bruno and others import it too) and llms.txt, both made from the
// same document as /openapi.json when they are first asked for.
import type { App } from "../base/app-type.ts";
import { answerAt } from "../calls/register-calls.ts";
import { compressed, onceMade, sendAsset } from "../pages/compressed.ts";
import type { Contract } from "./contract-calls.ts";
import { renderLlms } from "./llms-text.ts";
import { renderCollection } from "./postman-collection.ts";
import type { ReferenceKeys } from "./reference-page.ts";
import type { Language } from "./vietnamese.ts";

export function registerContractFiles(
  app: App,
  contract: (language: Language) => Contract,
  root: string,
  keys: ReferenceKeys | undefined,
): void {
  const collection = onceMade(() =>
    compressed(
      "application/json; charset=utf-8",
      JSON.stringify(renderCollection(contract("en"), root, keys), null, 1),
    ),
  );
  const llms = onceMade(() => compressed("text/plain; charset=utf-8", renderLlms(contract("en"), root)));
  answerAt(app, "GET /docs/postman.json", async (request, reply) =>
    sendAsset(request, reply, await collection(), "no-cache"),
  );
  answerAt(app, "GET /llms.txt", async (request, reply) => sendAsset(request, reply, await llms(), "no-cache"));
}
