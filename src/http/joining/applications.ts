// The operator's side of joining: who wants to drive, their documents, and the decision.
import { Type } from "typebox";
import { field, maybe, oneOf, text } from "../../contract/fields.ts";
import { APPLICATION_STATUSES, REASON_LENGTH_MAX } from "../../domain/joining/application.ts";
import type { Operator } from "../../domain/operators/operator.ts";
import { seeApplication } from "../../operations/joining/apply.ts";
import {
  acceptDocument,
  approveApplication,
  askForDocument,
  type DecideDeps,
  refuseApplication,
  seeDocumentPhoto,
} from "../../operations/joining/decide-application.ts";
import type { PhotoFiles } from "../../ports/photo-files.ts";
import { listApplications } from "../../store/joining/applications.ts";
import { citiesOf, operatorOf } from "../base/callers.ts";
import { callsOf } from "../calls/call.ts";
import { unixSeconds } from "../wire/time.ts";
import { ApplicationRecord, encodeApplication } from "./application-record.ts";

const PAGE = 100;
const AFTER = /^(\d{1,15})-(\w{1,40})$/;

const { id, mobile, status, city_id, name, vehicle, plate_number, change_time, submit_time } =
  ApplicationRecord.properties;
const Listed = Type.Object({ id, mobile, status, city_id, name, vehicle, plate_number, change_time, submit_time });
const ReasonBody = Type.Object({
  reason: field.text("As the applicant reads it.", { minLength: 1, maxLength: REASON_LENGTH_MAX }),
});

export type ApplicationDoor = DecideDeps & { readonly photoFiles: PhotoFiles };

const call = callsOf<ApplicationDoor>("Operator");

export const applicationCalls = [
  call.plain({
    id: "listApplications",
    at: "GET /operator/v1/applications",
    summary: "Who wants to drive, the one that waits for longest first",
    query: Type.Object({
      city_id: maybe(Type.String()),
      status: maybe(oneOf(APPLICATION_STATUSES)),
      after: maybe(field.text("The next of the page before.", { pattern: AFTER.source })),
    }),
    answer: Type.Object({ applications: Type.Array(Listed), next: maybe(text) }),
    invalid: "BAD_REQUEST",
    refusals: ["BAD_REQUEST"],
    run: async (request, deps) => {
      const { city_id: cityId, status: only, after } = request.query;
      const [, changedMs, lastId = ""] = AFTER.exec(after ?? "") ?? [];
      const filter = {
        cityIds: cityId === undefined ? citiesOf(request) : [cityId],
        status: only,
        after: changedMs === undefined ? undefined : { changedAt: new Date(Number(changedMs)), id: lastId },
      };
      const found = await listApplications(deps.db, filter, PAGE);
      const last = found.length === PAGE ? found.at(-1) : undefined;
      return {
        applications: found.map((one) => ({
          id: one.id,
          mobile: one.phone,
          status: one.status,
          city_id: one.cityId,
          name: one.name,
          vehicle: one.vehicle,
          plate_number: one.plateNumber,
          change_time: unixSeconds(one.changedAt),
          submit_time: unixSeconds(one.submittedAt),
        })),
        ...(last ? { next: `${last.changedAt.getTime()}-${last.id}` } : {}),
      };
    },
  }),
  call({
    id: "getApplication",
    at: "GET /operator/v1/applications/:id",
    summary: "An application with its documents",
    answer: ApplicationRecord,
    refusals: ["APPLICATION_NOT_FOUND"],
    run: ({ params }, deps) => seeApplication(deps, params.id),
    encode: encodeApplication,
  }),
  call.plain({
    id: "seeDocumentPhoto",
    at: "POST /operator/v1/applications/:id/documents/:kind/photo",
    summary: "The photo of a document",
    description: "The newest one that was sent. The audit log keeps who looked.",
    produces: ["image/jpeg", "image/png"],
    bodyMayBeMissing: true,
    refusals: ["NOT_FOUND"],
    run: async ({ params }, deps, { reply }) => {
      const photo = await seeDocumentPhoto(deps, params.id, params.kind);
      if ("refused" in photo) return photo;
      return reply
        .type(photo.mediaType)
        .header("cache-control", "no-store")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .send(photo.file);
    },
  }),
  call({
    id: "approveApplication",
    at: "POST /operator/v1/applications/:id/approve",
    summary: "Make a driver of an applicant",
    description: "Once, whoever else decides at the same moment. From then on they sign in with the pin they chose.",
    bodyMayBeMissing: true,
    answer: ApplicationRecord,
    refusals: ["APPLICATION_NOT_FOUND", "APPLICATION_CLOSED", "DRIVER_EXISTED"],
    run: (request, deps) => approveApplication(deps, request.params.id, nameOf(operatorOf(request))),
    encode: encodeApplication,
  }),
  call({
    id: "refuseApplication",
    at: "POST /operator/v1/applications/:id/refuse",
    summary: "Refuse an application",
    description:
      "The applicant reads why. It goes, with its photos, after APPLICATION_DAYS; then the phone may apply again.",
    body: ReasonBody,
    answer: ApplicationRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "APPLICATION_NOT_FOUND", "APPLICATION_CLOSED"],
    run: (request, deps) =>
      refuseApplication(deps, request.params.id, nameOf(operatorOf(request)), request.body.reason),
    encode: encodeApplication,
  }),
  call({
    id: "askForDocument",
    at: "POST /operator/v1/applications/:id/documents/:kind/again",
    summary: "Ask for a document again",
    description: "The applicant reads why, and may change the application until they send it again.",
    body: ReasonBody,
    answer: ApplicationRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "NOT_FOUND", "APPLICATION_NOT_FOUND", "APPLICATION_CLOSED"],
    run: ({ params, body }, deps) => askForDocument(deps, params.id, params.kind, body.reason),
    encode: encodeApplication,
  }),
  call({
    id: "acceptDocument",
    at: "POST /operator/v1/applications/:id/documents/:kind/accept",
    summary: "Accept what a driver sent in place of a document",
    bodyMayBeMissing: true,
    answer: ApplicationRecord,
    refusals: ["NOT_FOUND", "APPLICATION_NOT_FOUND", "APPLICATION_CLOSED"],
    run: ({ params }, deps) => acceptDocument(deps, params.id, params.kind),
    encode: encodeApplication,
  }),
];

function nameOf({ name: known, by }: Operator): string {
  return known ?? by;
}
