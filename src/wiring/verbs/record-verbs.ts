// Partners, wallets, orders, the ledger, months of data, photos and kept secrets, from a terminal.
import { DATA_HELP, dataCommand } from "../../cli/data.ts";
import { LEDGER_HELP, ledgerCommand } from "../../cli/ledger.ts";
import { ORDER_HELP, orderCommand } from "../../cli/order.ts";
import { PARTNER_HELP, partnerCommand } from "../../cli/partner.ts";
import { PHOTOS_HELP, photosCommand } from "../../cli/photos.ts";
import { SECRETS_HELP, secretsCommand } from "../../cli/secrets.ts";
import { TOP_UP_HELP, topUpCommand } from "../../cli/top-up.ts";
import { inHouse, type Verb } from "./verb.ts";

export const PARTNER: Verb = {
  help: PARTNER_HELP,
  run: (words, out) => inHouse(out, (house) => partnerCommand(words, out, house)),
};

export const TOP_UP: Verb = {
  help: TOP_UP_HELP,
  run: (words, out) => inHouse(out, (house) => topUpCommand(words, out, house)),
};

export const ORDER: Verb = {
  help: ORDER_HELP,
  run: (words, out) => inHouse(out, (house) => orderCommand(words, out, house)),
};

export const SECRETS: Verb = {
  help: SECRETS_HELP,
  run: (words, out) => inHouse(out, (house) => secretsCommand(words, out, { ...house, screen: process.stderr })),
};

export const PHOTOS: Verb = {
  help: PHOTOS_HELP,
  run: (words, out) =>
    inHouse(out, ({ db, photoFolder: folder, photoBucket: bucket }) =>
      photosCommand(words, out, { db, folder, bucket, screen: process.stderr }),
    ),
};

export const DATA: Verb = {
  help: DATA_HELP,
  run: (words, out) => inHouse(out, (house) => dataCommand(words, out, { ...house, screen: process.stderr })),
};

export const LEDGER: Verb = {
  help: LEDGER_HELP,
  run: (words, out) => inHouse(out, (house) => ledgerCommand(words, out, house)),
};
