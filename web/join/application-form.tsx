// One's own application: the form and its documents while it may be written, and what came of it.
import {
  Alert,
  Anchor,
  Button,
  Card,
  Checkbox,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Application, Calls } from "../../clients/typescript/src/api.ts";
import { choicesOf } from "../parts/forms/choices.ts";
import { Faults, useField } from "../parts/forms/faults.tsx";
import { useWords } from "../parts/language.tsx";
import { ErrorNote } from "../parts/loading/error-note.tsx";
import { Heading, PlainButton, Quiet } from "../parts/looks/kinds.tsx";
import { isSandbox } from "../parts/page-facts.ts";
import { joiningWords } from "../words/joining.ts";
import type { AskToJoin } from "./ask.ts";
import { Documents } from "./documents.tsx";

export type City = Calls["seeJoining"]["answer"];

type Props = {
  readonly city: City;
  readonly ask: AskToJoin;
  readonly token: string;
  readonly application: Application | undefined;
  readonly onEnd: () => void;
};

export function ApplicationForm({ city, ask, token, application, onEnd }: Props) {
  const words = useWords(joiningWords);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["join", "application"] });
  const submit = useMutation({ mutationFn: () => ask("submitApplication", {}), onSettled: refresh });
  const status = application?.status ?? "DRAFT";
  const missing = application?.missing ?? [];
  const mayWrite = status === "DRAFT";
  return (
    <Stack>
      {application && <Outcome application={application} />}
      {mayWrite && <Form city={city} ask={ask} application={application} onSaved={refresh} />}
      {(mayWrite || status === "APPROVED") && (
        <Card withBorder padding="lg" component="section" aria-label={words.documents}>
          <Heading>{words.documents}</Heading>
          <Quiet mb="md">{status === "APPROVED" ? words.renewText : words.documentsText}</Quiet>
          {application ? (
            <Documents city={city} token={token} application={application} onSent={refresh} />
          ) : (
            <Quiet>{words.saveFirst}</Quiet>
          )}
        </Card>
      )}
      {mayWrite && application && (
        <>
          {missing.length > 0 && (
            <Quiet>{words.stillMissing(missing.map((kind) => words.kinds[kind]).join(", "))}</Quiet>
          )}
          {submit.error && <ErrorNote error={submit.error} />}
          <Button size="md" disabled={missing.length > 0} loading={submit.isPending} onClick={() => submit.mutate()}>
            {words.submit}
          </Button>
        </>
      )}
      <PlainButton onClick={onEnd}>{words.signOut}</PlainButton>
    </Stack>
  );
}

function Outcome({ application: { status, reason } }: { readonly application: Application }) {
  const words = useWords(joiningWords);
  switch (status) {
    case "DRAFT":
      return null;
    case "SUBMITTED":
      return (
        <Alert variant="light" role="status" title={words.submittedTitle}>
          {words.submittedText}
        </Alert>
      );
    case "APPROVED":
      return (
        <Alert variant="light" color="green" role="status" title={words.approvedTitle}>
          {words.approvedText} <Anchor href="/drive">{words.toDrive}</Anchor>
        </Alert>
      );
    case "REFUSED":
      return (
        <Alert variant="light" color="red" role="status" title={words.refusedTitle}>
          {reason}
        </Alert>
      );
  }
}

type FormProps = Pick<Props, "city" | "ask" | "application"> & { readonly onSaved: () => unknown };
type Values = Omit<Calls["writeApplication"]["input"]["body"], "city_id">;

function Form({ city, ask, application, onSaved }: FormProps) {
  const words = useWords(joiningWords);
  const [values, setValues] = useState<Values>({
    name: application?.name ?? "",
    vehicle: application?.vehicle ?? "BIKE",
    plate_number: application?.plate_number ?? "",
    bank: application?.bank ?? "",
    bank_account: application?.bank_account ?? "",
    bank_holder: application?.bank_holder ?? "",
    pin: "",
    consent: application !== undefined,
  });
  const save = useMutation({
    mutationFn: () => {
      const { pin, ...fields } = values;
      return ask("writeApplication", { body: { ...fields, ...(pin ? { pin } : {}), city_id: city.city_id } });
    },
    onSuccess: onSaved,
  });
  const change = (part: Partial<Values>): void => setValues((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card withBorder padding="lg" component="section" aria-label={words.you}>
      <form onSubmit={submit}>
        <Faults error={save.error}>
          <FormFields values={values} change={change} isNew={application === undefined} />
        </Faults>
        {save.isSuccess && <Alert variant="light" role="status" title={words.saved} mt="md" />}
        <Button type="submit" mt="md" fullWidth variant={application ? "default" : "filled"} loading={save.isPending}>
          {words.save}
        </Button>
      </form>
    </Card>
  );
}

type FieldsProps = {
  readonly values: Values;
  readonly change: (part: Partial<Values>) => void;
  readonly isNew: boolean;
};

function FormFields({ values, change, isNew }: FieldsProps) {
  const words = useWords(joiningWords);
  return (
    <Stack>
      <Heading>{words.you}</Heading>
      <TextInput
        {...useField("name")}
        label={words.name}
        autoComplete="name"
        required
        maxLength={200}
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          {...useField("vehicle")}
          label={words.vehicle}
          data={[...choicesOf(words.vehicles)]}
          value={values.vehicle}
          onChange={(event) => change({ vehicle: event.currentTarget.value as Values["vehicle"] })}
        />
        <TextInput
          {...useField("plate_number")}
          label={words.plate}
          required
          maxLength={20}
          value={values.plate_number}
          onChange={(event) => change({ plate_number: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Heading>{words.bankTitle}</Heading>
      <TextInput
        {...useField("bank")}
        label={words.bank}
        required
        maxLength={100}
        value={values.bank}
        onChange={(event) => change({ bank: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...useField("bank_account")}
          label={words.bankAccount}
          required
          maxLength={40}
          value={values.bank_account}
          onChange={(event) => change({ bank_account: event.currentTarget.value })}
        />
        <TextInput
          {...useField("bank_holder")}
          label={words.bankHolder}
          required
          maxLength={200}
          value={values.bank_holder}
          onChange={(event) => change({ bank_holder: event.currentTarget.value })}
        />
      </SimpleGrid>
      <PasswordInput
        {...useField("pin")}
        label={words.pin}
        description={isNew ? words.pinHint[isSandbox() ? "sandbox" : "production"] : words.pinKept}
        inputMode="numeric"
        autoComplete="new-password"
        required={isNew}
        value={values.pin ?? ""}
        onChange={(event) => change({ pin: event.currentTarget.value })}
      />
      <Checkbox
        {...useField("consent")}
        label={words.consent}
        required
        checked={values.consent}
        onChange={(event) => change({ consent: event.currentTarget.checked })}
      />
    </Stack>
  );
}
