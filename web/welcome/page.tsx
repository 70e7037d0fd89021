// The start page: what this is in one screen, and the ways in.
import "../parts/small-styles.ts";
import { Anchor, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Frame } from "../parts/frame.tsx";
import { BookIcon, ConsoleIcon, PhoneIcon, ShopIcon } from "../parts/icons.tsx";
import { usePageTitle, useWords } from "../parts/language.tsx";
import { openPage } from "../parts/open-page.tsx";
import { isSandbox, pagesThere } from "../parts/page-facts.ts";
import { welcomeWords } from "../words/welcome.ts";
import { DemoParcel } from "./demo-parcel.tsx";
import styles from "./page.module.css";

function Welcome() {
  const words = useWords(welcomeWords);
  usePageTitle(words.tab);
  const there = pagesThere();
  return (
    <Frame>
      <section className={styles.hero}>
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
            <Title order={2} size="h5">
              {fact.title}
            </Title>
            <Text c="dimmed" mt={4}>
              {fact.text}
            </Text>
          </div>
        ))}
      </section>
    </Frame>
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

openPage(<Welcome />);
