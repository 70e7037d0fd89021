// The frame of a page that is an application of its own (portal, console): views at the side, or behind a button on a phone; who
// is signed in; the two switches. The views are real addresses (router.tsx).
import { ActionIcon, AppShell, Badge, Box, Burger, Group, Menu, NavLink, ScrollArea, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import { partsWords } from "../words/parts.ts";
import { Brand } from "./frame.tsx";
import { PersonIcon } from "./icons.tsx";
import { useWords } from "./language.tsx";
import { NewVersion } from "./loading/new-version.tsx";
import { Quiet } from "./looks/kinds.tsx";
import { isSandbox } from "./page-facts.ts";
import { followInside, usePlace } from "./router.tsx";
import styles from "./shell.module.css";
import type { ShellView } from "./sign-in/shell-views.ts";
import { Switches } from "./switches.tsx";

export type ShellProps = {
  // The product's part: "Partner portal".
  readonly title: string;
  readonly home: string;
  readonly views: readonly ShellView[];
  readonly who: { readonly name: string; readonly details: readonly string[] };
  readonly onSignOut: () => void;
  readonly children: ReactNode;
};

const HEADER_HEIGHT = 56;
const NAVBAR_WIDTH = 220;

export function Shell({ title, home, views, who, onSignOut, children }: ShellProps) {
  const words = useWords(partsWords);
  const [isOpen, menu] = useDisclosure(false);
  const { path } = usePlace();
  const main = useRef<HTMLDivElement>(null);
  const first = useRef(path);
  // Somebody who reads by ear hears the new view, not the old link.
  useEffect(() => {
    if (first.current === path) return;
    first.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <AppShell
      header={{ height: HEADER_HEIGHT }}
      navbar={{ width: NAVBAR_WIDTH, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", md: "lg" }}
    >
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={words.menu} />
            <Brand href={home} />
            <Text c="dimmed" visibleFrom="xs">
              {title}
            </Text>
            {isSandbox() && (
              <Badge variant="light" color="yellow" c="var(--mantine-color-text)" tt="none" visibleFrom="xs">
                {words.sandbox}
              </Badge>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Switches />
            <Menu position="bottom-end" withArrow>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={who.name}>
                  <PersonIcon />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Box px="sm" py={6}>
                  <Text fw={600}>{who.name}</Text>
                  {who.details.map((line) => (
                    <Quiet key={line}>{line}</Quiet>
                  ))}
                </Box>
                <Menu.Divider />
                <Menu.Item onClick={onSignOut}>{words.signOut}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={words.menu}>
        <ScrollArea>
          {views.map((view) => (
            <NavLink
              key={view.href}
              href={view.href}
              label={view.label}
              leftSection={view.icon}
              active={view.isCurrent(path)}
              aria-current={view.isCurrent(path) ? "page" : undefined}
              className={styles.view ?? ""}
              onClick={(event) => {
                menu.close();
                if (!view.outside) followInside(event, view.href);
              }}
            />
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" ref={main} tabIndex={-1} className={styles.main ?? ""}>
        <Box maw={1240} mx="auto">
          <NewVersion />
          {children}
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}
