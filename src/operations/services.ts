// What operations stand on, named once. Each says which of it it needs; wiring/house.ts opens it all.
import type { Places } from "../domain/places.ts";
import type { Roads } from "../domain/roads.ts";
import type { CallbackClient } from "../outbound/callback-client.ts";
import type { Clock } from "../ports/clock.ts";
import type { Random } from "../ports/random.ts";
import type { RefreshTokens } from "../ports/refresh-tokens.ts";
import type { SmsSender } from "../ports/sms.ts";
import type { Tokens } from "../ports/tokens.ts";
import type { Vault } from "../ports/vault.ts";
import type { Announcer } from "../store/announcer.ts";
import type { Database, Sql } from "../store/db.ts";
import type { Notices } from "../store/notices.ts";
import type { CatalogueKeeper } from "./catalogue/keep-catalogue.ts";
import type { Live } from "./live/open-live.ts";

export type Services = {
  readonly db: Database;
  // For lists, exports, statements and tracking pages: at a standby where there is one, else the same as `db`.
  readonly reads: Sql;
  readonly announcer: Announcer;
  readonly notices: Notices;
  readonly live: Live;
  readonly clock: Clock;
  readonly random: Random;
  readonly tokens: Tokens;
  readonly refreshTokens: RefreshTokens;
  readonly vault: Vault;
  readonly catalogue: CatalogueKeeper;
  readonly sms: SmsSender;
  readonly callbackClient: CallbackClient;
  readonly allowPrivateCallbacks: boolean;
  readonly roads: Roads;
  readonly places: Places;
};
