// What a driver must have with them for a service, by short names that the operator chooses: COLD-BOX, COD-TERMINAL.

const EQUIPMENT_MAX = 10;
const NAME = /^[A-Z0-9][A-Z0-9-]{0,29}$/;

// What is wrong with a list of it, after the name of its field.
export function faultOfEquipment(equipment: readonly string[]): string | undefined {
  if (equipment.length > EQUIPMENT_MAX) return `may hold at most ${EQUIPMENT_MAX} names.`;
  if (equipment.some((name) => !NAME.test(name)))
    return "must be names of capital letters, digits and dashes, such as COLD-BOX.";
  if (new Set(equipment).size < equipment.length) return "must name each thing once.";
  return undefined;
}

export function lacksEquipment(
  { equipment: needed }: { readonly equipment?: readonly string[] | undefined },
  { equipment: brought = [] }: { readonly equipment?: readonly string[] | undefined },
): boolean {
  return needed?.some((name) => !brought.includes(name)) ?? false;
}
