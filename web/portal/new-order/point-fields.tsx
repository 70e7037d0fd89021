// One point of the order that is being made.
import { ActionIcon, Badge, Button, Group, NumberInput, Paper, SimpleGrid, Text, TextInput } from "@mantine/core";
import type { LatLng } from "../../../src/domain/geo.ts";
import { SEPARATORS } from "../../parts/formats.ts";
import { useField } from "../../parts/forms/faults.tsx";
import { ArrowIcon, CrossIcon } from "../../parts/icons.tsx";
import { useSpoken } from "../../parts/language.tsx";
import { Fine } from "../../parts/looks/kinds.tsx";
import { PlaceField } from "../../parts/places/place-field.tsx";
import { stopSign } from "../../parts/stop-rows.tsx";
import { portalNewOrderWords } from "../../words/portal/new-order.ts";
import { places } from "../ask.ts";
import type { DraftPoint } from "./order-draft.ts";
import styles from "./point-fields.module.css";

type Props = {
  readonly point: DraftPoint;
  readonly at: number;
  // Where the order's other points are, for suggestions.
  readonly near: LatLng | undefined;
  readonly onChange: (changes: Partial<DraftPoint>) => void;
  // A click on the map is for this point from now on.
  readonly onFocus: () => void;
  readonly onRemove: () => void;
  readonly onUp: () => void;
};

const COD_MAX = 1_000_000_000;

export function PointFields({ point, at, near, onChange, onFocus, onRemove, onUp }: Props) {
  const { words, language } = useSpoken(portalNewOrderWords);
  const name = at === 0 ? words.pickup : words.delivery(at);
  const cod = useField(`path[${at}].cod`);
  const tracking = useField(`path[${at}].tracking_number`);
  const set = onChange;
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Group gap="xs">
          <Badge circle color={at === 0 ? "gray.7" : "cyan.9"} autoContrast={false}>
            {stopSign(at)}
          </Badge>
          <Text fw={600}>{name}</Text>
        </Group>
        <Group gap={4}>
          {at > 0 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.up(name)}
              onClick={onUp}
              className={styles.up ?? ""}
            >
              <ArrowIcon size={16} />
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={words.remove(name)} onClick={onRemove}>
            <CrossIcon size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <PlaceField
        label={words.address}
        placeholder={words.addressHint}
        text={point.address}
        near={near}
        suggest={places.suggest}
        chosen={point.source}
        field={`path[${at}]`}
        onFocus={onFocus}
        // A pin that somebody placed stays where it is, whatever it is called.
        onType={(address) =>
          set(point.source === "pin" ? { address } : { address, place: undefined, source: undefined })
        }
        onChoose={set}
      />
      {point.place && (
        <Group gap="xs" mt={4}>
          <Fine>{words.pinned(point.place.lat.toFixed(5), point.place.lng.toFixed(5))}</Fine>
          {point.source === "pin" && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => set({ place: undefined, source: undefined })}
            >
              {words.unpin}
            </Button>
          )}
        </Group>
      )}
      <SimpleGrid cols={2} spacing="xs" mt="xs">
        <TextInput
          label={words.name}
          {...useField(`path[${at}].name`)}
          value={point.name}
          maxLength={200}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={words.mobile}
          {...useField(`path[${at}].mobile`)}
          type="tel"
          value={point.mobile}
          maxLength={20}
          onChange={(event) => set({ mobile: event.currentTarget.value })}
        />
        {at > 0 && (
          <>
            <NumberInput
              label={words.cod}
              {...cod}
              value={point.cod}
              min={0}
              max={COD_MAX}
              step={10_000}
              allowDecimal={false}
              {...SEPARATORS[language]}
              suffix=" ₫"
              onChange={(amount) => set({ cod: Number(amount) || 0 })}
            />
            <TextInput
              label={words.tracking}
              {...tracking}
              value={point.trackingNumber}
              maxLength={200}
              onChange={(event) => set({ trackingNumber: event.currentTarget.value })}
            />
          </>
        )}
      </SimpleGrid>
    </Paper>
  );
}
