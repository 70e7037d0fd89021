// Why something cannot be done: one of the standard reasons, or the driver's own words.
import { Button, Radio, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import type { CancelReason } from "../../../src/domain/orders/cancel-reasons.ts";
import { useSpoken } from "../../parts/language.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import { Dialog } from "./dialog.tsx";
import { type Photo, PhotoField } from "./photo-field.tsx";

type Props = {
  readonly title: string;
  readonly reasons: readonly CancelReason[];
  readonly withPhoto: boolean;
  readonly onDone: (comment: string, photo: Blob | undefined) => void;
  readonly onClose: () => void;
};

const OTHER = "OTHER";

export function ReasonDialog({ title, reasons, withPhoto, onDone, onClose }: Props) {
  const { words, language } = useSpoken(driveWords);
  const [code, setCode] = useState("");
  const [own, setOwn] = useState("");
  const [photo, setPhoto] = useState<Photo>();
  const chosen = reasons.find((reason) => reason.code === code);
  const comment = code === OTHER ? own.trim() : (chosen?.[language] ?? "");
  return (
    <Dialog title={title} onClose={onClose}>
      <Radio.Group label={words.reason} value={code} onChange={setCode}>
        <Stack gap="xs" mt="xs">
          {reasons.map((reason) => (
            <Radio key={reason.code} value={reason.code} label={reason[language]} />
          ))}
        </Stack>
      </Radio.Group>
      {code === OTHER && (
        <Textarea
          label={words.otherReason}
          maxLength={500}
          value={own}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
      )}
      {withPhoto && <PhotoField photo={photo} onPhoto={setPhoto} />}
      <Button
        size="lg"
        disabled={comment === ""}
        loading={photo === "coming"}
        onClick={() => photo !== "coming" && onDone(comment, photo)}
      >
        {words.send}
      </Button>
    </Dialog>
  );
}
