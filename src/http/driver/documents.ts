// A driver's own documents, and which of them end soon.
import { Type } from "typebox";
import { field, maybe, oneOf, text } from "../../contract/fields.ts";
import { DOCUMENT_KINDS } from "../../domain/joining/documents.ts";
import { type EndedDocumentDeps, seeOwnDocuments } from "../../operations/joining/ended-documents.ts";
import { driverOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";

export const driverDocumentCalls = [
  callsOf<EndedDocumentDeps>("Driver").plain({
    id: "listOwnDocuments",
    at: "GET /driver/v1/documents",
    summary: "The driver's documents, and which of them end",
    description: "A new one is sent at /join/<city_id>, with the code that goes to the same phone.",
    answer: Type.Object({
      city_id: text,
      documents: Type.Array(
        Type.Object({
          kind: oneOf(DOCUMENT_KINDS),
          expires_on: maybe(text),
          ending: oneOf(["ended", "ends", "good"], { description: "ends: within DOCUMENT_REMINDER_DAYS." }),
          waiting: field.flag("Another was sent and waits to be looked at."),
          asked_again: field.text("Why yet another is asked for; empty where none is."),
        }),
      ),
    }),
    run: async (request, deps) => {
      const { phone, cityId } = driverOf(request);
      const documents = await seeOwnDocuments(deps, phone);
      return {
        city_id: cityId,
        documents: documents.map(({ kind, expiresOn, ending, isWaiting, askedAgain }) => ({
          kind,
          ...(expiresOn === null ? {} : { expires_on: expiresOn }),
          ending,
          waiting: isWaiting,
          asked_again: askedAgain ?? "",
        })),
      };
    },
  }),
];
