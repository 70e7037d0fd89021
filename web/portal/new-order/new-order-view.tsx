// An order made by hand: points on a map, services side by side, and the calls that do it.

import { Alert, Button, Grid, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Estimate, Service } from "../../../clients/typescript/src/api.ts";
import type { Answer } from "../../parts/ask.ts";
import { money } from "../../parts/formats.ts";
import { PlusIcon } from "../../parts/icons.tsx";
import { useLanguage, useWords } from "../../parts/language.tsx";
import type { MapMarker } from "../../parts/map-content.ts";
import { MapView } from "../../parts/map-view.tsx";
import { ErrorNote } from "../../parts/notice.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import type { LatLng } from "../../parts/polyline.ts";
import { goTo } from "../../parts/router.tsx";
import { stopSign } from "../../parts/stop-rows.tsx";
import { portalNewOrderWords } from "../../words/portal-new-order.ts";
import { ask } from "../ask.ts";
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
  estimateBody,
  isComplete,
  isPlaced,
  nextCall,
  type OrderCall,
  sameness,
} from "./order-draft.ts";
import { PointFields } from "./point-fields.tsx";
import { type Offer, ServicePrices } from "./service-prices.tsx";

type Created = Answer<"createOrder">;

const TYPING_MS = 350;
// A quote lives ten minutes; it is asked for anew well before.
const REQUOTE_MS = 5 * 60_000;

export function NewOrderView() {
  const words = useWords(portalNewOrderWords);
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const [serviceId, setServiceId] = useState("");
  const newPoint = useNewPoint();
  const services = useServicesQuery().data ?? [];
  // The pickup, and as many deliveries as any service takes.
  const pointsMax = 1 + Math.max(1, ...services.map((service) => service.max_stop_points));
  const change = (more: Partial<Draft>): void => setDraft((now) => ({ ...now, ...more }));
  const add = (place: LatLng | undefined): void =>
    setDraft((now) =>
      now.points.length >= pointsMax ? now : { ...now, points: [...now.points, newPoint(now.points.length, place)] },
    );
  const estimate = useEstimate(draft);
  const chosen = estimate.offers?.find((offer) => offer.estimate.service_id === serviceId && offer.estimate.data);
  const create = useMutation({ mutationFn: send });
  const body = chosen && createBody(draft, chosen.service, chosen.estimate);
  const of = sameness(draft, serviceId);
  return (
    <View title={words.title} text={words.text}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <PlacingMap points={draft.points} onPlace={add} />
            <Points points={draft.points} onChange={(points) => change({ points })} onAdd={() => add(undefined)} />
            <OptionFields draft={draft} onChange={change} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <ServicePrices
              draft={draft}
              offers={estimate.offers}
              busy={estimate.busy}
              error={estimate.error}
              onRetry={estimate.retry}
              chosen={chosen}
              onChoose={setServiceId}
              onRequests={(requests) => change({ requests })}
            />
            <CreateButton
              draft={draft}
              chosen={chosen}
              busy={create.isPending}
              // Prices of what the draft was a moment ago, or an order that is made already.
              isDisabled={estimate.isOld || (create.isSuccess && create.variables.of === of)}
              onCreate={() =>
                body && create.mutate(nextCall(create.variables, create.error, { of, body, key: crypto.randomUUID() }))
              }
            />
            {create.error && <ErrorNote error={create.error} />}
            {create.data && (
              <Made
                created={create.data}
                onAnother={() => {
                  create.reset();
                  setDraft(EMPTY_DRAFT);
                  setServiceId("");
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

function useEstimate(draft: Draft) {
  const services = useServicesQuery();
  const asked = services.data;
  const body = useMemo(() => (asked && isPlaced(draft) ? estimateBody(draft, asked) : undefined), [draft, asked]);
  const [settled] = useDebouncedValue(body, TYPING_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["estimate", settled],
    queryFn: settled ? ({ signal }) => ask("estimateFees", { body: settled }, { signal }) : skipToken,
    placeholderData: keepPreviousData,
    refetchInterval: REQUOTE_MS,
    retry: false,
  });
  const answer = body === undefined || error ? undefined : data;
  const offers = useMemo(() => answer && asked && offersOf(answer, asked), [answer, asked]);
  const isUnasked = settled !== body;
  return {
    body,
    answer,
    offers,
    error: services.error ?? (body === undefined ? null : error),
    retry: () => void (services.error ? services.refetch() : refetch()),
    busy: isFetching || isUnasked,
    isOld: isPlaceholderData || isUnasked,
  };
}

// The answer has one element per service asked for, in the same order. What is not to be had here is left out.
function offersOf(estimates: readonly Estimate[], services: readonly Service[]): readonly Offer[] {
  return estimates.flatMap((estimate, at) => {
    const service = services[at];
    return service && estimate.error?.code !== "SERVICE_NOT_FOUND" ? [{ service, estimate }] : [];
  });
}

// In the sandbox a point comes filled in, so that two clicks give prices and three an order.
function useNewPoint(): (at: number, place: LatLng | undefined) => DraftPoint {
  const words = useWords(portalNewOrderWords);
  const { account } = useSession();
  return (at, place) => ({
    key: crypto.randomUUID(),
    place: place && { lat: round(place.lat), lng: round(place.lng) },
    address: place ? words.pin(place.lat.toFixed(4), place.lng.toFixed(4)) : "",
    name: at === 0 ? account.name : isSandbox() ? words.delivery(at) : "",
    mobile: at === 0 ? `0${account._id.slice(2)}` : isSandbox() ? `09000001${String(at).padStart(2, "0")}` : "",
    cod: 0,
    trackingNumber: "",
  });
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

type PlacingMapProps = { readonly points: readonly DraftPoint[]; readonly onPlace: (at: LatLng) => void };

function PlacingMap({ points, onPlace }: PlacingMapProps) {
  const words = useWords(portalNewOrderWords);
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
              },
            ]
          : [],
      ),
    [points, words],
  );
  return <MapView label={words.map} markers={markers} height={400} fitKey="" onClick={onPlace} />;
}

type PointsProps = {
  readonly points: readonly DraftPoint[];
  readonly onChange: (points: readonly DraftPoint[]) => void;
  readonly onAdd: () => void;
};

function Points({ points, onChange, onAdd }: PointsProps) {
  const words = useWords(portalNewOrderWords);
  return (
    <Stack gap="sm">
      {points.map((point, at) => (
        <PointFields
          key={point.key}
          point={point}
          at={at}
          near={points.find(({ place }) => place)?.place}
          onChange={(changed) => onChange(points.with(at, changed))}
          onRemove={() => onChange(points.toSpliced(at, 1))}
          onUp={() => onChange(points.toSpliced(at, 1).toSpliced(at - 1, 0, point))}
        />
      ))}
      <Group>
        <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={onAdd}>
          {words.addPoint}
        </Button>
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
  const words = useWords(portalNewOrderWords);
  const { language } = useLanguage();
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
      {price !== undefined && !isComplete(draft) && (
        <Text size="sm" c="dimmed">
          {words.incomplete}
        </Text>
      )}
    </Stack>
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
        <Button size="xs" variant="default" onClick={onAnother}>
          {words.another}
        </Button>
      </Group>
    </Alert>
  );
}
