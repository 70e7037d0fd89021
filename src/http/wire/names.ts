// Fields that are the same inside and on the wire but for their names: a table of them serves both ways.

export function named<const Names extends Readonly<Record<string, string>>, Whole>(names: Names, whole: Whole) {
  const entries = Object.entries(names).map(([name, onWire]) => [onWire, whole[name as keyof Whole]]);
  return Object.fromEntries(entries) as {
    [Name in keyof Names as Names[Name]]: Name extends keyof Whole ? Whole[Name] : never;
  };
}

export function unnamed<const Names extends Readonly<Record<string, string>>, Body>(names: Names, body: Body) {
  const entries = Object.entries(names).map(([name, onWire]) => [name, body[onWire as keyof Body]]);
  return Object.fromEntries(entries) as {
    [Name in keyof Names]: Names[Name] extends keyof Body ? Body[Names[Name]] : never;
  };
}
