// Why the parcel is not there, who sent it, and what happens next.
import { Text } from "@mantine/core";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { useSpoken } from "../parts/language.tsx";
import { trackingWords } from "../words/tracking.ts";
import { Card } from "./card.tsx";
import { headlineOf } from "./headline.ts";

export function TroubleCard({ state }: { readonly state: Tracking }) {
  const { words, language } = useSpoken(trackingWords);
  const { trouble } = state;
  if (!trouble) return null;
  const { sender, contact } = trouble;
  const next = words.next[headlineOf(state) as keyof typeof words.next];
  const facts: readonly (readonly [label: string, text: string])[] = [
    [words.why, language === "vi" ? trouble.reason_vi : trouble.reason],
    [words.sender, sender],
    [words.contact, contact],
    [words.nextTitle, next ?? ""],
  ];
  return (
    <Card title={words.troubleTitle}>
      <dl style={{ margin: 0, display: "grid", gap: 8 }}>
        {facts
          .filter(([, text]) => text !== "")
          .map(([label, text]) => (
            <div key={label}>
              <Text component="dt" size="sm" c="dimmed">
                {label}
              </Text>
              <Text component="dd" m={0} style={{ overflowWrap: "anywhere" }}>
                {text}
              </Text>
            </div>
          ))}
      </dl>
    </Card>
  );
}
