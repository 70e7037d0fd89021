// What can be chosen in a field.
export type Choice = { readonly value: string; readonly label: string };

// Names by what each stands for.
export function choicesOf(names: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}
