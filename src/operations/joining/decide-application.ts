// The operator decides about who wants to drive: a driver is made of an application once, whoever else decides at the same moment.
import { judgeReason, refuseDecision } from "../../domain/joining/application.ts";
import { type DocumentKind, parseDocumentKind } from "../../domain/joining/documents.ts";
import { type Promised, type Refusal, refuse } from "../../domain/refusal.ts";
import type { PhotoFiles } from "../../ports/photo-files.ts";
import { inTransaction, type Sql } from "../../store/db.ts";
import { insertDriver } from "../../store/drivers/drivers.ts";
import { lockApplication, saveBank, saveStatus } from "../../store/joining/applications.ts";
import { acceptWaiting, askForAnother, findDocumentPhoto } from "../../store/joining/documents.ts";
import type { Services } from "../services.ts";
import { seeApplication, unknownApplication, type WholeApplication } from "./apply.ts";
import { type EndedDocumentDeps, keepOffOffers } from "./ended-documents.ts";

export type DecideDeps = EndedDocumentDeps;
type Locked = NonNullable<Awaited<ReturnType<typeof lockApplication>>>;

// The driver, their bank account and the documents that count from now on come with the approval or not at all.
export function approveApplication(
  deps: DecideDeps,
  id: string,
  by: string,
): Promised<WholeApplication, "APPLICATION_NOT_FOUND" | "APPLICATION_CLOSED" | "DRIVER_EXISTED"> {
  return decide(deps, id, async (tx, application) => {
    const now = deps.clock.now();
    const { phone, name, plateNumber, vehicle, cityId, pinHash, bank } = application;
    const driver = { phone, name, plateNumber, vehicle, cityId, pinHash, isRobot: false, createdAt: now };
    if (!(await insertDriver(tx, driver))) return refuse("DRIVER_EXISTED", `There is a driver ${phone} already.`);
    await saveBank(tx, phone, bank, now);
    await acceptWaiting(tx, id, undefined, now);
    await saveStatus(tx, id, { status: "APPROVED", at: now, by });
    return undefined;
  });
}

export async function refuseApplication(
  deps: DecideDeps,
  id: string,
  by: string,
  reason: string,
): Promised<WholeApplication, "INVALID_DATA" | "APPLICATION_NOT_FOUND" | "APPLICATION_CLOSED"> {
  const fault = judgeReason(reason);
  if (fault) return fault;
  return decide(deps, id, async (tx) => {
    await saveStatus(tx, id, { status: "REFUSED", at: deps.clock.now(), by, reason: reason.trim() });
    return undefined;
  });
}

async function decide<Code extends string>(
  deps: DecideDeps,
  id: string,
  how: (tx: Sql, application: Locked) => Promise<Refusal<Code> | undefined>,
): Promised<WholeApplication, Code | "APPLICATION_NOT_FOUND" | "APPLICATION_CLOSED"> {
  const refused = await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, id);
    if (!application) return unknownApplication(id);
    return refuseDecision(application.status) ?? (await how(tx, application));
  });
  return refused ?? seeApplication(deps, id);
}

// The applicant may change an application again of which a document is asked for again; a driver goes on driving meanwhile.
export async function askForDocument(
  deps: DecideDeps,
  id: string,
  word: string,
  reason: string,
): Promised<WholeApplication, "INVALID_DATA" | "NOT_FOUND" | "APPLICATION_NOT_FOUND" | "APPLICATION_CLOSED"> {
  const fault = judgeReason(reason);
  if (fault) return fault;
  return withDocument(deps, id, word, async (tx, { status }, kind) => {
    if (status !== "APPROVED") {
      const closed = status === "DRAFT" ? undefined : refuseDecision(status);
      if (closed) return closed;
    }
    if (!(await askForAnother(tx, id, kind, reason.trim()))) return noneWaits(kind);
    if (status === "SUBMITTED") await saveStatus(tx, id, { status: "DRAFT", at: deps.clock.now() });
    return undefined;
  });
}

// What a driver sent in place of a document that ends. An application's own are accepted with it.
export async function acceptDocument(
  deps: DecideDeps,
  id: string,
  word: string,
): Promised<WholeApplication, "NOT_FOUND" | "APPLICATION_NOT_FOUND" | "APPLICATION_CLOSED"> {
  const accepted = await withDocument(deps, id, word, async (tx, { status }, kind) => {
    if (status !== "APPROVED")
      return refuse("APPLICATION_CLOSED", "Documents of an application are accepted by approving it.");
    return (await acceptWaiting(tx, id, kind, deps.clock.now())) === 1 ? undefined : noneWaits(kind);
  });
  await keepOffOffers(deps);
  return accepted;
}

async function withDocument<Code extends string>(
  deps: DecideDeps,
  id: string,
  word: string,
  how: (tx: Sql, application: Locked, kind: DocumentKind) => Promise<Refusal<Code> | undefined>,
): Promised<WholeApplication, Code | "NOT_FOUND" | "APPLICATION_NOT_FOUND"> {
  const kind = parseDocumentKind(word);
  if (!kind) return refuse("NOT_FOUND", "There is no such kind of document.");
  const refused = await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, id);
    return application ? await how(tx, application, kind) : unknownApplication(id);
  });
  return refused ?? seeApplication(deps, id);
}

function noneWaits(kind: DocumentKind): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", `No ${kind} waits to be looked at.`);
}

// The newest photo of it. The door keeps who looked.
export async function seeDocumentPhoto(
  deps: Pick<Services, "db"> & { readonly photoFiles: PhotoFiles },
  id: string,
  word: string,
): Promised<{ readonly mediaType: string; readonly file: Buffer }, "NOT_FOUND"> {
  const kind = parseDocumentKind(word);
  const photo = kind && (await findDocumentPhoto(deps.db, id, kind));
  const file = photo && (await deps.photoFiles.read(photo.token));
  return file ? { mediaType: photo.mediaType, file } : refuse("NOT_FOUND", "There is no photo of this document.");
}
