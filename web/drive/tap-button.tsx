// A button that moves things on, and soon afterwards is another one in the same place: whoever taps twice still means the one before.
import { Button, type ButtonProps } from "@mantine/core";
import { useEffect, useState } from "react";

type Props = ButtonProps & {
  // What a tap would do; when that has just changed, nothing.
  readonly means: string;
  readonly onClick: () => void;
};

const SECOND_TAP_MS = 500;

export function TapButton({ means, disabled, ...button }: Props) {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(means), SECOND_TAP_MS);
    return () => clearTimeout(timer);
  }, [means]);
  return <Button {...button} disabled={Boolean(disabled) || settled !== means} />;
}
