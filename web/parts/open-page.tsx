// The start of every page: `openPage(<Page />)` puts it into the document the server sent, with our theme, the
// reader's language and a catch for what goes wrong while drawing. Styles are the page's choice, because a recipient's phone
// should not load what only a console uses: import "./small-styles.ts" or "@mantine/core/styles.css" first.
import { MantineProvider } from "@mantine/core";
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { LanguageProvider } from "./language.tsx";
import { DrawingFault } from "./loading/drawing-fault.tsx";
import { pageFact } from "./page-facts.ts";
import { colorVariables, theme } from "./theme.ts";

export function openPage(page: ReactNode): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("the document has no root");
  // A transition is drawn in slices: a slow phone scrolls and answers meanwhile, and the document's first words stay until all of it is there.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={colorVariables}
          defaultColorScheme="auto"
          getStyleNonce={() => pageFact("nonce")}
        >
          <LanguageProvider>
            <DrawingFault>
              <Drawn>{page}</Drawn>
            </DrawingFault>
          </LanguageProvider>
        </MantineProvider>
      </StrictMode>,
    ),
  );
}

// Takes the place of what the document said meanwhile (src/http/pages/first-words.ts).
function Drawn({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => document.getElementById("giao-first")?.remove(), []);
  return children;
}
