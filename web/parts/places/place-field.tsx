// The one field in which a place is typed, in the portal and the console: what it may mean is offered while somebody types (arrows and Enter
// choose), with the places chosen lately, plus codes and pasted coordinates. How sure the pin is stands below it.
import { Autocomplete, Group, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useMemo, useRef, useState } from "react";
import type { SuggestedPlace } from "../../../clients/typescript/src/api.ts";
import type { LatLng } from "../../../src/domain/geo.ts";
import { placesWords } from "../../words/places.ts";
import { DraftOwner } from "../drafts/use-draft.ts";
import { useField } from "../forms/faults.tsx";
import { useWords } from "../language.tsx";
import { Fine } from "../looks/kinds.tsx";
import type { AskPlaces } from "./ask-places.ts";
import { readCoordinates } from "./read-coordinates.ts";
import { keepRecent, type RecentPlace, recentPlaces } from "./recent-places.ts";

// What tells where a pin came from, and so how far it can be trusted.
export type PinSource = keyof (typeof placesWords)["en"]["sure"];
export type ChosenPlace = { readonly address: string; readonly place: LatLng; readonly source: PinSource };

type Props = {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly near: LatLng | undefined;
  readonly suggest: AskPlaces["suggest"];
  readonly chosen: PinSource | undefined;
  readonly onType: (text: string) => void;
  readonly onChoose: (chosen: ChosenPlace) => void;
  readonly onFocus?: () => void;
  // What the point is called on the wire.
  readonly field?: string;
  readonly description?: string;
  // In place of where the driver is sent, where none is.
  readonly note?: string | undefined;
};

const PAUSE_MS = 150;
const LETTERS_MIN = 2;
const LEFT_MS = 250;

type Option = ChosenPlace & { readonly hint: string };

export function PlaceField(props: Props) {
  const words = useWords(placesWords);
  const owner = useContext(DraftOwner);
  const { text, chosen } = props;
  const { error, ...mark } = useField(props.field ?? "place");
  const [isFocused, setFocused] = useState(false);
  const submitted = useRef<string>(undefined);
  const [recent, setRecent] = useState<readonly RecentPlace[]>(() => recentPlaces(owner));
  const { options, isSettled } = useOptions(props, recent);
  const choose = (option: ChosenPlace): void => {
    const { hint: _, ...picked } = option as Option;
    if (picked.source !== "typed") setRecent(keepRecent(owner, picked));
    props.onChoose(picked);
  };
  // Whoever goes on without choosing means the likeliest; its pin says how sure that is, and can be moved.
  const [likeliest] = options;
  const isLeft = isSettled && !isFocused && chosen === undefined && text.trim() !== "";
  const choosing = useRef(choose);
  choosing.current = choose;
  useEffect(() => {
    if (!isLeft || likeliest === undefined) return undefined;
    // Not while a click is under way: what appears below the field would move its target.
    const timer = setTimeout(() => choosing.current({ ...likeliest, address: text.trim() }), LEFT_MS);
    return () => clearTimeout(timer);
  }, [isLeft, likeliest, text]);
  const isUnknown = isSettled && !isFocused && chosen === undefined && text.trim().length >= LETTERS_MIN;
  return (
    <>
      <Autocomplete
        label={props.label}
        description={props.description}
        placeholder={props.placeholder}
        value={text}
        maxLength={500}
        data={options.map(({ address }) => address)}
        // The server has looked already, and forgives slips.
        filter={({ options: all }) => all}
        renderOption={({ option }) => <OptionLine option={options.find(({ address }) => address === option.value)} />}
        onChange={(typed) => {
          // Of an option that was chosen the field also says that it was typed.
          if (typed !== submitted.current) props.onType(typed);
          submitted.current = undefined;
        }}
        onOptionSubmit={(address) => {
          const found = options.find((option) => option.address === address);
          if (!found) return;
          submitted.current = address;
          choose(found);
        }}
        onFocus={() => {
          setFocused(true);
          props.onFocus?.();
        }}
        onBlur={() => setFocused(false)}
        {...mark}
        error={error}
        comboboxProps={{ withinPortal: true }}
      />
      {chosen !== undefined && (
        <Text size="xs" c={words.isRough(chosen) ? "var(--mantine-color-text)" : "dimmed"} mt={4}>
          {props.note ?? words.sure[chosen]}
        </Text>
      )}
      {isUnknown && options.length === 0 && (
        <Text size="xs" mt={4} role="status">
          {words.unknown}
        </Text>
      )}
    </>
  );
}

function OptionLine({ option }: { readonly option: Option | undefined }) {
  return (
    <Group justify="space-between" wrap="nowrap" w="100%" gap="sm">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {option?.address}
      </Text>
      <Fine miw="max-content">{option?.hint}</Fine>
    </Group>
  );
}

// Coordinates are known without asking; nothing typed offers what was chosen lately.
function useOptions({ text, near, suggest, chosen }: Props, recent: readonly RecentPlace[]) {
  const words = useWords(placesWords);
  const [typed] = useDebouncedValue(text, PAUSE_MS);
  const coordinates = readCoordinates(text);
  const isAsked = coordinates === undefined && typed.trim().length >= LETTERS_MIN && chosen === undefined;
  const {
    data = NOTHING,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: ["places", typed, near?.lat, near?.lng],
    queryFn: ({ signal }) => suggest(typed, near, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // An address can be typed without.
    retry: false,
  });
  const isSettled = !isFetching && !isPlaceholderData && typed === text;
  const options = useMemo((): readonly Option[] => {
    const option = (address: string, place: LatLng, source: PinSource): Option => ({
      address,
      place,
      source,
      hint: words.kinds[source],
    });
    const pasted = readCoordinates(text);
    if (pasted) return [option(text.trim(), pasted, "coordinates")];
    if (text.trim() === "") return recent.map((one) => ({ ...one, hint: words.recent }));
    const found = isAsked ? data : [];
    const named = found.map((one) => option(one.address, { lat: one.lat, lng: one.lng }, sourceOf(one.kind)));
    return [...new Map(named.map((one) => [one.address, one])).values()];
  }, [text, recent, isAsked, data, words]);
  return { options, isSettled: isSettled || coordinates !== undefined || text.trim() === "" };
}

const NOTHING: readonly SuggestedPlace[] = [];

function sourceOf(kind: string): PinSource {
  return kind in placesWords.en.sure ? (kind as PinSource) : "typed";
}
