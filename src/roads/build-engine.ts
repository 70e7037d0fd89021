// An engine straight from an extract, without a file in between: for drawn maps and whoever has a small one.
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { Profile, RoadsVersion } from "../domain/roads.ts";
import type { Extract } from "../extract/extract.ts";
import { type BuildOptions, buildNetwork } from "./build/build-network.ts";
import { type LocalEngine, openEngine } from "./engine.ts";
import { packNetwork } from "./snapshot/packed-network.ts";

export function buildEngine(
  extract: Extract,
  profile: Profile,
  options: BuildOptions & { readonly version?: RoadsVersion } = {},
): LocalEngine | Refusal<"NO_ROADS"> {
  const network = buildNetwork(extract, profile, options);
  if (isRefusal(network)) return network;
  const packed = packNetwork(network);
  const version: RoadsVersion = options.version ?? { engine: "giao", map: packed.hash, demo: false };
  return openEngine({ ...packed, profile }, version);
}
