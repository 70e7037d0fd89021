// The start of every page: `openPage(<Page />)` puts it into the document the server sent, with our theme, the
// reader's language and a catch for what goes wrong while drawing. Styles are the page's choice, because a recipient's phone
// should not load what only a console uses: import "../parts/small-styles.ts" or "@mantine/core/styles.css" first.
import { MantineProvider } from "@mantine/core";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { DrawingFault } from "./drawing-fault.tsx";
import { LanguageProvider } from "./language.tsx";
import { pageFact } from "./page-facts.ts";
import { colorVariables, theme } from "./theme.ts";

export function openPage(page: ReactNode): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("the document has no root");
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colorVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => pageFact("nonce")}
      >
        <LanguageProvider>
          <DrawingFault>{page}</DrawingFault>
        </LanguageProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
