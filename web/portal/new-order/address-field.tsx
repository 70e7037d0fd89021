// Where a point of the order is, as it is typed: what it may mean is offered, and choosing one pins it.
import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { LatLng } from "../../../src/domain/geo.ts";
import { useWords } from "../../parts/language.tsx";
import { portalNewOrderWords } from "../../words/portal-new-order.ts";
import { ask } from "../ask.ts";

type Props = {
  readonly address: string;
  readonly near: LatLng | undefined;
  readonly onType: (address: string) => void;
  readonly onChoose: (address: string, place: LatLng) => void;
};

const PAUSE_MS = 150;
const LETTERS_MIN = 2;

export function AddressField({ address, near, onType, onChoose }: Props) {
  const words = useWords(portalNewOrderWords);
  const [typed] = useDebouncedValue(address, PAUSE_MS);
  const { data = [] } = useQuery({
    queryKey: ["places", typed, near?.lat, near?.lng],
    queryFn: async ({ signal }) => {
      const query = { q: typed, lat: near?.lat, lng: near?.lng };
      return (await ask("suggestPlaces", { query }, { signal })).places;
    },
    enabled: typed.trim().length >= LETTERS_MIN,
    placeholderData: keepPreviousData,
    // An address can be typed without.
    retry: false,
  });
  const choose = (chosen: string): void => {
    const found = data.find((each) => each.address === chosen);
    if (found) onChoose(chosen, { lat: found.lat, lng: found.lng });
  };
  return (
    <Autocomplete
      label={words.address}
      placeholder={words.addressHint}
      value={address}
      maxLength={500}
      data={[...new Set(data.map((each) => each.address))]}
      // The server has looked already, and forgives slips.
      filter={({ options }) => options}
      onChange={onType}
      onOptionSubmit={choose}
    />
  );
}
