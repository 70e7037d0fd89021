// Documents that end: whose do soon, who is kept off offers for one that has, and what goes of applications nobody needs any more.
import { type DocumentKind, dayAfter, endingOf, REQUIRED_KINDS } from "../../domain/joining/documents.ts";
import { dateAt, HOME_ZONE } from "../../domain/local-time.ts";
import type { Phone } from "../../domain/phone.ts";
import type { PhotoFiles } from "../../ports/photo-files.ts";
import { inTransaction } from "../../store/db.ts";
import { findApplicationOf, removeOldApplications } from "../../store/joining/applications.ts";
import {
  forgetLoosePhotos,
  type KeptDocument,
  listDocuments,
  listEndingDocuments,
  listLoosePhotos,
  markOffOffers,
} from "../../store/joining/documents.ts";
import type { Services } from "../services.ts";

export type EndedDocumentDeps = Pick<Services, "db" | "clock"> & {
  readonly settings: { readonly documents: { readonly reminderDays: number; readonly endedTakesOffOffers: boolean } };
};

export async function keepOffOffers({ db, clock, settings }: EndedDocumentDeps): Promise<void> {
  const now = clock.now();
  const isOn = settings.documents.endedTakesOffOffers;
  await markOffOffers(db, { isOn, kinds: REQUIRED_KINDS, today: dateAt(HOME_ZONE, now), now });
}

export function listEnding(
  { db, clock, settings }: EndedDocumentDeps,
  cityIds: readonly string[] | undefined,
  limit: number,
) {
  const until = dayAfter(dateAt(HOME_ZONE, clock.now()), settings.documents.reminderDays);
  return listEndingDocuments(db, until, cityIds, limit);
}

export type OwnDocument = {
  readonly kind: DocumentKind;
  readonly expiresOn: string | null;
  readonly ending: ReturnType<typeof endingOf>;
  // Another was sent, and waits to be looked at; or a better one is asked for.
  readonly isWaiting: boolean;
  readonly askedAgain: string | null;
};

// A driver's own, as the operator accepted them. Somebody the operator made without an application has none.
export async function seeOwnDocuments(
  { db, clock, settings }: EndedDocumentDeps,
  phone: Phone,
): Promise<readonly OwnDocument[]> {
  const application = await findApplicationOf(db, phone);
  const documents: readonly KeptDocument[] = application ? await listDocuments(db, application.id) : [];
  const today = dateAt(HOME_ZONE, clock.now());
  return documents
    .filter(({ isCurrent }) => isCurrent)
    .map(({ kind, expiresOn }) => {
      const newer = documents.find((one) => one.kind === kind && !one.isCurrent);
      const askedAgain = newer?.askedAgain ?? null;
      const ending = endingOf(expiresOn, today, settings.documents.reminderDays);
      return { kind, expiresOn, ending, isWaiting: newer !== undefined && askedAgain === null, askedAgain };
    });
}

export type ApplicationSweep = EndedDocumentDeps & {
  readonly photoFiles: PhotoFiles;
  readonly settings: { readonly retention: { readonly applicationDays: number } };
};

const AT_ONCE = 100;
const PHOTOS_AT_ONCE = 500;
// A bucket answers each in some milliseconds.
const SIDE_BY_SIDE = 8;

// A file goes before its name does: whoever dies in between finds it again.
export async function sweepApplications(deps: ApplicationSweep, goesOn: () => boolean = () => true): Promise<void> {
  const { db, clock, photoFiles, settings } = deps;
  const now = clock.now();
  const before = new Date(now.getTime() - settings.retention.applicationDays * 86_400_000);
  for (let removed = AT_ONCE; removed === AT_ONCE && goesOn(); )
    removed = await inTransaction(db, (tx) => removeOldApplications(tx, before, now, AT_ONCE));
  for (let found = PHOTOS_AT_ONCE; found === PHOTOS_AT_ONCE && goesOn(); ) {
    const tokens = await listLoosePhotos(db, now, PHOTOS_AT_ONCE);
    for (let at = 0; at < tokens.length; at += SIDE_BY_SIDE)
      await Promise.all(tokens.slice(at, at + SIDE_BY_SIDE).map(photoFiles.remove));
    await forgetLoosePhotos(db, tokens);
    found = tokens.length;
  }
  await keepOffOffers(deps);
}
