// The colours of the base map, by day and by night. It stays behind: what a page draws on it (a route, a driver, a stop) is
// the only thing with a strong colour.

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export type Palette = {
  readonly land: string;
  readonly builtUp: string;
  readonly works: string;
  readonly school: string;
  readonly hospital: string;
  readonly building: string;
  readonly buildingEdge: string;
  readonly park: string;
  readonly wood: string;
  readonly cemetery: string;
  readonly sand: string;
  readonly water: string;
  readonly waterName: string;
  readonly greenName: string;
  readonly boundary: string;
  readonly rail: string;
  readonly path: string;
  // Each rank of roads, its edge, and both in one when seen from afar.
  readonly minor: string;
  readonly minorEdge: string;
  readonly minorFar: string;
  readonly main: string;
  readonly mainEdge: string;
  readonly mainFar: string;
  readonly trunk: string;
  readonly trunkEdge: string;
  readonly trunkFar: string;
  readonly arrow: string;
  readonly roadName: string;
  readonly placeName: string;
  readonly quarterName: string;
  readonly halo: string;
};

export const PALETTES: Readonly<Record<Theme, Palette>> = {
  light: {
    land: "#f3f1ec",
    builtUp: "#efece5",
    works: "#e9e6e0",
    school: "#f1ebdb",
    hospital: "#f5e6e3",
    building: "#e3ddd3",
    buildingEdge: "#d3ccbf",
    park: "#d3e6c8",
    wood: "#cbe0c2",
    cemetery: "#dde3d4",
    sand: "#f3ebcf",
    water: "#b7d6e5",
    waterName: "#4d7f99",
    greenName: "#56794b",
    boundary: "#b9aec4",
    rail: "#c3c1bd",
    path: "#d8d2c5",
    minor: "#ffffff",
    minorEdge: "#d9d3c7",
    minorFar: "#d9d3c7",
    main: "#ffffff",
    mainEdge: "#c9c0af",
    mainFar: "#c6bda9",
    trunk: "#fae0a5",
    trunkEdge: "#d6b06a",
    trunkFar: "#dcb468",
    arrow: "#b0aaa0",
    roadName: "#55514a",
    placeName: "#2f3a40",
    quarterName: "#6d7379",
    halo: "#ffffff",
  },
  dark: {
    land: "#1a2025",
    builtUp: "#1d2429",
    works: "#20272c",
    school: "#23282a",
    hospital: "#2a2729",
    building: "#262e34",
    buildingEdge: "#303940",
    park: "#1f302a",
    wood: "#1d2d28",
    cemetery: "#232c2b",
    sand: "#2c2c27",
    water: "#122b3a",
    waterName: "#6f9bb3",
    greenName: "#7da182",
    boundary: "#474459",
    rail: "#414a52",
    path: "#333c43",
    minor: "#323b42",
    minorEdge: "#1a2025",
    minorFar: "#323b42",
    main: "#3e4952",
    mainEdge: "#1a2025",
    mainFar: "#46525b",
    trunk: "#59543f",
    trunkEdge: "#1a2025",
    trunkFar: "#6b6448",
    arrow: "#6b757d",
    roadName: "#b4bcc2",
    placeName: "#e3e8eb",
    quarterName: "#98a3ab",
    halo: "#161b1f",
  },
};
