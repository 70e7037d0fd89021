// What somebody of the operator's does about themselves: the app, recovery codes, password, browsers.
import { Box, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { renderSVG } from "uqr";
import type { Answer } from "../../parts/ask.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { DataTable } from "../../parts/data-table.tsx";
import { dayAndTime } from "../../parts/formats.ts";
import { Faults, useField } from "../../parts/forms/faults.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton, Strong } from "../../parts/looks/kinds.tsx";
import { ShownOnce } from "../../parts/looks/shown-once.tsx";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { FormPanel } from "../frame/form-panel.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";

type Self = Answer<"seeSelf">;

export function SecurityView() {
  const { words } = useConsole(consoleStaffWords);
  const self = useAsked("seeSelf", {});
  return (
    <View title={words.security}>
      <Shown query={self}>
        {(found) => (
          <>
            <App self={found} />
            <Browsers self={found} />
            {found.provider ? <Panel title={words.ofProvider} note={words.ofProviderText} /> : <Password />}
          </>
        )}
      </Shown>
    </View>
  );
}

function App({ self }: { readonly self: Self }) {
  const { words } = useConsole(consoleStaffWords);
  const [codes, setCodes] = useState<readonly string[]>();
  const [begun, setBegun] = useState<Answer<"beginTotp">>();
  const begin = useWrite("beginTotp", setBegun);
  const renew = useWrite("renewRecoveryCodes", (made) => setCodes(made.recovery_codes));
  const end = useWrite("endTotp", () => setCodes(undefined));
  const error = begin.error ?? renew.error ?? end.error;
  return (
    <Panel title={words.app} note={self.totp ? words.appOn(self.recovery_codes_left) : words.appOff}>
      <Stack gap="md">
        {error && <ErrorNote error={error} />}
        {codes && (
          <ShownOnce
            title={words.codesTitle}
            label={words.codes}
            secret={codes.join("\n")}
            onStored={() => setCodes(undefined)}
          />
        )}
        {!self.totp && begun && (
          <Finish
            begun={begun}
            onDone={(made) => {
              setBegun(undefined);
              setCodes(made);
            }}
          />
        )}
        <Group>
          {!self.totp && !begun && (
            <Button loading={begin.isPending} onClick={() => begin.mutate({})}>
              {words.appBegin}
            </Button>
          )}
          {self.totp && (
            <>
              <PlainButton loading={renew.isPending} onClick={() => renew.mutate({})}>
                {words.newCodes}
              </PlainButton>
              <PlainButton loading={end.isPending} onClick={() => end.mutate({})}>
                {words.appEnd}
              </PlainButton>
            </>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}

type FinishProps = { readonly begun: Answer<"beginTotp">; readonly onDone: (codes: readonly string[]) => void };

function Finish({ begun, onDone }: FinishProps) {
  const { words } = useConsole(consoleStaffWords);
  const [code, setCode] = useState("");
  const finish = useWrite("finishTotp", ({ recovery_codes }) => onDone(recovery_codes));
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(begun.uri, { border: 2 }))}`;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish.mutate({ body: { code: code.trim() } });
      }}
    >
      <Stack gap="sm">
        <Text>{words.appScan}</Text>
        {/* White around it in the dark too: apps read dark on light. */}
        <Box component="img" src={picture} alt={words.appPicture} w={200} h={200} bg="white" />
        <CodeBlock text={begun.secret} label={words.secret} />
        <Faults error={finish.error}>
          <CodeField value={code} onChange={setCode} />
        </Faults>
        <div>
          <Button type="submit" loading={finish.isPending}>
            {words.turnOn}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function CodeField({ value, onChange }: { readonly value: string; readonly onChange: (typed: string) => void }) {
  const { words } = useConsole(consoleStaffWords);
  return (
    <TextInput
      {...useField("code")}
      label={words.code}
      maw={240}
      value={value}
      autoComplete="one-time-code"
      inputMode="numeric"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function Browsers({ self }: { readonly self: Self }) {
  const { words, common, language } = useConsole(consoleStaffWords);
  const end = useWrite("endOwnSession");
  return (
    <Panel title={words.myBrowsers}>
      {end.error && <ErrorNote error={end.error} />}
      <DataTable
        label={words.myBrowsers}
        rows={self.sessions}
        keyOf={({ id }) => id}
        empty={common.none}
        columns={[
          { title: words.browser, cell: (one) => one.browser || "–" },
          { title: words.address, cell: (one) => one.address },
          { title: words.lastSeen, cell: (one) => dayAndTime(one.seen_time, language) },
          {
            title: "",
            cell: (one) =>
              one.here ? (
                <Strong>{words.here}</Strong>
              ) : (
                <PlainButton size="compact-sm" onClick={() => end.mutate({ params: { id: one.id } })}>
                  {words.endSession}
                </PlainButton>
              ),
          },
        ]}
      />
    </Panel>
  );
}

function Password() {
  const { words } = useConsole(consoleStaffWords);
  const [now, setNow] = useState("");
  const [next, setNext] = useState("");
  const write = useWrite("changePassword", () => {
    setNow("");
    setNext("");
  });
  return (
    <FormPanel
      title={words.password}
      write={write}
      action={words.changePassword}
      onSubmit={() => write.mutate({ body: { password: now, new_password: next } })}
    >
      <SecretField name="password" label={words.passwordNow} value={now} onChange={setNow} />
      <SecretField
        name="new_password"
        label={words.passwordNew}
        hint={words.passwordHint}
        value={next}
        onChange={setNext}
      />
    </FormPanel>
  );
}

type SecretProps = {
  readonly name: "password" | "new_password";
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
};

export function SecretField({ name, label, hint, value, onChange }: SecretProps) {
  return (
    <PasswordInput
      {...useField(name)}
      label={label}
      {...(hint ? { description: hint } : {})}
      maw={420}
      value={value}
      autoComplete={name === "password" ? "current-password" : "new-password"}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
