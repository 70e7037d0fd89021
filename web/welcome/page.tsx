// The start page: what this is, and the ways in.
import "../parts/small-styles.ts";
import { Title } from "@mantine/core";
import { Frame } from "../parts/frame.tsx";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { openPage } from "../parts/open-page.tsx";
import { welcomeWords } from "../words/welcome.ts";

function Welcome() {
  const words = useWords(welcomeWords);
  usePageTitle(words.title);
  return (
    <Frame>
      <Title>{words.title}</Title>
    </Frame>
  );
}

openPage(<Welcome />);
