// An order made by hand: points on a map, services side by side, and the calls that do it.

import { Alert, Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Answer } from "../../parts/ask.ts";
import { DraftNote } from "../../parts/drafts/draft-note.tsx";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { dayAndTime, money } from "../../parts/formats.ts";
import { Faults } from "../../parts/forms/faults.tsx";
import { PlusIcon } from "../../parts/icons.tsx";
import { useLanguage, useSpoken, useWords } from "../../parts/language.tsx";
import { PlainButton, Quiet } from "../../parts/looks/kinds.tsx";
import type { LatLng } from "../../parts/map/polyline.ts";
import type { MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { goTo } from "../../parts/router.tsx";
import { stopSign } from "../../parts/stop-rows.tsx";
import { portalNewOrderWords } from "../../words/portal/new-order.ts";
import { ask, places } from "../ask.ts";
import { useServicesQuery } from "../choices.ts";
import { useSession } from "../session.ts";
import { View } from "../view.tsx";
import { CallPanel } from "./call-panel.tsx";
import { OptionFields } from "./option-fields.tsx";
import {
  createBody,
  type Draft,
  type DraftPoint,
  EMPTY_DRAFT,
  isAnswer,
  isComplete,
  type OrderCall,
  unanswered,
} from "./order-draft.ts";
import { PointFields } from "./point-fields.tsx";
import { deliveryWindow, type Offer, ServicePrices } from "./service-prices.tsx";
import { useEstimate } from "./use-estimate.ts";

type Created = Answer<"createOrder">;
type Kept = { readonly draft: Draft; readonly serviceId: string; readonly sent: OrderCall | undefined };

const BEGIN: Kept = { draft: EMPTY_DRAFT, serviceId: "", sent: undefined };

export function NewOrderView() {
  const words = useWords(portalNewOrderWords);
  const kept = useDraft<Kept>("order", () => BEGIN);
  const { draft, serviceId } = kept.typed;
  const sent = unanswered(kept.typed.sent, Date.now());
  const newPoint = useNewPoint();
  // Whose field was in use last: a click on the map is for that point.
  const [target, setTarget] = useState<string>();
  const pinAddress = usePinAddress();
  const services = useServicesQuery().data ?? [];
  // The pickup, and as many deliveries as any service takes.
  const pointsMax = 1 + Math.max(1, ...services.map((service) => service.max_stop_points));
  const change = (more: Partial<Draft>): void => kept.change((now) => ({ draft: { ...now.draft, ...more } }));
  const changePoint = (key: string, to: (point: DraftPoint) => Partial<DraftPoint>): void =>
    kept.change(({ draft: now }) => ({
      draft: { ...now, points: now.points.map((point) => (point.key === key ? { ...point, ...to(point) } : point)) },
    }));
  // A pin's own words give way to the address at it; what somebody wrote stays.
  const name = async (key: string, place: LatLng, before: string): Promise<void> => {
    const address = await pinAddress(place);
    changePoint(key, (point) => (point.address === before && isSame(point.place, place) ? { address } : {}));
  };
  const put = (key: string, at: LatLng): void => {
    const point = draft.points.find((one) => one.key === key);
    const place = rounded(at);
    const isOwn = point?.address === "" || point?.source === "pin" || point?.source === "coordinates";
    const address = isOwn ? pinAddress.begin(place) : (point?.address ?? "");
    changePoint(key, () => ({ place, source: "pin", address }));
    if (isOwn) void name(key, place, address);
  };
  const add = (place: LatLng | undefined): void => {
    if (draft.points.length >= pointsMax) return;
    const made = newPoint(draft.points.length, place);
    kept.change(({ draft: now }) => ({ draft: { ...now, points: [...now.points, made] } }));
    if (made.place) void name(made.key, made.place, made.address);
    else setTarget(made.key);
  };
  const targetAt = draft.points.findIndex(({ key }) => key === target);
  const place = (at: LatLng): void => {
    if (target !== undefined && targetAt >= 0) put(target, at);
    else add(at);
    setTarget(undefined);
  };
  const estimate = useEstimate(draft);
  const chosen = estimate.offers?.find((offer) => offer.estimate.service_id === serviceId && offer.estimate.data);
  const create = useMutation({
    mutationFn: send,
    // Before it leaves: a page that is closed now still knows what it asked for.
    onMutate: (call) => kept.change({ sent: call }),
    onSuccess: kept.forget,
    onError: (error) => isAnswer(error) && kept.change({ sent: undefined }),
  });
  const { zone } = estimate;
  const body = chosen && createBody(draft, chosen.service, chosen.estimate, zone);
  const { language } = useLanguage();
  // Prices of what the draft was a moment ago say nothing of the time it has now.
  const isTimed = draft.when !== "" && !estimate.isOld;
  const window = chosen && isTimed ? deliveryWindow(chosen, draft, zone, language) : undefined;
  return (
    <View title={words.title} text={words.text}>
      <DraftNote draft={kept} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <PlacingMap
              points={draft.points}
              next={targetAt >= 0 ? targetAt : draft.points.length}
              isFull={targetAt < 0 && draft.points.length >= pointsMax}
              onPlace={place}
              onMove={put}
            />
            <Faults error={create.error ?? estimate.error}>
              <Stack gap="md">
                <Points
                  points={draft.points}
                  onChange={(points) => change({ points })}
                  onPoint={(key, changes) => changePoint(key, () => changes)}
                  onAdd={() => add(undefined)}
                  onFocus={setTarget}
                />
                <OptionFields draft={draft} zone={zone} window={window} onChange={change} />
              </Stack>
            </Faults>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <ServicePrices
              draft={draft}
              zone={zone}
              offers={estimate.offers}
              busy={estimate.busy}
              error={estimate.error}
              onRetry={estimate.retry}
              chosen={chosen}
              onChoose={(chosenId) => kept.change({ serviceId: chosenId })}
              onRequests={(requests) => change({ requests })}
            />
            <CreateButton
              draft={draft}
              chosen={chosen}
              busy={create.isPending}
              // Prices of what the draft was a moment ago, an order that is made already, or may be.
              isDisabled={estimate.isOld || create.isSuccess || sent !== undefined}
              onCreate={() => body && create.mutate({ at: Date.now(), body, key: crypto.randomUUID() })}
            />
            {sent && !create.isPending && !create.isSuccess && (
              <Unanswered call={sent} onAsk={() => create.mutate(sent)} />
            )}
            {create.data && (
              <Made
                created={create.data}
                onAnother={() => {
                  create.reset();
                  kept.restart();
                }}
              />
            )}
            <CallPanel
              estimate={{ body: estimate.body, answer: estimate.answer }}
              create={{ body: create.variables?.body ?? body, answer: create.data }}
            />
          </Stack>
        </Grid.Col>
      </Grid>
    </View>
  );
}

function send({ body, key }: OrderCall): Promise<Created> {
  return ask("createOrder", { body }, { headers: { "idempotency-key": key } });
}

function rounded({ lat, lng }: LatLng): LatLng {
  return { lat: round(lat), lng: round(lng) };
}

function isSame(one: LatLng | undefined, other: LatLng): boolean {
  return one?.lat === other.lat && one.lng === other.lng;
}

// What a pin is called: where it is at once, and what is there as soon as the server has said.
function usePinAddress() {
  const words = useWords(portalNewOrderWords);
  const begin = ({ lat, lng }: LatLng): string => words.pin(lat.toFixed(5), lng.toFixed(5));
  const named = async (place: LatLng): Promise<string> => {
    const found = await places.addressAt(place);
    if (!found?.address) return begin(place);
    return found.isExact ? found.address : `${begin(place)}, ${found.address}`;
  };
  return Object.assign(named, { begin });
}

// In the sandbox a point comes filled in, so that two clicks give prices and three an order.
function useNewPoint(): (at: number, place: LatLng | undefined) => DraftPoint {
  const words = useWords(portalNewOrderWords);
  const { account } = useSession();
  return (at, place) => ({
    key: crypto.randomUUID(),
    place: place && rounded(place),
    source: place ? "pin" : undefined,
    address: place ? words.pin(round(place.lat).toFixed(5), round(place.lng).toFixed(5)) : "",
    name: at === 0 ? account.name : isSandbox() ? words.delivery(at) : "",
    mobile: at === 0 ? `0${account._id.slice(2)}` : isSandbox() ? `09000001${String(at).padStart(2, "0")}` : "",
    cod: 0,
    trackingNumber: "",
  });
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

type PlacingMapProps = {
  readonly points: readonly DraftPoint[];
  // The point that a click is for.
  readonly next: number;
  readonly isFull: boolean;
  readonly onPlace: (at: LatLng) => void;
  readonly onMove: (key: string, to: LatLng) => void;
};

function PlacingMap({ points, next, isFull, onPlace, onMove }: PlacingMapProps) {
  const words = useWords(portalNewOrderWords);
  const latestMove = useRef(onMove);
  latestMove.current = onMove;
  const markers = useMemo(
    () =>
      points.flatMap((point, at): readonly MapMarker[] =>
        point.place
          ? [
              {
                ...point.place,
                id: point.key,
                kind: at === 0 ? "pickup" : "delivery",
                label: `${at === 0 ? words.pickup : words.delivery(at)}: ${point.address}`,
                sign: stopSign(at),
                onMove: (to) => latestMove.current(point.key, to),
              },
            ]
          : [],
      ),
    [points, words],
  );
  // Whoever clicks and drags looks where they want to; what was found by its name is shown.
  const found = points.filter(({ place, source }) => place && source !== "pin");
  const fitKey = found.map(({ key, place }) => `${key} ${place?.lat} ${place?.lng}`).join();
  return (
    <Stack gap={4}>
      <MapView label={words.map} markers={markers} height={400} fitKey={fitKey} onClick={onPlace} />
      <Quiet role="status">
        {isFull ? words.noMorePoints : words.clickFor(next === 0 ? words.pickup : words.delivery(next))}
      </Quiet>
    </Stack>
  );
}

type PointsProps = {
  readonly points: readonly DraftPoint[];
  readonly onChange: (points: readonly DraftPoint[]) => void;
  readonly onPoint: (key: string, changes: Partial<DraftPoint>) => void;
  readonly onAdd: () => void;
  readonly onFocus: (key: string) => void;
};

function Points({ points, onChange, onPoint, onAdd, onFocus }: PointsProps) {
  const words = useWords(portalNewOrderWords);
  return (
    <Stack gap="sm">
      {points.map((point, at) => (
        <PointFields
          key={point.key}
          point={point}
          at={at}
          near={points.find(({ place }) => place)?.place}
          onChange={(changes) => onPoint(point.key, changes)}
          onFocus={() => onFocus(point.key)}
          onRemove={() => onChange(points.toSpliced(at, 1))}
          onUp={() => onChange(points.toSpliced(at, 1).toSpliced(at - 1, 0, point))}
        />
      ))}
      <Group>
        <PlainButton leftSection={<PlusIcon size={16} />} onClick={onAdd}>
          {words.addPoint}
        </PlainButton>
      </Group>
    </Stack>
  );
}

type CreateProps = {
  readonly draft: Draft;
  readonly chosen: Offer | undefined;
  readonly busy: boolean;
  readonly isDisabled: boolean;
  readonly onCreate: () => void;
};

function CreateButton({ draft, chosen, busy, isDisabled, onCreate }: CreateProps) {
  const { words, language } = useSpoken(portalNewOrderWords);
  const price = chosen?.estimate.data?.total_fee;
  return (
    <Stack gap={4}>
      <Button
        size="md"
        disabled={isDisabled || price === undefined || !isComplete(draft)}
        loading={busy}
        onClick={onCreate}
      >
        {price === undefined ? words.createFirst : words.create(money(price, language))}
      </Button>
      {price !== undefined && !isComplete(draft) && <Quiet>{words.incomplete}</Quiet>}
    </Stack>
  );
}

// The order is there or it is not; only the server knows, and the same call under the same key makes no second one.
function Unanswered({ call, onAsk }: { readonly call: OrderCall; readonly onAsk: () => void }) {
  const { words, language } = useSpoken(portalNewOrderWords);
  return (
    <Alert color="yellow" variant="light" role="status" title={words.unanswered(dayAndTime(call.at / 1000, language))}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words.unansweredText}</Text>
        <Button size="xs" onClick={onAsk}>
          {words.askAgain}
        </Button>
      </Stack>
    </Alert>
  );
}

function Made({ created, onAnother }: { readonly created: Created; readonly onAnother: () => void }) {
  const words = useWords(portalNewOrderWords);
  return (
    <Alert color="green" variant="light" role="status" title={words.created(created.order_id)}>
      <Group gap="sm">
        <Button size="xs" onClick={() => goTo(`/portal/orders/${created.order_id}`)}>
          {words.open}
        </Button>
        <PlainButton size="xs" onClick={onAnother}>
          {words.another}
        </PlainButton>
      </Group>
    </Alert>
  );
}
