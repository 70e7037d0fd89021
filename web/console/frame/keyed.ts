// Rows of a form that have no id of their own; on the screen each needs one, so that taking one out leaves the others as they are.
export type Keyed<Row extends object> = Row & { readonly key: number };

let made = 0;

export function keyed<Row extends object>(row: Row): Keyed<Row> {
  made += 1;
  return { ...row, key: made };
}

export function unkeyed<Row extends object>({ key: _, ...row }: Keyed<Row>): object {
  return row;
}
