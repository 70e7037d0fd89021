import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { csvLine } from "./csv.ts";

test("plain cells stay plain, an unset one is empty, numbers are numbers", () => {
  assert.equal(csvLine(["26K7Q2ZD", 25_000, null, -5, "Lê Lợi"]), "26K7Q2ZD,25000,,-5,Lê Lợi\r\n");
});

test("commas, quotes and line ends are quoted", () => {
  assert.equal(csvLine(['12 "B", Lê Lợi', "a\nb"]), '"12 ""B"", Lê Lợi","a\nb"\r\n');
});

for (const text of ["=1+1", "+84900", "-2", "@SUM(A1)", "\t=1", "\r=1", "  =1"]) {
  test(`${JSON.stringify(text)} is a text to a spreadsheet, not a formula`, () => {
    assert.match(csvLine([text]), /^"?'/);
  });
}

test("whatever the cells hold, a reader finds as many cells, and no text begins as a formula", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 5 }), (cells) => {
      const read = readLine(csvLine(cells));
      assert.equal(read.length, cells.length);
      for (const [at, cell] of read.entries()) {
        assert.ok(cell === cells[at] || cell === `'${cells[at]}`);
        assert.ok(!/^[=+\-@\t\r]/.test(cell));
      }
    }),
  );
});

// A reader of its own, by the rules of RFC 4180.
function readLine(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  const body = line.slice(0, -2);
  for (let at = 0; at < body.length; at += 1) {
    const char = body[at]!;
    if (quoted && char === '"' && body[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === "," && !quoted) {
      cells.push(cell);
      cell = "";
    } else cell += char;
  }
  return [...cells, cell];
}
