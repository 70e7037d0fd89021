import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { accentsOf, fold, isPlain, keyOf, tidy, wordsOf } from "./fold.ts";

test("every Vietnamese letter folds to its plain one, composed or not", () => {
  const letters = "àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ";
  const plain = "aaaaaaaaaaaaaaaaaeeeeeeeeeeeiiiiiooooooooooooooooouuuuuuuuuuuyyyyyd";
  assert.equal(fold(letters), plain);
  assert.equal(fold(letters.toUpperCase()), plain);
  assert.equal(fold(letters.normalize("NFD")), plain);
});

test("two spellings of one name have one key", () => {
  const pairs = [
    ["Hà Nội", "Hanoi"],
    ["Hoà Bình", "Hòa Bình"],
    ["Lý Thường Kiệt", "Lí Thường Kiệt"],
    ["Quý Đức", "Quí Đức"],
    ["Quận 01", "Quận 1"],
    ["Ðường", "Đường"],
    ["Cư M’gar", "Cư M'gar"],
    ["Bà Rịa - Vũng Tàu", "Bà Rịa Vũng Tàu"],
  ] as const;
  for (const [one, other] of pairs) assert.equal(keyOf(one), keyOf(other), `${one} and ${other}`);
});

test("different names keep different keys", () => {
  const pairs = [
    ["Đường 1 2", "Đường 12"],
    ["Đông Tây", "Đông Tài"],
    ["Phường 1", "Phường 11"],
  ] as const;
  for (const [one, other] of pairs) assert.notEqual(keyOf(one), keyOf(other), `${one} and ${other}`);
});

test("marks tell Thuận Hóa from Thuận Hòa, whichever letter carries them", () => {
  assert.equal(accentsOf("Thuận Hoá"), accentsOf("Thuận Hóa"));
  assert.notEqual(accentsOf("Thuận Hóa"), accentsOf("Thuận Hòa"));
  assert.ok(isPlain("Thuan Hoa 12"));
  assert.ok(!isPlain("Thuận Hóa"));
});

test("folding is done once: a folded text folds to itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      assert.equal(fold(fold(text)), fold(text));
      assert.equal(keyOf(wordsOf(text).join(" ")), keyOf(text));
      assert.equal(tidy(tidy(text)), tidy(text));
    }),
  );
});
