// Takes a photo with the phone's camera and makes it small enough for a weak network. Drawing it anew also leaves behind
// what the camera noted about the place.
import { Stack } from "@mantine/core";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useWords } from "../parts/language.tsx";
import { PlainButton } from "../parts/looks/kinds.tsx";
import { driveWords } from "../words/drive.ts";
import styles from "./page.module.css";

const SIDE_MAX = 1_600;
const QUALITY = 0.8;

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

// A picture this browser cannot draw is sent as it is; the server judges it.
async function shrunk(file: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), "image/jpeg", QUALITY));
  } catch {
    return file;
  }
}
