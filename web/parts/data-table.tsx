// Rows as a table, or as cards where there is no room for one.
import { Box, Card, Group, Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./data-table.module.css";
import { Quiet } from "./looks/kinds.tsx";

// Amounts: one that wraps loses its currency.
const AT_RIGHT = { ta: "right", style: { whiteSpace: "nowrap" } } as const;

type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly right?: boolean;
};

type Props<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly empty: string;
};

export function DataTable<Row>({ label, columns, rows, keyOf, empty }: Props<Row>) {
  if (rows.length === 0) return <Text c="dimmed">{empty}</Text>;
  return (
    <>
      <Box visibleFrom="md">
        <Table verticalSpacing="xs" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, right }) =>
                // Buttons stand under no title, and an empty one would be read out as one.
                title === "" ? (
                  <Table.Td key={title} />
                ) : (
                  <Table.Th key={title} {...(right ? { ta: "right" } : {})}>
                    {title}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ title, cell, right }) => (
                  <Table.Td key={title} {...(right ? AT_RIGHT : {})}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      <Stack hiddenFrom="md" gap="sm" role="list" aria-label={label}>
        {rows.map((row) => (
          <Card key={keyOf(row)} withBorder padding="sm" role="listitem">
            {columns
              .map(({ title, cell }) => ({ title, shown: cell(row) }))
              // In a table an empty cell says "as above"; alone it says nothing.
              .filter(({ shown }) => shown !== "")
              .map(({ title, shown }) =>
                title === "" ? (
                  <div key={title} className={styles.actions}>
                    {shown}
                  </div>
                ) : (
                  <Group key={title} justify="space-between" align="baseline" gap="md" wrap="nowrap">
                    <Quiet style={{ flexShrink: 0 }} maw="50%">
                      {title}
                    </Quiet>
                    <Box ta="right" style={{ overflowWrap: "anywhere" }}>
                      {shown}
                    </Box>
                  </Group>
                ),
              )}
          </Card>
        ))}
      </Stack>
    </>
  );
}
