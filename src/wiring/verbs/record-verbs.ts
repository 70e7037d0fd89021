// Partners, wallets, orders, times told, the ledger, months of data, photos and kept secrets, from a terminal.
import { AUDIT_HELP, auditCommand } from "../../cli/audit-log.ts";
import { DATA_HELP, dataCommand } from "../../cli/data.ts";
import { ETA_HELP, etaCommand } from "../../cli/eta.ts";
import { FIGURES_HELP, figuresCommand } from "../../cli/figures.ts";
import { LEDGER_HELP, ledgerCommand } from "../../cli/ledger.ts";
import { ORDER_HELP, orderCommand } from "../../cli/order.ts";
import { PARTNER_HELP, partnerCommand } from "../../cli/partner.ts";
import { PHOTOS_HELP, photosCommand } from "../../cli/photos.ts";
import { SECRETS_HELP, secretsCommand } from "../../cli/secrets.ts";
import { TOP_UP_HELP, topUpCommand } from "../../cli/top-up.ts";
import { ofHouse } from "./verb.ts";

const screen = process.stderr;

export const PARTNER = ofHouse(PARTNER_HELP, partnerCommand);
export const TOP_UP = ofHouse(TOP_UP_HELP, topUpCommand);
export const ORDER = ofHouse(ORDER_HELP, orderCommand);
export const ETA = ofHouse(ETA_HELP, etaCommand);
export const LEDGER = ofHouse(LEDGER_HELP, ledgerCommand);
export const AUDIT = ofHouse(AUDIT_HELP, auditCommand);
export const FIGURES = ofHouse(FIGURES_HELP, (words, out, house) => figuresCommand(words, out, { ...house, screen }));
export const SECRETS = ofHouse(SECRETS_HELP, (words, out, house) => secretsCommand(words, out, { ...house, screen }));
export const DATA = ofHouse(DATA_HELP, (words, out, house) => dataCommand(words, out, { ...house, screen }));
export const PHOTOS = ofHouse(PHOTOS_HELP, (words, out, { db, photoFolder: folder, photoBucket: bucket }) =>
  photosCommand(words, out, { db, folder, bucket, screen }),
);
