// Addresses inside a page: each view has its own, the way back works, and a link opens in a new tab where the reader asks for it.
// `usePlace()` says where the page is, `goTo` moves it, `<Link>` is an anchor that does not load the document again.
import { Anchor, type AnchorProps } from "@mantine/core";
import { type MouseEvent, type ReactNode, useMemo, useSyncExternalStore } from "react";

export type Place = { readonly path: string; readonly query: URLSearchParams };

const listeners = new Set<() => void>();

export function goTo(address: string, how: "push" | "replace" = "push"): void {
  if (how === "push") {
    window.history.pushState(null, "", address);
    window.scrollTo(0, 0);
  } else window.history.replaceState(null, "", address);
  for (const listener of listeners) listener();
}

export function usePlace(): Place {
  const address = useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
  return useMemo(() => {
    const { pathname, searchParams } = new URL(address, window.location.origin);
    return { path: pathname.replace(/(.)\/+$/, "$1"), query: searchParams };
  }, [address]);
}

// `matchPath("/portal/orders/:id", path)` gives `{ id }`, or undefined when the path is another.
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const piece = given[at] ?? "";
    if (part.startsWith(":")) {
      const text = decoded(piece);
      if (text === undefined) return undefined;
      found[part.slice(1)] = text;
    } else if (part !== piece) return undefined;
  }
  return found;
}

// undefined: no address of ours has such a piece, whoever typed it.
function decoded(piece: string): string | undefined {
  try {
    return decodeURIComponent(piece);
  } catch {
    return undefined;
  }
}

type LinkProps = AnchorProps & {
  readonly href: string;
  readonly children: ReactNode;
  readonly onClick?: () => void;
  readonly "aria-current"?: "page" | undefined;
};

export function Link({ href, onClick, ...rest }: LinkProps) {
  return (
    <Anchor
      // As large as the words around it, in a table too.
      inherit={rest.size === undefined}
      href={href}
      onClick={(event) => {
        onClick?.();
        followInside(event, href);
      }}
      {...rest}
    />
  );
}

// For anchors that are not Mantine's. With a key held, or another button, the browser does as it always does.
export function followInside(event: MouseEvent, href: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  goTo(href);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}
