import assert from "node:assert/strict";
import { test } from "node:test";
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { LAYERS } from "../feature.ts";
import { THEMES } from "./palette.ts";
import { styleDocument } from "./style.ts";

for (const theme of THEMES) {
  const style = styleDocument(theme, "http://giao.test/tiles/1/base.pmtiles", "© OpenStreetMap contributors");

  test(`the ${theme} style is one that MapLibre accepts, and every layer of the tiles is drawn`, () => {
    assert.deepEqual(validateStyleMin(JSON.parse(JSON.stringify(style))), []);
    assert.deepEqual(new Set(style.layers.flatMap((layer) => layer["source-layer"] ?? [])), new Set(LAYERS));
  });

  test(`the ${theme} style fetches nothing but tiles: no glyphs, no sprite, no other host`, () => {
    assert.deepEqual(Object.keys(style), ["version", "name", "sources", "layers"]);
    assert.deepEqual(JSON.stringify(style).match(/https?:\/\/[^/"]+/g), ["http://giao.test"]);
  });
}
