// The partner's members: invited, given another role, kept out.
import { Button, Grid, Group, NativeSelect, Paper, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer, Input } from "../../parts/ask.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { dayAndTime } from "../../parts/formats.ts";
import { Faults, useField } from "../../parts/forms/faults.tsx";
import { useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading, PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import { NameAndEmail } from "../../parts/looks/name-and-email.tsx";
import { ShownOnce } from "../../parts/looks/shown-once.tsx";
import { Loading } from "../../parts/notice.tsx";
import { portalPeopleWords } from "../../words/portal/people.ts";
import { ask } from "../ask.ts";
import { View } from "../view.tsx";

type Found = Answer<"listMembers">;
type Draft = Input<"inviteMember">["body"];
type Role = Draft["role"];
const ROLES: readonly Role[] = ["owner", "staff", "finance", "developer"];
const MEMBERS_KEY = ["members"];

export function MembersView() {
  const words = useWords(portalPeopleWords);
  const [link, setLink] = useState<string>();
  const { data, error, refetch } = useQuery({ queryKey: MEMBERS_KEY, queryFn: () => ask("listMembers", {}) });
  return (
    <View title={words.members} text={words.membersText}>
      {link && (
        <ShownOnce
          title={words.linkTitle}
          text={words.linkText}
          label={words.link}
          secret={link}
          onStored={() => setLink(undefined)}
        />
      )}
      <Grid gap="lg">
        {/* Beside each other only where the table has room for its buttons. */}
        <Grid.Col span={{ base: 12, xl: 8 }}>
          {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading />}
          {data && <Members found={data} onLink={setLink} />}
        </Grid.Col>
        <Grid.Col span={{ base: 12, xl: 4 }}>
          <Invite onLink={setLink} />
        </Grid.Col>
      </Grid>
    </View>
  );
}

function useChange<Given, Done>(change: (given: Given) => Promise<Done>, onDone?: (done: Done) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (done) => onDone?.(done),
    onSettled: () => client.invalidateQueries({ queryKey: MEMBERS_KEY }),
  });
}

type MembersProps = { readonly found: Found; readonly onLink: (link: string) => void };

function Members({ found, onLink }: MembersProps) {
  const { words, language } = useSpoken(portalPeopleWords);
  const change = useChange(({ id, ...body }: Input<"changeMember">["body"] & { readonly id: string }) =>
    ask("changeMember", { params: { id }, body }),
  );
  const renew = useChange(
    (id: string) => ask("linkForMember", { params: { id } }),
    ({ link }) => onLink(link),
  );
  const withdraw = useChange((id: string) => ask("withdrawMemberInvitation", { params: { id } }));
  const error = change.error ?? renew.error ?? withdraw.error;
  const rows = [
    ...found.members.map((one) => ({ ...one, isOpen: false as const })),
    ...found.invitations.map((one) => ({ ...one, isOpen: true as const })),
  ];
  return (
    <Paper withBorder p="md">
      {error && <ErrorNote error={error} />}
      <DataTable
        label={words.members}
        rows={rows}
        keyOf={({ id }) => id}
        empty={words.nobody}
        columns={[
          { title: words.name, cell: (one) => <NameAndEmail {...one} /> },
          {
            title: words.role,
            cell: (one) => (
              <RoleSelect
                isFixed={one.isOpen}
                who={one.name}
                role={one.role}
                onChange={(role) => change.mutate({ id: one.id, role })}
              />
            ),
          },
          {
            title: words.status,
            cell: (one) =>
              one.isOpen
                ? words.invited(dayAndTime(one.expire_time, language))
                : one.disabled
                  ? words.disabled
                  : one.seen_time > 0
                    ? words.seen(dayAndTime(one.seen_time, language))
                    : words.active,
          },
          {
            title: "",
            cell: (one) =>
              one.isOpen ? (
                <PlainButton size="compact-sm" onClick={() => withdraw.mutate(one.id)}>
                  {words.withdraw}
                </PlainButton>
              ) : (
                <Group gap={4}>
                  <PlainButton size="compact-sm" onClick={() => renew.mutate(one.id)}>
                    {words.newLink}
                  </PlainButton>
                  <PlainButton size="compact-sm" onClick={() => change.mutate({ id: one.id, disabled: !one.disabled })}>
                    {one.disabled ? words.letIn : words.keepOut}
                  </PlainButton>
                </Group>
              ),
          },
        ]}
      />
    </Paper>
  );
}

type RoleProps = {
  readonly isFixed: boolean;
  readonly who: string;
  readonly role: Role;
  readonly onChange: (role: Role) => void;
};

function RoleSelect({ isFixed, who, role, onChange }: RoleProps) {
  const words = useWords(portalPeopleWords);
  const nameOf = (one: Role): string => (words.roleTexts[one] ?? one).split(":")[0] ?? one;
  if (isFixed) return nameOf(role);
  return (
    <NativeSelect
      size="xs"
      // Beside long words it would be squeezed until nothing of its own is left.
      miw={130}
      aria-label={`${words.role}: ${who}`}
      value={role}
      data={ROLES.map((one) => ({ value: one, label: nameOf(one) }))}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
    />
  );
}

function Invite({ onLink }: { readonly onLink: (link: string) => void }) {
  const words = useWords(portalPeopleWords);
  const [draft, setDraft] = useState<Draft>({ email: "", name: "", role: "staff" });
  const invite = useChange(
    (body: Draft) => ask("inviteMember", { body }),
    ({ link }) => {
      setDraft({ email: "", name: "", role: "staff" });
      onLink(link);
    },
  );
  return (
    <Paper
      withBorder
      p="md"
      maw={560}
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate(draft);
      }}
    >
      <Stack gap="sm">
        <Heading>{words.invite}</Heading>
        <Quiet>{words.inviteText}</Quiet>
        <Faults error={invite.error}>
          <Stack gap="sm">
            <Typed name="email" label={words.email} draft={draft} onChange={setDraft} />
            <Typed name="name" label={words.name} draft={draft} onChange={setDraft} />
          </Stack>
        </Faults>
        <NativeSelect
          label={words.role}
          value={draft.role}
          data={ROLES.map((one) => ({ value: one, label: words.roleTexts[one] ?? one }))}
          onChange={(event) => setDraft({ ...draft, role: event.currentTarget.value as Role })}
        />
        <div>
          <Button type="submit" loading={invite.isPending}>
            {words.invite}
          </Button>
        </div>
      </Stack>
    </Paper>
  );
}

type TypedProps = {
  readonly name: "email" | "name";
  readonly label: string;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
};

function Typed({ name, label, draft, onChange }: TypedProps) {
  return (
    <TextInput
      {...useField(name)}
      label={label}
      type={name === "email" ? "email" : "text"}
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
    />
  );
}
