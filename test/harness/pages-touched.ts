// Pages of the database that an explained statement touched (`explain (analyze, buffers, format json)`), those of the functions it
// calls included: what it costs, told without a clock.

export async function pagesOf(statement: Promise<readonly object[]>): Promise<number> {
  const [row] = (await statement) as readonly { readonly "QUERY PLAN": readonly { readonly Plan: object }[] }[];
  const counts = row?.["QUERY PLAN"][0]?.Plan as Readonly<Record<string, number>>;
  return (counts["Shared Hit Blocks"] ?? 0) + (counts["Shared Read Blocks"] ?? 0);
}
