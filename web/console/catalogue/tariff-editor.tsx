// A tariff, written and judged at the same time: the fee is plotted with every letter by the very parser that prices orders, a
// fault is shown where it is, and last week's orders are priced under it before it can be saved.
import { Alert, Button, Grid, Group, NumberInput, Stack, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { feeOf } from "../../../src/domain/fee-expression/compiled.ts";
import { checkTariff } from "../../../src/domain/fee-expression/tariff-check.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { consoleCatalogueWords } from "../../words/console-catalogue.ts";
import { ask, useWrite } from "../frame/ask.ts";
import { Panel } from "../frame/view.tsx";
import type { Service } from "../frame/wire.ts";
import styles from "./fee-plot.module.css";
import { FeePlot, type PlotPoint } from "./fee-plot.tsx";
import { LastWeek, type Preview } from "./last-week.tsx";

const PLOT_POINTS = 121;
const PLOT_KM_MAX = 30;
const PAUSE_MS = 400;

export function TariffEditor({ service }: { readonly service: Service }) {
  const words = useWords(consoleCatalogueWords);
  const [expression, setExpression] = useState(service.distance_fee);
  const [stopFee, setStopFee] = useState<number | string>(service.stop_fee);
  const [vat, setVat] = useState<number | string>(percentOf(service.vat_rate));
  const [commission, setCommission] = useState<number | string>(service.commission_value);
  const [hour, setHour] = useState<number | string>(12);
  const write = useWrite<Service>();
  const draft = {
    distance_fee: expression,
    stop_fee: Number(stopFee),
    vat_rate: Number(vat) / 100,
    commission_value: Number(commission),
  };
  const fault = useMemo(() => {
    const judged = checkTariff(expression, service.max_distance);
    return "refused" in judged ? judged : undefined;
  }, [expression, service.max_distance]);
  const preview = usePreview(service._id, draft, fault === undefined);
  const inForce = plotOf(service.distance_fee, service.max_distance, Number(hour));
  // Nothing is drawn while the tariff is broken: a line of the last good one would tell a story that is not so.
  const plotted = fault ? [] : plotOf(expression, service.max_distance, Number(hour));
  return (
    <Panel title={words.tariff} note={words.tariffNote}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <Textarea
              label={words.expression}
              value={expression}
              onChange={(event) => setExpression(event.currentTarget.value)}
              autosize
              minRows={4}
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
              aria-invalid={fault !== undefined}
              aria-describedby={fault ? "tariff-fault" : undefined}
            />
            {fault && <Fault source={expression} offset={fault.offset} why={fault.why} />}
            <Group align="flex-end">
              <NumberInput
                label={words.stopFee}
                value={stopFee}
                onChange={setStopFee}
                min={0}
                thousandSeparator=","
                w={230}
              />
              <NumberInput label={words.vat} value={vat} onChange={setVat} min={0} max={100} w={120} />
              <NumberInput
                label={words.commission}
                value={commission}
                onChange={setCommission}
                min={0}
                max={100}
                w={140}
              />
            </Group>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <FeePlot draft={plotted} inForce={inForce} />
          <NumberInput
            label={words.hour}
            value={hour}
            onChange={setHour}
            min={0}
            max={23.99}
            step={0.5}
            w={140}
            mt="sm"
          />
        </Grid.Col>
        <Grid.Col span={12}>
          <LastWeek preview={fault ? undefined : preview.data} />
        </Grid.Col>
      </Grid>
      <Stack gap="sm" mt="md">
        {preview.error && <ErrorNote error={preview.error} />}
        {write.error && <ErrorNote error={write.error} />}
        {write.data && (
          <Alert color="green" variant="light" role="status" title={words.tariffSaved(write.data.tariff_version)} />
        )}
        <Group>
          <Button
            loading={write.isPending}
            // Nobody saves what last week would have cost without having seen it.
            disabled={fault !== undefined || preview.data === undefined || preview.isPlaceholderData}
            onClick={() => write.mutate({ method: "PUT", path: `/services/${service._id}`, body: draft })}
          >
            {words.saveTariff}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

function usePreview(serviceId: string, draft: object, isSound: boolean) {
  const [text] = useDebouncedValue(JSON.stringify(draft), PAUSE_MS);
  return useQuery({
    queryKey: ["preview", serviceId, text],
    queryFn: ({ signal }) =>
      ask<Preview>("/operator/v1/tariffs/preview", {
        body: { service_id: serviceId, service: JSON.parse(text) },
        signal,
      }),
    enabled: isSound && text === JSON.stringify(draft),
  });
}

function Fault({ source, offset, why }: { readonly source: string; readonly offset: number; readonly why: string }) {
  return (
    <Alert id="tariff-fault" color="red" variant="light" role="alert" title={why}>
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

function percentOf(rate: number): number {
  return Math.round(rate * 10_000) / 100;
}
