// The start page: what this is in one screen, and the ways in.
import { Quiet, SmallHeading } from "../parts/looks/kinds.tsx";
import "../parts/small-styles.ts";
import { Anchor, Button, Text, Title } from "@mantine/core";
import { type ReactNode, Suspense, useState } from "react";
import { CALLS } from "../../clients/typescript/src/api.ts";
import { askerOf } from "../parts/ask.ts";
import { Frame } from "../parts/frame.tsx";
import { ArrowIcon, BookIcon, ConsoleIcon, PhoneIcon, ShopIcon } from "../parts/icons.tsx";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { lateOrNothing } from "../parts/loading/late-or-nothing.tsx";
import { useAfterPaint } from "../parts/loading/use-after-paint.ts";
import { canDrawMaps } from "../parts/map/web-gl.ts";
import { openPage } from "../parts/open-page.tsx";
import { isSandbox, pageFact, pagesThere } from "../parts/page-facts.ts";
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

// When the words are painted; never on a line whose owner saves every byte.
function MapBehind() {
  const isPainted = useAfterPaint();
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (!isPainted || connection?.saveData || !canDrawMaps()) return null;
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
  const [hasFailed, setFailed] = useState(false);

  const send = async (): Promise<void> => {
    setSending(true);
    setFailed(false);
    try {
      window.location.assign(await sendDemoParcel());
    } catch {
      setFailed(true);
      setSending(false);
    }
  };

  return (
    <div className={styles.demo}>
      <Button size="md" loading={isSending} onClick={() => void send()} rightSection={<ArrowIcon />}>
        {words.demo}
      </Button>
      <Quiet>
        {words.demoText} {words.sandboxText}
      </Quiet>
      {hasFailed && (
        <Text role="alert" c="red" fw={600}>
          {words.demoFailed}
        </Text>
      )}
    </div>
  );
}

// A first delivery, ordered as any partner would: a token, then an order. The account is the sandbox's second one, because a new
// token ends the account's older ones (D7), and the first is what people paste into their terminals.
const ask = askerOf(CALLS);

const PATH = [
  { address: "Chợ Bến Thành", lat: 10.7725, lng: 106.698, name: "Demo shop", mobile: "84900000002" },
  { address: "Nhà thờ Tân Định", lat: 10.7885, lng: 106.6907, name: "Lan", mobile: "84912345678", cod: 50_000 },
];

// Where the recipient follows it, on this server under whatever name the browser knows it.
async function sendDemoParcel(): Promise<string> {
  const { token } = await ask("issueToken", {
    body: { api_key: pageFact("demo-key") ?? "", mobile: pageFact("demo-phone") ?? "" },
  });
  const body = { order_time: 0, service_id: "SGN-BIKE", requests: [], payment_method: "CASH" as const, path: PATH };
  const { shared_link } = await ask("createOrder", { body }, { headers: { authorization: `Bearer ${token}` } });
  return new URL(shared_link).pathname;
}

openPage(<Welcome />);
