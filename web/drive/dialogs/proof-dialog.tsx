// Handing over: a photo if there is one, then done.
import { Button } from "@mantine/core";
import { useState } from "react";
import styles from "../page.module.css";
import { Dialog } from "./dialog.tsx";
import { type Photo, PhotoField } from "./photo-field.tsx";

type Props = {
  readonly title: string;
  readonly label: string;
  // What is to be collected, in words.
  readonly money: readonly string[];
  readonly onDone: (photo: Blob | undefined) => void;
  readonly onClose: () => void;
};

export function ProofDialog({ title, label, money, onDone, onClose }: Props) {
  const [photo, setPhoto] = useState<Photo>();
  return (
    <Dialog title={title} onClose={onClose}>
      {money.map((line) => (
        <div key={line} className={styles.money}>
          {line}
        </div>
      ))}
      <PhotoField photo={photo} onPhoto={setPhoto} />
      <Button size="lg" loading={photo === "coming"} onClick={() => photo !== "coming" && onDone(photo)}>
        {label}
      </Button>
    </Dialog>
  );
}
