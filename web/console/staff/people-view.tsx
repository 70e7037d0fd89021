// The operator's own people, who is invited, and the keys of machines.
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { dayAndTime } from "../../parts/formats.ts";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { NameAndEmail } from "../../parts/looks/name-and-email.tsx";
import { ShownOnce } from "../../parts/looks/shown-once.tsx";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import type { Field, Values } from "../frame/fields.tsx";
import { FieldsDialog } from "../frame/fields-dialog.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import { useConsole } from "../frame/words.ts";
import { KeysPanel } from "./keys-panel.tsx";
import { limitsBody, limitsFields } from "./limits-fields.ts";

type Person = Answer<"listPeople">["people"][number];
type Invitation = Answer<"listPeople">["invitations"][number];

export function PeopleView() {
  const { words } = useConsole(consoleStaffWords);
  const people = useAsked("listPeople", {});
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<string>();
  return (
    <View title={words.title} actions={<Button onClick={() => setInviting(true)}>{words.invite}</Button>}>
      {link && (
        <ShownOnce
          title={words.linkTitle}
          text={words.linkText}
          label={words.link}
          secret={link}
          onStored={() => setLink(undefined)}
        />
      )}
      <Shown query={people}>
        {(found) => (
          <>
            <People people={found.people} onLink={setLink} />
            <Invitations invitations={found.invitations} />
          </>
        )}
      </Shown>
      <KeysPanel />
      {isInviting && (
        <Invite
          onClose={() => setInviting(false)}
          onLink={(made) => {
            setInviting(false);
            setLink(made);
          }}
        />
      )}
    </View>
  );
}

type PeopleProps = { readonly people: readonly Person[]; readonly onLink: (link: string) => void };

function People({ people, onLink }: PeopleProps) {
  const { words, common, language } = useConsole(consoleStaffWords);
  const [edited, setEdited] = useState<Person>();
  const change = useWrite("changePerson");
  const signOut = useWrite("endPersonSessions");
  const renew = useWrite("linkForPerson", ({ link }) => onLink(link));
  const error = change.error ?? signOut.error ?? renew.error;
  return (
    <Panel title={words.people}>
      {error && <ErrorNote error={error} />}
      <DataTable
        label={words.people}
        rows={people}
        keyOf={({ id }) => id}
        empty={words.nobody}
        columns={[
          { title: common.name, cell: (one) => <NameAndEmail {...one} /> },
          // Where nobody signs in at a provider, there is none.
          ...(people.some(({ provider }) => provider)
            ? [{ title: words.ofProvider, cell: (one: Person) => (one.provider ? "✓" : common.no) }]
            : []),
          { title: words.role, cell: (one) => (one.disabled ? words.disabled : (words.roles[one.role] ?? one.role)) },
          { title: words.cities, cell: (one) => one.cities.join(", ") || common.all },
          { title: words.secondFactor, cell: (one) => (one.totp ? "✓" : common.no) },
          {
            title: words.browsers,
            cell: (one) =>
              one.sessions === 0 ? "–" : words.browsersSeen(one.sessions, dayAndTime(one.seen_time, language)),
          },
          {
            title: "",
            cell: (one) => (
              <Group gap={4}>
                <PlainButton size="compact-sm" onClick={() => setEdited(one)}>
                  {words.change}
                </PlainButton>
                <PlainButton size="compact-sm" onClick={() => renew.mutate({ params: { id: one.id } })}>
                  {words.newLink}
                </PlainButton>
                {one.sessions > 0 && (
                  <PlainButton size="compact-sm" onClick={() => signOut.mutate({ params: { id: one.id } })}>
                    {words.signOutAll}
                  </PlainButton>
                )}
                <PlainButton
                  size="compact-sm"
                  onClick={() => change.mutate({ params: { id: one.id }, body: { disabled: !one.disabled } })}
                >
                  {one.disabled ? words.letIn : words.keepOut}
                </PlainButton>
              </Group>
            ),
          },
        ]}
      />
      {edited && <ChangePerson key={edited.id} person={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

function ChangePerson({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const { words, common } = useConsole(consoleStaffWords);
  const fields: readonly Field[] = [{ name: "name", kind: "text", label: common.name }, ...limitsFields(words)];
  const draft = useDraft<Values>(`person ${person.id}`, () => ({
    name: person.name,
    role: person.role,
    cities: person.cities.join(", "),
  }));
  const write = useWrite("changePerson", () => {
    draft.forget();
    onClose();
  });
  return (
    <FieldsDialog
      title={words.changeWho(person.name)}
      text={person.email}
      fields={fields}
      draft={draft}
      write={write}
      onClose={onClose}
      onSubmit={(values) => write.mutate({ params: { id: person.id }, body: limitsBody(values) })}
    />
  );
}

function Invitations({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { words, common, language } = useConsole(consoleStaffWords);
  const withdraw = useWrite("withdrawInvitation");
  return (
    <Panel title={words.invitations}>
      {withdraw.error && <ErrorNote error={withdraw.error} />}
      <DataTable
        label={words.invitations}
        rows={invitations}
        keyOf={({ id }) => id}
        empty={words.noInvitations}
        columns={[
          { title: common.name, cell: (one) => <NameAndEmail {...one} /> },
          { title: words.role, cell: (one) => words.roles[one.role] ?? one.role },
          { title: words.cities, cell: (one) => one.cities.join(", ") || common.all },
          { title: words.until, cell: (one) => dayAndTime(one.expire_time, language) },
          {
            title: "",
            cell: (one) => (
              <PlainButton size="compact-sm" onClick={() => withdraw.mutate({ params: { id: one.id } })}>
                {words.withdraw}
              </PlainButton>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Invite({ onClose, onLink }: { readonly onClose: () => void; readonly onLink: (link: string) => void }) {
  const { words, common } = useConsole(consoleStaffWords);
  const fields: readonly Field[] = [
    { name: "email", kind: "text", label: words.email },
    { name: "name", kind: "text", label: common.name },
    ...limitsFields(words),
  ];
  const draft = useDraft<Values>("invite", () => ({ email: "", name: "", role: "dispatcher", cities: "" }));
  const write = useWrite("invitePerson", ({ link }) => {
    draft.forget();
    onLink(link);
  });
  return (
    <FieldsDialog
      title={words.invite}
      text={words.inviteText}
      action={words.invite}
      fields={fields}
      draft={draft}
      write={write}
      onClose={onClose}
      onSubmit={(values) => write.mutate({ body: limitsBody(values) })}
    />
  );
}
