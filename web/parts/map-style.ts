// How the base map looks. A plain ground in the page's colours.
import type { StyleSpecification } from "maplibre-gl";

export async function mapStyle(theme: "light" | "dark", _origin: string): Promise<StyleSpecification> {
  const ground = theme === "dark" ? "#1f2326" : "#eef1ee";
  return {
    version: 8,
    sources: {},
    layers: [{ id: "ground", type: "background", paint: { "background-color": ground } }],
  };
}
