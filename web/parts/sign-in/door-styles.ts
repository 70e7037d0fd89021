// The styles of where somebody signs in, a third of all: the rest comes with what is behind it (signed-shell.tsx).
import "../small-styles.ts";
import "@mantine/core/styles/PasswordInput.css";
