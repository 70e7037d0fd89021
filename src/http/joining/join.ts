// The door for people who want to drive: they prove their phone, write an application, add their documents and read what came of it.
import { Type } from "typebox";
import { field, maybe, oneOf, text } from "../../contract/fields.ts";
import { DOCUMENT_KINDS, DOCUMENT_RULES } from "../../domain/joining/documents.ts";
import { PHOTO_BYTES_MAX } from "../../domain/photos/photo.ts";
import type { DriverDeps } from "../../operations/drivers/save-driver.ts";
import { unknownCity } from "../../operations/drivers/save-driver.ts";
import {
  giveDocument,
  seeOwnApplication,
  submitApplication,
  writeApplication,
} from "../../operations/joining/apply.ts";
import { openApplicantSession, sendApplicantCode } from "../../operations/joining/prove-phone.ts";
import type { PhotoDeps } from "../../operations/photos/keep-photo.ts";
import type { CodeDeps } from "../../operations/sign-ins/send-code.ts";
import { callerNetwork } from "../base/caller-address.ts";
import { applicantOf } from "../base/callers.ts";
import { callsOf, DONE } from "../calls/call.ts";
import { FORM_BYTES_MAX, fileOf } from "../driver/photos.ts";
import { unixSeconds } from "../wire/time.ts";
import { ApplicationRecord, applicationFields, DayField, encodeApplication } from "./application-record.ts";

export type JoinDoor = CodeDeps & DriverDeps & PhotoDeps;

const mobile = Type.String({ examples: ["84912000001"] });

const call = callsOf<JoinDoor>("Driver");

export const joiningCalls = [
  call.plain({
    id: "seeJoining",
    at: "GET /join/v1/cities/:city_id",
    summary: "What a city asks of its drivers",
    answer: Type.Object({
      city_id: text,
      name: text,
      name_vi: text,
      documents: Type.Array(
        Type.Object({
          kind: oneOf(DOCUMENT_KINDS),
          required: Type.Boolean(),
          ends: field.flag("Its last day is to be given with it."),
        }),
      ),
    }),
    refusals: ["CITY_NOT_FOUND"],
    run: ({ params }, deps) => {
      const city = deps.catalogue.current().cities.get(params.city_id);
      if (!city) return unknownCity(params.city_id);
      return {
        city_id: city.id,
        name: city.name,
        name_vi: city.nameVi,
        documents: DOCUMENT_KINDS.map((kind) => ({
          kind,
          required: DOCUMENT_RULES[kind].isRequired,
          ends: DOCUMENT_RULES[kind].ends,
        })),
      };
    },
  }),
  call({
    id: "sendApplicantCode",
    at: "POST /join/v1/codes",
    summary: "Have a code sent to a phone",
    description: "Whoever has the phone: the answer does not tell whether it is known here.",
    body: Type.Object({ mobile }),
    ...DONE,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "TOO_MANY_REQUESTS", "SERVICE_UNAVAILABLE"],
    run: ({ body }, deps) => sendApplicantCode(deps, body.mobile),
  }),
  call({
    id: "openApplicantSession",
    at: "POST /join/v1/sessions",
    summary: "Prove a phone by its code",
    body: Type.Object({ mobile, code: field.text("As it was sent by SMS; five minutes, five tries.") }),
    answer: Type.Object({ token: text, expires_at: Type.Number() }),
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "INVALID_PHONE_NUMBER", "TOO_MANY_REQUESTS", "INVALID_CODE"],
    run: (request, deps) => openApplicantSession(deps, request.body.mobile, request.body.code, callerNetwork(request)),
    encode: ({ token, expiresAt }) => ({ token, expires_at: unixSeconds(expiresAt) }),
  }),
  call({
    id: "getOwnApplication",
    at: "GET /join/v1/application",
    summary: "One's own application",
    answer: Type.Object({ application: maybe(ApplicationRecord) }),
    run: async (request, deps) => ({ found: await seeOwnApplication(deps, applicantOf(request).phone) }),
    encode: ({ found }) => (found ? { application: encodeApplication(found) } : {}),
  }),
  call({
    id: "writeApplication",
    at: "PUT /join/v1/application",
    summary: "Write one's application",
    description: "Replaces what was written before, as long as it was not sent. Nothing is kept without consent.",
    body: Type.Object({
      ...applicationFields,
      pin: maybe(
        field.text("To sign in with once approved: 4 to 8 digits, in production 6 to 8. Needed the first time.", {
          examples: ["246810"],
        }),
      ),
      consent: field.flag("They agree that this and their documents are kept to decide about them."),
    }),
    answer: ApplicationRecord,
    invalid: "INVALID_DATA",
    refusals: ["INVALID_DATA", "CITY_NOT_FOUND", "APPLICATION_CLOSED", "DRIVER_EXISTED"],
    run: (request, deps) => {
      const { city_id, name, vehicle, plate_number, bank, bank_account, bank_holder, pin, consent } = request.body;
      return writeApplication(deps, applicantOf(request).phone, {
        cityId: city_id,
        name,
        vehicle,
        plateNumber: plate_number,
        bank: { bank, account: bank_account, holder: bank_holder },
        pin,
        consent,
      });
    },
    encode: encodeApplication,
  }),
  call({
    id: "giveDocument",
    at: "PUT /join/v1/application/documents/:kind",
    summary: "Send the photo of a document",
    description:
      "The body is a JPEG or PNG of at most 5 MB, or a form with one such file; only the picture is kept, without what the camera " +
      "noted. It replaces one that was not accepted yet. Drivers send so what replaces a document that ends.",
    consumes: ["image/jpeg", "image/png", "multipart/form-data"],
    bytesMax: PHOTO_BYTES_MAX + FORM_BYTES_MAX,
    query: Type.Object({ expires_on: maybe(DayField) }),
    answer: ApplicationRecord,
    refusals: ["NOT_FOUND", "APPLICATION_NOT_FOUND", "APPLICATION_CLOSED", "INVALID_DATA", "SERVICE_UNAVAILABLE"],
    run: async (request, deps) => {
      const { params, query } = request;
      const given = { kind: params.kind, expiresOn: query.expires_on, file: await fileOf(request) };
      return giveDocument(deps, applicantOf(request).phone, given);
    },
    encode: encodeApplication,
  }),
  call({
    id: "submitApplication",
    at: "POST /join/v1/application/submit",
    summary: "Send one's application",
    answer: ApplicationRecord,
    refusals: ["APPLICATION_NOT_FOUND", "APPLICATION_CLOSED", "DOCUMENTS_MISSING"],
    run: (request, deps) => submitApplication(deps, applicantOf(request).phone),
    encode: encodeApplication,
  }),
];
