// The style of the base map as MapLibre reads it.
import { groundLayers } from "./ground-layers.ts";
import { labelLayers } from "./label-layers.ts";
import { SOURCE, type StyleLayer } from "./layer.ts";
import { PALETTES, type Theme } from "./palette.ts";
import { roadLayers } from "./road-layers.ts";

export type StyleDocument = {
  readonly version: 8;
  readonly name: string;
  readonly sources: Readonly<
    Record<typeof SOURCE, { readonly type: "vector"; readonly url: string; readonly attribution: string }>
  >;
  readonly layers: readonly StyleLayer[];
};

// `url` is where the archive of tiles is fetched.
export function styleDocument(theme: Theme, url: string, attribution: string): StyleDocument {
  const colors = PALETTES[theme];
  return {
    version: 8,
    name: `Giao ${theme}`,
    sources: { [SOURCE]: { type: "vector", url: `pmtiles://${url}`, attribution } },
    layers: [...groundLayers(colors), ...roadLayers(colors), ...labelLayers(colors)],
  };
}
