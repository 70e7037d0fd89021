// The call that the form makes, as JSON, curl and TypeScript, and what the server answered.
import { Paper, SegmentedControl, Stack, Tabs, Text } from "@mantine/core";
import { useState } from "react";
import { CodeBlock } from "../../parts/code-block.tsx";
import { useWords } from "../../parts/language.tsx";
import { Heading, Quiet } from "../../parts/looks/kinds.tsx";
import { portalNewOrderWords } from "../../words/portal/new-order.ts";
import { useSession } from "../session.ts";
import { asCurl, asTypeScript, pathOf, type ShownCall } from "./call-snippets.ts";

type Exchange = { readonly body: object | undefined; readonly answer: unknown };
type Props = { readonly estimate: Exchange; readonly create: Exchange };

export function CallPanel(props: Props) {
  const words = useWords(portalNewOrderWords);
  const { account } = useSession();
  const [kind, setKind] = useState<ShownCall["kind"]>("estimate");
  const { body, answer } = props[kind];
  const origin = window.location.origin;
  return (
    <Paper withBorder p="md" component="section" aria-label={words.theCall}>
      <Stack gap="sm">
        <Heading>{words.theCall}</Heading>
        <SegmentedControl
          aria-label={words.theCall}
          value={kind}
          onChange={(chosen) => setKind(chosen === "create" ? "create" : "estimate")}
          data={[
            { value: "estimate", label: words.estimate },
            { value: "create", label: words.createCall },
          ]}
        />
        {body === undefined ? (
          <Text c="dimmed">{words.noAnswer}</Text>
        ) : (
          <Shown call={{ kind, body }} answer={answer} origin={origin} mobile={account._id} />
        )}
      </Stack>
    </Paper>
  );
}

type ShownProps = {
  readonly call: ShownCall;
  readonly answer: unknown;
  readonly origin: string;
  readonly mobile: string;
};

function Shown({ call, answer, origin, mobile }: ShownProps) {
  const words = useWords(portalNewOrderWords);
  const texts: readonly (readonly [string, string, string])[] = [
    ["request", words.request, JSON.stringify(call.body, null, 2)],
    ["answer", words.answer, answer === undefined ? words.noAnswer : JSON.stringify(answer, null, 2)],
    ["curl", "curl", asCurl(call, origin)],
    ["typescript", "TypeScript", asTypeScript(call, origin, mobile)],
  ];
  return (
    <>
      <Quiet ff="monospace">POST {pathOf(call)}</Quiet>
      <Tabs defaultValue="request" keepMounted={false}>
        <Tabs.List>
          {texts.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {texts.map(([value, label, text]) => (
          <Tabs.Panel key={value} value={value} pt="sm">
            <CodeBlock text={text} label={label} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
