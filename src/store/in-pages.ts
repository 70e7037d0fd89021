// A long list read a page at a time, each after the last row of the page before: what a driver of a database makes of megabytes of
// rows at once holds up everybody else in the process.

const PAGE = 50;

export async function readInPages<Row>(
  limit: number,
  readPage: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (limit <= PAGE) return readPage(undefined, limit);
  const rows: Row[] = [];
  while (rows.length < limit) {
    const wanted = Math.min(PAGE, limit - rows.length);
    const page = await readPage(rows.at(-1), wanted);
    rows.push(...page);
    if (page.length < wanted) break;
  }
  return rows;
}
