// The views of a page with a frame around them (../shell.tsx).
import type { ReactNode } from "react";

export type ShellView = {
  readonly href: string;
  readonly label: string;
  readonly icon: ReactNode;
  // Also for the addresses below it, unless another view has a longer one.
  readonly isCurrent: (path: string) => boolean;
  // Another page of this server.
  readonly outside?: boolean;
};

// A view at its own address below the page's; `home` too is its address when it is the page's first.
export function viewAt(
  home: string,
  name: string,
  label: string,
  icon: ReactNode,
  { isFirst = false } = {},
): ShellView {
  const href = `${home}/${name}`;
  return {
    href,
    label,
    icon,
    isCurrent: (path) => path === href || path.startsWith(`${href}/`) || (isFirst && path === home),
  };
}
