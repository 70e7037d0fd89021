// A tariff while it is written: the expression with its fault marked in place, the fees beside it, and the line they draw.

import { Alert, Grid, NumberInput, Stack, Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import type { OperatorService } from "../../../clients/typescript/src/api.ts";
import { feeOf } from "../../../src/domain/fee-expression/compiled.ts";
import type { FeeFault } from "../../../src/domain/fee-expression/syntax.ts";
import { checkTariff } from "../../../src/domain/fee-expression/tariff-check.ts";
import { SEPARATORS } from "../../parts/formats.ts";
import { useField } from "../../parts/forms/faults.tsx";
import { useLanguage } from "../../parts/language.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { tariffFaultWords } from "../../words/console/tariff-faults.ts";
import { type Field, Fields, type Values } from "../frame/fields.tsx";
import { useConsole } from "../frame/words.ts";
import styles from "./fee-plot.module.css";
import { FeePlot, type PlotPoint } from "./fee-plot.tsx";

const PLOT_POINTS = 121;
const PLOT_KM_MAX = 30;

// As the form has it: shares in percent.
export type Tariff = Values & { readonly distance_fee: string };

export function tariffOf(service: TariffRecord): Tariff {
  const { distance_fee, stop_fee, toll_fee, ferry_fee, vat_rate, commission_value } = service;
  const percent = Math.round(vat_rate * 10_000) / 100;
  return { distance_fee, stop_fee, vat_rate: percent, commission_value, toll_fee, ferry_fee };
}
type TariffRecord = Pick<
  OperatorService,
  "distance_fee" | "stop_fee" | "toll_fee" | "ferry_fee" | "vat_rate" | "commission_value"
>;

export function tariffBody(tariff: Tariff): object {
  const { vat_rate: percent } = tariff;
  return { ...tariff, vat_rate: typeof percent === "number" ? percent / 100 : percent };
}

export function useTariffFault(expression: string, metersMax: number): FeeFault | undefined {
  return useMemo(() => {
    const judged = checkTariff(expression, metersMax);
    return "refused" in judged ? judged : undefined;
  }, [expression, metersMax]);
}

type Props = {
  readonly tariff: Tariff;
  readonly onChange: (tariff: Tariff) => void;
  readonly fault: FeeFault | undefined;
  readonly metersMax: number;
  // The expression to compare with.
  readonly inForce?: string;
};

export function TariffFields({ tariff, onChange, fault, metersMax, inForce }: Props) {
  const { words, language } = useConsole(consoleCatalogueWords);
  const [hour, setHour] = useState<number | string>(12);
  const expression = tariff.distance_fee;
  const fees: readonly Field[] = [
    { name: "stop_fee", kind: "number", label: words.stopFee },
    { name: "vat_rate", kind: "number", label: words.vat, decimals: 2 },
    { name: "commission_value", kind: "number", label: words.commission, decimals: 2 },
    { name: "toll_fee", kind: "number", label: words.tollFee, hint: words.roadFeesNote },
    { name: "ferry_fee", kind: "number", label: words.ferryFee },
  ];
  const line = (source: string) => plotOf(source, metersMax, Number(hour));
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="md">
          <Textarea
            label={words.expression}
            value={expression}
            onChange={(event) => onChange({ ...tariff, distance_fee: event.currentTarget.value })}
            autosize
            minRows={4}
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            {...useField("distance_fee")}
            aria-invalid={fault !== undefined}
            aria-describedby={fault ? "tariff-fault" : undefined}
          />
          {fault && expression.trim() !== "" && <Fault source={expression} fault={fault} />}
          <Fields fields={fees} values={tariff} onChange={(changes) => onChange({ ...tariff, ...changes })} cols={2} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        {/* Nothing is drawn while the tariff is broken: a line of the last good one would tell a story that is not so. */}
        <FeePlot draft={fault ? [] : line(expression)} inForce={inForce === undefined ? [] : line(inForce)} />
        <NumberInput
          label={words.hour}
          value={hour}
          onChange={setHour}
          min={0}
          max={23.99}
          step={0.5}
          decimalScale={2}
          {...SEPARATORS[language]}
          w={180}
          mt="sm"
        />
      </Grid.Col>
    </Grid>
  );
}

function Fault({ source, fault }: { readonly source: string; readonly fault: FeeFault }) {
  const { language } = useLanguage();
  const { offset } = fault;
  return (
    <Alert id="tariff-fault" color="red" variant="light" role="alert" title={tariffFaultWords[language](fault)}>
      <div className={styles.fault}>
        {source.slice(0, offset)}
        <mark>{source.slice(offset, offset + 1) || " "}</mark>
        {source.slice(offset + 1)}
      </div>
    </Alert>
  );
}

function plotOf(expression: string, metersMax: number, hour: number): readonly PlotPoint[] {
  const fee = feeOf(expression);
  const xMax = Math.min(PLOT_KM_MAX, metersMax / 1_000);
  return Array.from({ length: PLOT_POINTS }, (_, at) => {
    const x = (xMax * at) / (PLOT_POINTS - 1);
    return { x, fee: fee(x, hour) };
  });
}
