// What whoever is signed in may: the server says it with the session, and refuses the rest whatever a page shows.
import type { ReactNode } from "react";
import type { ConsoleSession } from "../../../clients/typescript/src/api.ts";
import { consoleSession } from "./session.ts";

export type Right = ConsoleSession["rights"][number];

export function useMay(): (right: Right) => boolean {
  const { rights } = consoleSession.useSession();
  return (right) => rights.includes(right);
}

export function May({ right, children }: { readonly right: Right; readonly children: ReactNode }) {
  return useMay()(right) ? children : null;
}
