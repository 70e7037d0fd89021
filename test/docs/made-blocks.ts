// Stretches of a page that are made from the program: what stands between `<!-- made: name -->` and `<!-- /made -->`.
//   npm run guide     writes them anew
import { readFileSync } from "node:fs";
import { precedenceTable, reasonTable, retryTable, serviceTable } from "./guide-tables.ts";
import { checkTable, contentTable, editTable, lifeTable } from "./order-tables.ts";

export const GUIDE = "docs/partner-guide.md";

const example = (language: string, file: string) => (): string =>
  `\`\`\`${language}\n${readFileSync(`docs/examples/${file}`, "utf8").trimEnd()}\n\`\`\``;

const BLOCKS: Readonly<Record<string, () => string>> = {
  life: lifeTable,
  checks: checkTable,
  edits: editTable,
  content: contentTable,
  precedence: precedenceTable,
  services: serviceTable,
  retries: retryTable,
  reasons: reasonTable,
  typescript: example("ts", "check-signature.ts"),
  python: example("python", "check-signature.py"),
  php: example("php", "check-signature.php"),
};

export type Filled = { readonly page: string; readonly filled: readonly string[] };

export function fillBlocks(page: string): Filled {
  const filled: string[] = [];
  const text = page.replace(/<!-- made: (\w+) -->\n[\s\S]*?<!-- \/made -->/g, (_, name: string) => {
    const make = BLOCKS[name];
    if (!make) throw new Error(`nothing makes "${name}"`);
    filled.push(name);
    return `<!-- made: ${name} -->\n${make()}\n<!-- /made -->`;
  });
  return { page: text, filled };
}

export const blockNames = Object.keys(BLOCKS);
