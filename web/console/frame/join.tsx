// Where an operator's one-time link leads: somebody new, the first owner or somebody who has lost their password.
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useField } from "../../parts/forms/faults.tsx";
import { JoinByLink } from "../../parts/sign-in/join-view.tsx";
import { consoleStaffWords } from "../../words/console/staff.ts";
import { ask } from "./ask.ts";
import { useConsole } from "./words.ts";

export function JoinView() {
  const { words, common } = useConsole(consoleStaffWords);
  // Of the first owner alone, for whom the link knows neither.
  const [typed, setTyped] = useState<{ readonly email?: string; readonly name?: string }>({});
  return (
    <JoinByLink
      title={common.title}
      home="/console"
      words={{ ...words, gone: words.joinGone, back: words.toConsole, password: words.passwordNew }}
      see={(token) => ask("seeInvitation", { body: { token } })}
      join={(token, password) => ask("joinByLink", { body: { token, password, ...typed } })}
      heading={({ email, renews, role }) => ({
        title: words.joinTitle,
        text: email === "" ? words.ownerText : renews ? words.renewText : words.joinText(words.roles[role] ?? role),
      })}
      fields={(known) =>
        (["email", "name"] as const).map((name) => (
          <Known
            key={name}
            name={name}
            label={name === "email" ? words.email : common.name}
            value={known.email === "" ? (typed[name] ?? "") : known[name]}
            isFixed={known.email !== ""}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))
      }
    />
  );
}

type KnownProps = {
  readonly name: "email" | "name";
  readonly label: string;
  readonly value: string;
  readonly isFixed: boolean;
  readonly onChange: (typed: string) => void;
};

function Known({ name, label, value, isFixed, onChange }: KnownProps) {
  return (
    <TextInput
      {...useField(name)}
      label={label}
      type={name === "email" ? "email" : "text"}
      autoComplete={name === "email" ? "username" : "name"}
      value={value}
      readOnly={isFixed}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
