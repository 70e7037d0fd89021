// The few numbers all replicas share: the time, how far the sandbox's clock has been moved, and the catalogue's version.
import type { Sql } from "./db.ts";

// The moment of reading, not the transaction's.
export async function readDatabaseTimeMs(db: Sql): Promise<number> {
  const [row] = await db<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  return row!.ms;
}

export async function readClockOffsetMs(db: Sql): Promise<number> {
  const [row] = await db<{ amount: number }>`select amount from program_state where name = 'clock_offset_ms'`;
  return row?.amount ?? 0;
}

export async function addClockOffsetMs(tx: Sql, ms: number): Promise<number> {
  const [row] = await tx<{ amount: number }>`
    update program_state
    set amount = amount + ${ms}
    where name = 'clock_offset_ms'
    returning amount`;
  return row?.amount ?? 0;
}

export async function readCatalogueVersion(db: Sql): Promise<number> {
  const [row] = await db<{ amount: number }>`select amount from program_state where name = 'catalogue_version'`;
  return row?.amount ?? 0;
}

export async function raiseCatalogueVersion(tx: Sql): Promise<void> {
  await tx`update program_state set amount = amount + 1 where name = 'catalogue_version'`;
}
