// An applicant writes their application, adds photos of their documents, and sends it.
import {
  APPLICATION_ID_LENGTH,
  type Application,
  type ApplicationDraft,
  judgeApplication,
  plainBank,
  refuseDocument,
  refuseSubmit,
  refuseWrite,
  UPLOADS_MAX,
} from "../../domain/joining/application.ts";
import { type DocumentKind, expiryFault, parseDocumentKind } from "../../domain/joining/documents.ts";
import { dateAt, HOME_ZONE } from "../../domain/local-time.ts";
import { OPERATOR_ID_ALPHABET } from "../../domain/operators/operator-key.ts";
import type { Phone } from "../../domain/phone.ts";
import { isRefusal, type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import { hashPin } from "../../ports/secrets.ts";
import { inTransaction } from "../../store/db.ts";
import { findDriver } from "../../store/drivers/drivers.ts";
import {
  countUpload,
  findApplication,
  findApplicationOf,
  lockApplication,
  saveDraft,
  saveStatus,
} from "../../store/joining/applications.ts";
import { type KeptDocument, listDocuments, noteLoosePhoto, replaceWaiting } from "../../store/joining/documents.ts";
import { type DriverDeps, unknownCity } from "../drivers/save-driver.ts";
import { decodedPhoto, type PhotoDeps } from "../photos/keep-photo.ts";

export type WholeApplication = { readonly application: Application; readonly documents: readonly KeptDocument[] };

// undefined: nothing was written yet.
export async function seeOwnApplication(
  { db }: Pick<DriverDeps, "db">,
  phone: Phone,
): Promise<WholeApplication | undefined> {
  const application = await findApplicationOf(db, phone);
  return application && { application, documents: await listDocuments(db, application.id) };
}

// The order of the checks: what was written, the city, whether the phone drives already, whether it may still be changed.
export async function writeApplication(
  deps: DriverDeps,
  phone: Phone,
  draft: ApplicationDraft,
): Promised<WholeApplication, "INVALID_DATA" | "CITY_NOT_FOUND" | "DRIVER_EXISTED" | "APPLICATION_CLOSED"> {
  const before = await findApplicationOf(deps.db, phone);
  const fault = judgeApplication(draft, before === undefined, deps.mode);
  if (fault) return fault;
  if (!deps.catalogue.current().cities.has(draft.cityId)) return unknownCity(draft.cityId);
  const closed = before && refuseWrite(before.status);
  if (closed) return closed;
  if (await findDriver(deps.db, phone)) return refuse("DRIVER_EXISTED", "This phone is a driver's already.", "mobile");
  const { pin, name, plateNumber, vehicle, cityId } = draft;
  const id = before?.id ?? deps.random.text(APPLICATION_ID_LENGTH, OPERATOR_ID_ALPHABET);
  const pinHash = pin === undefined ? null : await hashPin(pin, deps.random.hex(16));
  const fields = { name: name.trim(), plateNumber: plateNumber.trim(), vehicle, cityId, bank: plainBank(draft.bank) };
  // Sent or swept meanwhile, from another window.
  if (!(await saveDraft(deps.db, { id, phone, ...fields, pinHash }, deps.clock.now())))
    return refuse("APPLICATION_CLOSED", "The application was sent or removed meanwhile; look again.");
  return (await seeOwnApplication(deps, phone)) ?? gone();
}

export type GivenDocument = {
  readonly kind: string;
  readonly expiresOn: string | undefined;
  readonly file: Uint8Array;
};

// The order of the checks: the kind, an application that may have it, the day, whether photos are left, the photo itself.
export async function giveDocument(
  deps: PhotoDeps,
  phone: Phone,
  { kind: word, expiresOn, file }: GivenDocument,
): Promised<
  WholeApplication,
  "NOT_FOUND" | "APPLICATION_NOT_FOUND" | "APPLICATION_CLOSED" | "INVALID_DATA" | "SERVICE_UNAVAILABLE"
> {
  const kind = parseDocumentKind(word);
  if (!kind) return refuse("NOT_FOUND", "There is no such kind of document.");
  const before = await findApplicationOf(deps.db, phone);
  if (!before) return noApplication();
  const closed = refuseDocument(before.status);
  if (closed) return closed;
  const now = deps.clock.now();
  const dayFault = expiryFault(kind, expiresOn, dateAt(HOME_ZONE, now));
  if (dayFault) return refuse("INVALID_DATA", dayFault, "expires_on");
  const photo = await decodedPhoto(deps, file);
  if (isRefusal(photo)) return photo;
  const { picture, ...about } = photo;
  const token = deps.random.hex(16);
  await noteLoosePhoto(deps.db, token, new Date(now.getTime() + UPLOAD_MS_MAX));
  await deps.photoFiles.save(token, picture);
  const document = { ...about, applicationId: before.id, kind, token, expiresOn: expiresOn ?? null, uploadedAt: now };
  const refused = await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, before.id);
    if (!application) return gone();
    const tooLate = refuseDocument(application.status) ?? refuseUpload(application.uploads, kind);
    if (tooLate) return tooLate;
    await countUpload(tx, application.id, now);
    await replaceWaiting(tx, document);
    return undefined;
  });
  return refused ?? (await seeOwnApplication(deps, phone)) ?? gone();
}

// Longer than a photo takes from the first byte to its row; whatever is without one by then may go.
const UPLOAD_MS_MAX = 600_000;

function refuseUpload(uploads: number, kind: DocumentKind): Refusal<"INVALID_DATA"> | undefined {
  if (uploads < UPLOADS_MAX) return undefined;
  return refuse("INVALID_DATA", `${kind}: an application takes ${UPLOADS_MAX} photos in all, sent again or not.`);
}

export async function submitApplication(
  deps: Pick<DriverDeps, "db" | "clock">,
  phone: Phone,
): Promised<WholeApplication, "APPLICATION_NOT_FOUND" | "APPLICATION_CLOSED" | "DOCUMENTS_MISSING"> {
  const own = await findApplicationOf(deps.db, phone);
  if (!own) return noApplication();
  const refused = await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, own.id);
    if (!application) return gone();
    const fault = refuseSubmit(application.status, await listDocuments(tx, own.id));
    if (!fault) await saveStatus(tx, own.id, { status: "SUBMITTED", at: deps.clock.now() });
    return fault;
  });
  return refused ?? (await seeOwnApplication(deps, phone)) ?? gone();
}

export function unknownApplication(id: string): Refusal<"APPLICATION_NOT_FOUND"> {
  return refuse("APPLICATION_NOT_FOUND", `There is no application ${id}.`);
}

export async function seeApplication(
  { db }: Pick<DriverDeps, "db">,
  id: string,
): Promised<WholeApplication, "APPLICATION_NOT_FOUND"> {
  const application = await findApplication(db, id);
  return application ? { application, documents: await listDocuments(db, id) } : unknownApplication(id);
}

function noApplication(): Refusal<"APPLICATION_NOT_FOUND"> {
  return refuse("APPLICATION_NOT_FOUND", "Write the application first: PUT /join/v1/application.");
}

function gone(): Refusal<"APPLICATION_CLOSED"> {
  return refuse("APPLICATION_CLOSED", "The application was removed meanwhile; look again.");
}
