// Where a member's one-time link leads: new, or without their password.
import { TextInput } from "@mantine/core";
import { useWords } from "../../parts/language.tsx";
import { JoinByLink } from "../../parts/sign-in/join-view.tsx";
import { portalWords } from "../../words/portal/frame.ts";
import { portalPeopleWords } from "../../words/portal/people.ts";
import { ask } from "../ask.ts";

export function JoinView() {
  const words = useWords(portalPeopleWords);
  const { title, roles } = useWords(portalWords);
  return (
    <JoinByLink
      title={title}
      home="/portal"
      words={{ ...words, gone: words.joinGone, back: words.toPortal }}
      see={(token) => ask("seeMemberInvitation", { body: { token } })}
      join={(token, password) => ask("joinAsMember", { body: { token, password } })}
      heading={({ partner, renews, role }) => ({
        title: words.joinTitle(partner),
        text: renews ? words.renewText : words.joinText(roles[role] ?? role),
      })}
      fields={({ email }) => <TextInput label={words.email} value={email} autoComplete="username" readOnly />}
    />
  );
}
