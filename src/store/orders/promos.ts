// Promo codes and how many orders hold each. The count is raised by the statement that opens the order, which refuses when
// the last use is gone: of two orders that race for it, one wins.
import type { Promo } from "../../domain/catalogue/promo.ts";
import type { Sql } from "../db.ts";

export type UsedPromo = { readonly promo: Promo; readonly uses: number };

type Row = { readonly definition: Promo; readonly uses: number };

export async function findPromo(db: Sql, code: string): Promise<UsedPromo | undefined> {
  const [row] = await db<Row>`select definition, uses from promos where code = ${code}`;
  return row && revive(row);
}

export async function listPromos(db: Sql, afterCode: string, limit: number): Promise<readonly UsedPromo[]> {
  const rows = await db<Row>`
    select definition, uses
    from promos
    where code > ${afterCode}
    order by code
    limit ${limit}`;
  return rows.map(revive);
}

// Replaces the promo; the uses it has had stay.
export async function upsertPromo(db: Sql, promo: Promo, at: Date): Promise<UsedPromo> {
  const [row] = await db<Row>`
    insert into promos (code, definition, uses_max, updated_at)
    values (${promo.code}, ${JSON.stringify(promo)}, ${promo.usesMax ?? null}, ${at})
    on conflict (code) do update
    set definition = excluded.definition, uses_max = excluded.uses_max, updated_at = excluded.updated_at
    returning definition, uses`;
  if (!row) throw new Error(`promo ${promo.code} was not saved`);
  return revive(row);
}

function revive({ definition, uses }: Row): UsedPromo {
  const instant = (text: unknown): Date | undefined => (typeof text === "string" ? new Date(text) : undefined);
  return {
    promo: {
      code: definition.code,
      offer: definition.offer,
      serviceIds: definition.serviceIds,
      startsAt: instant(definition.startsAt),
      endsAt: instant(definition.endsAt),
      usesMax: definition.usesMax,
    },
    uses,
  };
}
