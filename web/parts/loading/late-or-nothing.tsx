// A part that comes late and that the page can do without: `lateOrNothing(() => import("./sandbox-map.tsx").then((late) => late.SandboxMap))`, inside a Suspense.
import { type ComponentType, lazy } from "react";
import { keepTrying } from "./keep-trying.ts";

export function lateOrNothing(load: () => Promise<ComponentType>) {
  return lazy(() =>
    keepTrying(load).then(
      (part) => ({ default: part }),
      () => ({ default: Nothing }),
    ),
  );
}

function Nothing() {
  return null;
}
