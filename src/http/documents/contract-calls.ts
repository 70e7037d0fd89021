// The calls of the API's description, by group, for whoever lists them: the page at /docs and the files for programs.
import type { Operation, Paths, Tag } from "./describe-calls.ts";

export type Contract = {
  readonly info: { readonly title: string; readonly description?: string; readonly version: string };
  readonly paths: Paths;
  readonly tags?: readonly Tag[];
};
export type ContractCall = Operation & {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly group: string;
};
export type CallGroup = {
  readonly name: string;
  readonly description: string;
  readonly calls: readonly ContractCall[];
};

// In the order in which people meet them; a call of no group stands with the first.
export function callsByGroup({ tags = [], paths }: Contract): readonly CallGroup[] {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      summary: operation.summary ?? "",
      group: operation.tags?.[0] ?? tags[0]?.name ?? "",
    })),
  );
  return tags.map(({ name, "x-displayName": shown, description = "" }) => ({
    name: shown ?? name,
    description,
    calls: calls.filter(({ group }) => group === name),
  }));
}

// Where the reference shows a call: the part of its address after #.
export function linkTo({ group, method, path }: ContractCall): string {
  return `tag/${group.toLowerCase().replaceAll(" ", "-")}/${method}${path}`;
}
