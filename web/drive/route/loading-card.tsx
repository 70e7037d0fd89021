// Loading at one counter: each parcel is checked off by its number or by hand, and what is complete is picked up at once.
import { Button, Card, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { DriverOrder } from "../../../clients/typescript/src/api.ts";
import { useSpoken } from "../../parts/language.tsx";
import { Heading, PlainButton } from "../../parts/looks/kinds.tsx";
import { driveWords } from "../../words/drive/drive.ts";
import { driveRouteWords } from "../../words/drive/drive-route.ts";
import { keep, readKept } from "../kept.ts";
import styles from "../page.module.css";
import type { Position } from "../positions/position-batch.ts";
import { nextTask } from "../projected-order.ts";
import type { StepQueue } from "../use-queue.ts";
import { meantBy, type Parcel, parcelsOf } from "./parcels.ts";

type Props = {
  // Those to be picked up here, not picked up yet.
  readonly orders: readonly DriverOrder[];
  readonly address: string;
  readonly queue: Pick<StepQueue, "press">;
  readonly position: Position | undefined;
};

const CHECKED = "giao.drive.loaded";

export function LoadingCard({ orders, address, queue, position }: Props) {
  const { words } = useSpoken(driveWords);
  const { words: route } = useSpoken(driveRouteWords);
  const [checked, setChecked] = useState<ReadonlySet<string>>(
    () => new Set((readKept(CHECKED) as string[] | null) ?? []),
  );
  const [text, setText] = useState("");
  const [said, setSaid] = useState<{ readonly text: string; readonly isKnown: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const parcels = parcelsOf(orders);
  const coming = orders.filter((order) => nextTask(order)?.task === "arrive");
  const isChecked = ({ key }: Parcel): boolean => checked.has(key);
  const ready = orders.filter((order) => nextTask(order)?.task === "pickup" && parcelsOf([order]).every(isChecked));
  const check = (those: readonly Parcel[], isOn: boolean): void => {
    // What is loaded elsewhere by now is forgotten.
    const here = parcels.filter((parcel) => (those.includes(parcel) ? isOn : isChecked(parcel)));
    const keys = here.map(({ key }) => key);
    keep(CHECKED, keys);
    setChecked(new Set(keys));
  };
  const scan = (event: FormEvent): void => {
    event.preventDefault();
    const meant = meantBy(text, parcels, isChecked);
    if (text.trim() === "") return;
    setSaid({ text: text.trim(), isKnown: meant.length > 0 });
    setText("");
    if (meant.length > 0) check(meant, true);
  };
  const press = async (name: "arrive" | "pickup", those: readonly DriverOrder[]): Promise<void> => {
    setBusy(true);
    const place = position ? { lat: position.lat, lng: position.lng } : {};
    try {
      for (const { order_id } of those) await queue.press({ orderId: order_id, name, pathIndex: 0, ...place });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card withBorder className={styles.order} component="section" aria-label={route.load(parcels.length)}>
      <Stack gap="sm">
        <Heading>{route.load(parcels.length)}</Heading>
        <Text fw={600}>{address}</Text>
        {coming.length > 0 && (
          <Button size="xl" disabled={isBusy} onClick={() => void press("arrive", coming)}>
            {words.tasks.arrive}
          </Button>
        )}
        <form onSubmit={scan}>
          <Group align="end" wrap="nowrap">
            <TextInput
              flex={1}
              label={route.scan}
              description={route.scanHint}
              value={text}
              autoComplete="off"
              autoCapitalize="characters"
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <PlainButton type="submit">{route.tick}</PlainButton>
          </Group>
        </form>
        <Text size="sm" fw={600} role="status" {...(said && !said.isKnown ? { c: "red" } : {})}>
          {said && (said.isKnown ? route.checked(said.text) : route.notHere(said.text))}
        </Text>
        <Stack gap={0}>
          {parcels.map((parcel) => (
            <Checkbox
              key={parcel.key}
              className={styles.parcel ?? ""}
              label={[parcel.trackingNumber || parcel.orderId, ...nthOf(parcel)].join(" · ")}
              description={parcel.address}
              checked={isChecked(parcel)}
              onChange={(event) => check([parcel], event.currentTarget.checked)}
            />
          ))}
        </Stack>
        <Group grow>
          <PlainButton disabled={parcels.every(isChecked)} onClick={() => check(parcels, true)}>
            {route.all}
          </PlainButton>
          {coming.length === 0 && (
            <Button disabled={isBusy || ready.length === 0} onClick={() => void press("pickup", ready)}>
              {route.loaded(ready.length, orders.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

function nthOf({ nth }: Parcel): readonly string[] {
  return nth ? [`${nth.at}/${nth.of}`] : [];
}
