// A part of a page whose code is loaded when it is first looked at, inside a Suspense: `late(() => import("./orders-view.tsx"), "OrdersView")`. Code that does not
// come is asked for again: the server may be starting, the phone in a lift. Where it stays away, the boundary around says so, and whoever tries again asks anew.
import { type ReactNode, use } from "react";
import { keepTrying } from "./keep-trying.ts";

const FORGOTTEN_MS = 500;

export function late<Name extends string, Props extends object = { readonly id: string }>(
  load: () => Promise<Readonly<Record<Name, (props: NoInfer<Props>) => ReactNode>>>,
  name: Name,
) {
  let loading: Promise<(props: Props) => ReactNode> | undefined;
  return function Late(props: Props) {
    loading ??= keepTrying(load).then(
      (loaded) => loaded[name],
      (error: unknown) => {
        // What is drawn next is the fault, from this very promise; who tries again after that begins anew.
        setTimeout(() => {
          loading = undefined;
        }, FORGOTTEN_MS);
        throw error;
      },
    );
    const Loaded = use(loading);
    return <Loaded {...props} />;
  };
}
