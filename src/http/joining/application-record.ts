// An application on the wire, as its writer and the operator see it.
import { type Static, Type } from "typebox";
import { field, maybe, moment, oneOf, text, time } from "../../contract/fields.ts";
import { VEHICLES } from "../../domain/catalogue/service.ts";
import { APPLICATION_STATUSES } from "../../domain/joining/application.ts";
import { DOCUMENT_KINDS, missingOf } from "../../domain/joining/documents.ts";
import type { WholeApplication } from "../../operations/joining/apply.ts";
import { unixSeconds } from "../wire/time.ts";

export const DayField = field.text("As 2027-03-31; the last day on which it is good.");

const DocumentRecord = Type.Object({
  kind: oneOf(DOCUMENT_KINDS),
  accepted: field.flag("It counts; otherwise it waits to be looked at."),
  expires_on: maybe(DayField),
  asked_again: field.text("Why another is asked for; empty where none is."),
  time: moment,
});

export const applicationFields = {
  city_id: Type.String({ examples: ["SGN"] }),
  name: Type.String({ examples: ["Nguyễn Văn Nam"] }),
  vehicle: oneOf(VEHICLES),
  plate_number: Type.String({ examples: ["59A1-123.45"] }),
  bank: field.text("The bank that payouts go to.", { examples: ["Vietcombank"] }),
  bank_account: field.text("Digits or letters; spaces do not matter.", { examples: ["0071 0012 3456"] }),
  bank_holder: field.text("As the bank has it.", { examples: ["NGUYEN VAN NAM"] }),
};

export const ApplicationRecord = Type.Object(
  {
    id: text,
    mobile: text,
    status: oneOf(APPLICATION_STATUSES, {
      description: "DRAFT while its writer may change it, also after a document was asked for again.",
    }),
    ...applicationFields,
    documents: Type.Array(DocumentRecord),
    missing: Type.Array(oneOf(DOCUMENT_KINDS), { description: "What keeps it from being sent." }),
    reason: field.text("Why it was refused."),
    create_time: moment,
    change_time: moment,
    submit_time: time,
    decide_time: time,
  },
  { title: "Application" },
);

export function encodeApplication({ application, documents }: WholeApplication): Static<typeof ApplicationRecord> {
  const { bank, account, holder } = application.bank;
  return {
    id: application.id,
    mobile: application.phone,
    status: application.status,
    city_id: application.cityId,
    name: application.name,
    vehicle: application.vehicle,
    plate_number: application.plateNumber,
    bank,
    bank_account: account,
    bank_holder: holder,
    documents: documents.map(({ kind, isCurrent, expiresOn, askedAgain, uploadedAt }) => ({
      kind,
      accepted: isCurrent,
      ...(expiresOn === null ? {} : { expires_on: expiresOn }),
      asked_again: askedAgain ?? "",
      time: unixSeconds(uploadedAt),
    })),
    missing: [...missingOf(documents)],
    reason: application.reason ?? "",
    create_time: unixSeconds(application.createdAt),
    change_time: unixSeconds(application.changedAt),
    submit_time: unixSeconds(application.submittedAt),
    decide_time: unixSeconds(application.decidedAt),
  };
}
