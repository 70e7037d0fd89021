// What a person sees who follows a wrong link.
import "../parts/frame-styles.ts";
import { Frame } from "../parts/frame.tsx";
import { PinIcon } from "../parts/icons.tsx";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { Notice } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { missingWords } from "../words/missing.ts";

function Missing() {
  const words = useWords(missingWords);
  usePageTitle(words.title);
  return (
    <Frame>
      <Notice
        level={1}
        title={words.title}
        text={words.text}
        icon={<PinIcon size={40} />}
        action={{ label: words.home, onClick: () => window.location.assign("/") }}
      />
    </Frame>
  );
}

openPage(<Missing />);
