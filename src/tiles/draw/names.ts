// Names as they are written on the map: one form of each letter, no stray spaces, a limit.
import type { Tags } from "../../extract/extract.ts";

const NAME_CHARACTERS_MAX = 80;

// Letters with their marks are drawn one code point at a time: "e" with two loose marks would be three glyphs beside each
// other, so each is composed into the one letter it is.
function tidyName(text: string | undefined): string | undefined {
  const name = text?.normalize("NFC").replace(/\s+/g, " ").trim();
  return name === undefined || name === "" || name.length > NAME_CHARACTERS_MAX ? undefined : name;
}

export function nameTags(tags: Tags): { readonly name?: string } {
  const name = tidyName(tags.name);
  return name === undefined ? {} : { name };
}
