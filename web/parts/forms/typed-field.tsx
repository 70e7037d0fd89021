// A text field that takes effect when its reader is done typing, not at every letter: with Enter, or on leaving it.
import { Box, TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useState } from "react";

type Props = Omit<TextInputProps, "value" | "onChange" | "onBlur"> & {
  readonly inForce: string;
  readonly onDone: (text: string) => void;
};

export function TypedField({ inForce, onDone, w, ...input }: Props) {
  const [typed, setTyped] = useState(inForce);
  // Something else may come into force meanwhile, such as by the way back.
  useEffect(() => setTyped(inForce), [inForce]);
  const done = (): void => {
    if (typed.trim() !== inForce) onDone(typed.trim());
  };
  return (
    // A form of its own: with several fields and no button, Enter would do nothing.
    <Box
      component="form"
      w={w}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <TextInput {...input} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} onBlur={done} />
    </Box>
  );
}
