// The start page: what this is in one screen, and the ways in.
import { Quiet, SmallHeading } from "../parts/looks/kinds.tsx";
import "../parts/frame-styles.ts";
import { Anchor, Button, Text, Title } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { Frame } from "../parts/frame.tsx";
import { ArrowIcon, BookIcon, ConsoleIcon, PhoneIcon, ShopIcon } from "../parts/icons.tsx";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { keepTrying } from "../parts/loading/keep-trying.ts";
import { lateOrNothing } from "../parts/loading/late-or-nothing.tsx";
import { useSettled } from "../parts/loading/use-settled.ts";
import { canDrawMaps } from "../parts/map/web-gl.ts";
import { openPage } from "../parts/open-page.tsx";
import { isSandbox, pagesThere } from "../parts/page-facts.ts";
import { welcomeWords } from "../words/welcome.ts";
import styles from "./page.module.css";

function Welcome() {
  const words = useWords(welcomeWords);
  usePageTitle(words.tab);
  const there = pagesThere();
  return (
    <Frame>
      <section className={styles.hero} data-map={isSandbox()}>
        {isSandbox() && <MapBehind />}
        <Title order={1} className={styles.title}>
          {words.title}
        </Title>
        <Text size="lg" mt="md" maw={640}>
          {words.text}
        </Text>
        {isSandbox() && <DemoParcel />}
      </section>
      <nav aria-label={words.ways} className={styles.ways}>
        {there.has("portal") && <Way href="/portal" icon={<ShopIcon size={26} />} {...words.portal} />}
        {there.has("console") && <Way href="/console" icon={<ConsoleIcon size={26} />} {...words.console} />}
        {there.has("drive") && <Way href="/drive" icon={<PhoneIcon size={26} />} {...words.drive} />}
        <Way href="/docs" icon={<BookIcon size={26} />} {...words.docs} />
      </nav>
      <section aria-label={words.points} className={styles.facts}>
        {words.facts.map((fact) => (
          <div key={fact.title}>
            <SmallHeading>{fact.title}</SmallHeading>
            <Text c="dimmed" mt={4}>
              {fact.text}
            </Text>
          </div>
        ))}
      </section>
    </Frame>
  );
}

const SandboxMap = lateOrNothing(() => import("./sandbox-map.tsx").then((late) => late.SandboxMap));

// Nobody came for this picture.
const SETTLED_MS = 10_000;

// Never on a line whose owner saves every byte.
function MapBehind() {
  const isSettled = useSettled(SETTLED_MS);
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (!isSettled || connection?.saveData || !canDrawMaps()) return null;
  return (
    <Suspense fallback={null}>
      <SandboxMap />
    </Suspense>
  );
}

type WayProps = { readonly href: string; readonly icon: ReactNode; readonly title: string; readonly text: string };

function Way({ href, icon, title, text }: WayProps) {
  return (
    <Anchor href={href} className={styles.way} underline="never" c="inherit">
      <span className={styles.icon}>{icon}</span>
      <span>
        <Text component="span" display="block" fw={650}>
          {title}
        </Text>
        <Text component="span" display="block" size="sm" c="dimmed">
          {text}
        </Text>
      </span>
    </Anchor>
  );
}

// One click to a delivery under way: only in the sandbox, where it costs nothing and robots drive.
function DemoParcel() {
  const words = useWords(welcomeWords);
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<ReactNode>(null);

  const send = async (): Promise<void> => {
    setSending(true);
    setTrouble(null);
    try {
      const { sendDemoParcel } = await keepTrying(() => import("./demo-parcel.tsx"));
      const sent = await sendDemoParcel();
      if ("link" in sent) return window.location.assign(sent.link);
      setTrouble(sent.trouble);
    } catch {
      setTrouble(<Unsent />);
    }
    setSending(false);
  };

  return (
    <div className={styles.demo}>
      <Button size="md" loading={isSending} onClick={() => void send()} rightSection={<ArrowIcon />}>
        {words.demo}
      </Button>
      <Quiet>
        {words.demoText} {words.sandboxText}
      </Quiet>
      {trouble}
    </div>
  );
}

// Not even what would have sent it has come.
function Unsent() {
  const words = useWords(welcomeWords);
  return (
    <Text role="alert" c="red" fw={600}>
      {words.demoFailed}
    </Text>
  );
}

openPage(<Welcome />);
