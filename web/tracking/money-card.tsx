// Cash to have at hand when the driver rings.

import { Text } from "@mantine/core";
import type { Tracking } from "../../clients/typescript/src/api.ts";
import { money } from "../parts/formats.ts";
import { useLanguage, useWords } from "../parts/language.tsx";
import { trackingWords } from "../words/tracking.ts";
import styles from "./page.module.css";

export function MoneyCard({ state }: { readonly state: Tracking }) {
  const words = useWords(trackingWords);
  const { language } = useLanguage();
  const { cod_amount: cod = 0, fee_amount: fee = 0 } = state;
  if (cod + fee === 0) return null;
  return (
    <section className={styles.card}>
      <Text fw={600}>{words.haveReady(money(cod + fee, language))}</Text>
      {cod > 0 && fee > 0 && (
        <Text size="sm" c="dimmed">
          {words.codPart(money(cod, language))}, {words.feePart(money(fee, language))}
        </Text>
      )}
    </section>
  );
}
