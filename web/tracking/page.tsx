// What a recipient sees of a delivery.
import "../parts/small-styles.ts";
import { Frame } from "../parts/frame.tsx";
import { Loading } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";

openPage(
  <Frame>
    <Loading />
  </Frame>,
);
