// Takes a photo with the phone's camera and makes it small enough for a weak network. Drawing it anew also leaves behind
// what the camera noted about the place.
import { Stack } from "@mantine/core";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { shrunk } from "../parts/forms/shrunk-photo.ts";
import { useWords } from "../parts/language.tsx";
import { PlainButton } from "../parts/looks/kinds.tsx";
import { driveWords } from "../words/drive/drive.ts";
import styles from "./page.module.css";

type Props = { readonly photo: Blob | undefined; readonly onPhoto: (photo: Blob) => void };

export function PhotoField({ photo, onPhoto }: Props) {
  const words = useWords(driveWords);
  const input = useRef<HTMLInputElement>(null);
  const shown = useObjectUrl(photo);
  const take = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.currentTarget.files?.[0];
    if (file) onPhoto(await shrunk(file));
  };
  return (
    <Stack gap="xs">
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        aria-label={words.photo}
        hidden
        onChange={(event) => void take(event)}
      />
      {shown && <img className={styles.photo} src={shown} alt={words.photoAlt} />}
      <PlainButton onClick={() => input.current?.click()}>{photo ? words.changePhoto : words.takePhoto}</PlainButton>
    </Stack>
  );
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
