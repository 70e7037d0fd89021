// Whether a program may work on a database: a program is named by the newest migration it knows, and the database says which is the
// oldest program it still serves (docs/decisions/upgrades.md).

export type SchemaStanding = {
  // The newest migration that has run.
  readonly schema: number;
  readonly servesFrom: number;
};

export type SchemaFit = { readonly fits: boolean; readonly note: string };

export function judgeFit(program: number, { schema, servesFrom }: SchemaStanding): SchemaFit {
  const both = `schema ${schema}, program ${program}`;
  if (servesFrom > program) {
    return { fits: false, note: `${both}: it serves programs from schema ${servesFrom} on; start a newer giao` };
  }
  // An older database was put in the place of the one that this program migrated.
  if (schema < program) return { fits: false, note: `${both}: start giao again to bring the database up` };
  return { fits: true, note: schema > program ? `${both}: newer, and it still serves this program` : both };
}
