import { PAGE_WORDS } from "../../src/domain/page-words.ts";
import { inBoth } from "./both.ts";

const { en, vi } = PAGE_WORDS.missing;

export const missingWords = inBoth({
  title: [en.title, vi.title],
  text: [en.text, vi.text],
  home: ["To the start page", "Về trang đầu"],
});
