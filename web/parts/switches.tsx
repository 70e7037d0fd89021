// The two switches in every page's corner. Both remember.
import { ActionIcon, Button, Group, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { partsWords } from "../words/parts.ts";
import { MoonIcon, SunIcon } from "./icons.tsx";
import { useLanguage, useWords } from "./language.tsx";

export function Switches() {
  return (
    <Group gap="xs" wrap="nowrap">
      <LanguageSwitch />
      <ThemeSwitch />
    </Group>
  );
}

// Names the other language in that language, so that its readers find it.
function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const other = language === "en" ? "vi" : "en";
  return (
    <Button variant="subtle" color="gray" size="compact-sm" lang={other} onClick={() => setLanguage(other)}>
      {partsWords[language].switchLanguage}
    </Button>
  );
}

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const words = useWords(partsWords);
  const isDark = scheme === "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      aria-label={isDark ? words.toLight : words.toDark}
      onClick={() => setColorScheme(isDark ? "light" : "dark")}
    >
      {isDark ? <SunIcon /> : <MoonIcon />}
    </ActionIcon>
  );
}
