// The kinds of text and buttons that pages are made of: a kind looks the same on every page.
import { Button, Text, Title } from "@mantine/core";

export const PageTitle = Title.withProps({ order: 1, size: "h2" });
export const Heading = Title.withProps({ order: 2, size: "h4" });
export const SmallHeading = Title.withProps({ order: 2, size: "h5" });

export const Strong = Text.withProps({ size: "sm", fw: 600 });
// What is said beside the matter.
export const Quiet = Text.withProps({ size: "sm", c: "dimmed" });
export const Fine = Text.withProps({ size: "xs", c: "dimmed" });

// Beside the button that is meant, or where none is.
export const PlainButton = Button.withProps({ variant: "default" });
