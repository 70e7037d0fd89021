// One application: what they say of themselves, their documents with photos that are asked for one by one, and the decision.
import { Alert, Badge, Button, Group, Image, Stack, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Application, OPERATOR_CALLS } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { dayAndTime, writtenDay } from "../../parts/formats.ts";
import { useObjectUrl } from "../../parts/forms/use-object-url.ts";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Fine, PlainButton, Strong } from "../../parts/looks/kinds.tsx";
import { Link } from "../../parts/router.tsx";
import { joiningWords } from "../../words/joining.ts";
import { CONSOLE_HEADER, useAsked, useWrite } from "../frame/ask.ts";
import { useCityName } from "../frame/city-choice.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Facts, Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

type Document = Application["documents"][number];

export function ApplicationView({ id }: { readonly id: string }) {
  const { words } = useConsole(joiningWords);
  const asked = useAsked("getApplication", { params: { id } });
  return (
    <View title={asked.data?.name ?? words.applications}>
      <Shown query={asked}>{(application) => <Found application={application} />}</Shown>
    </View>
  );
}

function Found({ application }: { readonly application: Application }) {
  const { words, common, language } = useConsole(joiningWords);
  const cityName = useCityName();
  return (
    <Stack>
      <Panel title={words.statuses[application.status]}>
        <Facts
          cols={3}
          facts={[
            [common.phone, application.mobile],
            [common.city, cityName(application.city_id)],
            [words.vehicle, words.vehicles[application.vehicle]],
            [words.plate, application.plate_number],
            [words.bank, application.bank],
            [words.bankAccount, application.bank_account],
            [words.bankHolder, application.bank_holder],
            [words.changed, dayAndTime(application.change_time, language)],
            ...(application.reason ? ([[common.comment, application.reason]] as const) : []),
          ]}
        />
        {application.status === "APPROVED" && (
          <Link href={`/console/drivers/${application.mobile}`} mt="md" display="block">
            {words.driver}
          </Link>
        )}
        {application.status === "SUBMITTED" && <Decide application={application} />}
      </Panel>
      <Panel title={words.theirDocuments} note={words.seen}>
        <Stack>
          {application.documents.map((document) => (
            <OneDocument
              key={`${document.kind} ${document.accepted} ${document.time}`}
              application={application}
              document={document}
            />
          ))}
          {application.missing.length > 0 && (
            <Text>{words.stillMissing(application.missing.map((kind) => words.kinds[kind]).join(", "))}</Text>
          )}
        </Stack>
      </Panel>
    </Stack>
  );
}

function Decide({ application: { id, name } }: { readonly application: Application }) {
  const { words } = useConsole(joiningWords);
  const [asking, setAsking] = useState<"approve" | "refuse">();
  const close = () => setAsking(undefined);
  const approve = useWrite("approveApplication", close);
  const refuse = useWrite("refuseApplication", close);
  return (
    <Group mt="md">
      <Button onClick={() => setAsking("approve")}>{words.approve}</Button>
      <Button variant="outline" color="red" onClick={() => setAsking("refuse")}>
        {words.refuse}
      </Button>
      <FormDialog
        title={words.approve}
        text={words.approveText(name)}
        action={words.approve}
        isOpen={asking === "approve"}
        busy={approve.isPending}
        error={approve.error}
        onClose={close}
        onSubmit={() => approve.mutate({ params: { id } })}
      />
      {asking === "refuse" && (
        <ReasonDialog
          title={words.refuse}
          write={refuse}
          onClose={close}
          onReason={(reason) => refuse.mutate({ params: { id }, body: { reason } })}
        />
      )}
    </Group>
  );
}

function OneDocument({ application, document }: { readonly application: Application; readonly document: Document }) {
  const { words, language } = useConsole(joiningWords);
  const params = { id: application.id, kind: document.kind };
  const [isAsking, setAsking] = useState(false);
  const again = useWrite("askForDocument", () => setAsking(false));
  const accept = useWrite("acceptDocument");
  const photo = useMutation({
    mutationFn: () =>
      callForFile(addressOf(OPERATOR_CALLS.seeDocumentPhoto, { params }), { method: "POST", headers: CONSOLE_HEADER }),
  });
  const shown = useObjectUrl(photo.data);
  const name = words.kinds[document.kind];
  const mayAsk = !document.accepted && (application.status === "SUBMITTED" || application.status === "APPROVED");
  // Nobody looks at those of an application that was refused, or at one that is asked for again.
  const isAwaited = application.status !== "REFUSED" && !document.asked_again;
  return (
    <section aria-label={name}>
      <Group gap="sm">
        <Strong>{name}</Strong>
        {(document.accepted || isAwaited) && (
          <Badge variant="light" tt="none" c="var(--mantine-color-text)" color={document.accepted ? "green" : "yellow"}>
            {document.accepted ? words.accepted : words.waits}
          </Badge>
        )}
        {document.expires_on !== undefined && (
          <Text size="sm">{words.until(writtenDay(document.expires_on, language))}</Text>
        )}
        <Fine>{words.sentAt(dayAndTime(document.time, language))}</Fine>
      </Group>
      {document.asked_again && (
        <Alert variant="light" color="yellow" title={words.again(document.asked_again)} my="xs" />
      )}
      <Group gap="sm" my="xs">
        <PlainButton loading={photo.isPending} onClick={() => photo.mutate()}>
          {words.see}
        </PlainButton>
        {mayAsk && <PlainButton onClick={() => setAsking(true)}>{words.askAgain}</PlainButton>}
        {mayAsk && application.status === "APPROVED" && !document.asked_again && (
          <Button loading={accept.isPending} onClick={() => accept.mutate({ params })}>
            {words.accept}
          </Button>
        )}
      </Group>
      {[photo.error, accept.error].map((error) => error && <ErrorNote key={String(error)} error={error} />)}
      {shown && <Image src={shown} alt={words.photoOf(name)} maw={640} radius="md" />}
      {isAsking && (
        <ReasonDialog
          title={words.askAgain}
          write={again}
          onClose={() => setAsking(false)}
          onReason={(reason) => again.mutate({ params, body: { reason } })}
        />
      )}
    </section>
  );
}

type ReasonProps = {
  readonly title: string;
  readonly write: { readonly isPending: boolean; readonly error: unknown };
  readonly onClose: () => void;
  readonly onReason: (reason: string) => void;
};

function ReasonDialog({ title, write, onClose, onReason }: ReasonProps) {
  const { words } = useConsole(joiningWords);
  const [reason, setReason] = useState("");
  return (
    <FormDialog
      title={title}
      action={title}
      isOpen
      danger
      busy={write.isPending}
      error={write.error}
      onClose={onClose}
      onSubmit={() => onReason(reason)}
    >
      <Textarea
        label={words.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        required
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
