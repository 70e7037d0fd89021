// Takes a photo with the phone's camera and makes it small enough for a weak network. Drawing it anew also leaves behind
// what the camera noted about the place.
import { Stack } from "@mantine/core";
import { type ChangeEvent, useRef } from "react";
import { shrunk } from "../../parts/forms/shrunk-photo.ts";
import { useObjectUrl } from "../../parts/forms/use-object-url.ts";
import { useWords } from "../../parts/language.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import styles from "../page.module.css";

// It takes a phone a second or two to make one small: done with before, it would be left behind.
export type Photo = Blob | "coming" | undefined;
type Props = { readonly photo: Photo; readonly onPhoto: (photo: Photo) => void };

export function PhotoField({ photo, onPhoto }: Props) {
  const words = useWords(driveWords);
  const input = useRef<HTMLInputElement>(null);
  const isComing = photo === "coming";
  const shown = useObjectUrl(isComing ? undefined : photo);
  const take = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    onPhoto("coming");
    onPhoto(await shrunk(file));
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
      <PlainButton loading={isComing} onClick={() => input.current?.click()}>
        {photo ? words.changePhoto : words.takePhoto}
      </PlainButton>
    </Stack>
  );
}
