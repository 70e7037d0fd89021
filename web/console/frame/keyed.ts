// Rows of a form that have no id of their own; on the screen each needs one, so that taking one out leaves the others as they are.
export type Keyed<Row extends object> = Row & { readonly key: string };

// Rows that were there have the same key at every visit (`rows.map(keyed)`), so that a draft of them is known again.
export function keyed<Row extends object>(row: Row, at?: number): Keyed<Row> {
  return { ...row, key: at === undefined ? crypto.randomUUID() : `row ${at}` };
}

export function unkeyed<Row extends object>({ key: _, ...row }: Keyed<Row>): object {
  return row;
}
