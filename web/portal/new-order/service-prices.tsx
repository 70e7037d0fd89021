// What every service would cost, side by side, and the special requests of the one that is chosen.

import { Checkbox, Group, NumberInput, Paper, Radio, Select, Skeleton, Stack, Text } from "@mantine/core";
import type { Estimate, Service, SpecialRequest } from "../../../clients/typescript/src/api.ts";
import { distance, money, timeWindow } from "../../parts/formats.ts";
import { type Language, useSpoken, useWords } from "../../parts/language.tsx";
import { ErrorNote, useRefusalWords } from "../../parts/loading/error-note.tsx";
import { Fine, Heading } from "../../parts/looks/kinds.tsx";
import { RoadFee } from "../../parts/road-fee.tsx";
import { portalNewOrderWords } from "../../words/portal/new-order.ts";
import { type Draft, type DraftRequests, leadSeconds } from "./order-draft.ts";

export type Offer = { readonly service: Service; readonly estimate: Estimate };

type Props = {
  readonly draft: Draft;
  readonly zone: string;
  readonly offers: readonly Offer[] | undefined;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly chosen: Offer | undefined;
  readonly onChoose: (serviceId: string) => void;
  readonly onRequests: (requests: DraftRequests) => void;
};

export function ServicePrices({ draft, zone, offers, busy, error, onRetry, chosen, onChoose, onRequests }: Props) {
  const words = useWords(portalNewOrderWords);
  return (
    <Paper withBorder p="sm" component="section" aria-label={words.prices} aria-busy={busy}>
      <Heading mb="xs">{words.prices}</Heading>
      {error ? <ErrorNote error={error} onRetry={onRetry} /> : null}
      {!offers && !error && (busy ? <Skeleton h={160} /> : <Text c="dimmed">{words.pricesEmpty}</Text>)}
      {offers && (
        <Radio.Group value={chosen?.estimate.service_id ?? ""} onChange={onChoose}>
          <Stack gap={6}>
            {offers.map((offer) => (
              <OfferRow key={offer.estimate.service_id} offer={offer} draft={draft} zone={zone} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {chosen && <RequestFields service={chosen.service} requests={draft.requests} onChange={onRequests} />}
    </Paper>
  );
}

// When it is delivered, of what it is agreed to be.
export function deliveryWindow({ estimate }: Offer, draft: Draft, zone: string, language: Language): string {
  const lead = leadSeconds(draft, estimate, zone);
  return estimate.data ? timeWindow(estimate.data.eta.low - lead, estimate.data.eta.high - lead, language, zone) : "";
}

type OfferProps = { readonly offer: Offer; readonly draft: Draft; readonly zone: string };

function OfferRow({ offer, draft, zone }: OfferProps) {
  const { words, language } = useSpoken(portalNewOrderWords);
  const refusalWords = useRefusalWords();
  const { service, estimate } = offer;
  const name = language === "vi" ? service.name_vi_vn : service.name_en_us;
  const { data, error, warnings } = estimate;
  const lead = leadSeconds(draft, estimate, zone);
  return (
    <Radio.Card value={estimate.service_id} p="xs" disabled={data === null} aria-label={words.choose(name)}>
      <Group wrap="nowrap" gap="sm" align="center">
        <Radio.Indicator disabled={data === null} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text fw={600}>{name}</Text>
          <Fine>
            {estimate.service_id}
            {data && ` · ${distance(data.distance * 1000, language)} · ${words.minutes(Math.ceil(data.duration / 60))}`}
          </Fine>
          {data && (
            <Fine>
              {words.pickupWindow(timeWindow(data.eta.pickup_low - lead, data.eta.pickup_high - lead, language, zone))}{" "}
              · {words.deliveryWindow(deliveryWindow(offer, draft, zone, language))}
            </Fine>
          )}
          {data && <RoadFee amount={data.road_fee} />}
          {warnings?.includes("INVALID_SERVICE_HOUR") && <Text size="xs">{words.outsideHours}</Text>}
          {error && <Text size="xs">{refusalWords(error.code, error.description)}</Text>}
        </div>
        <Text fw={600} miw="max-content">
          {data ? money(data.total_fee, language) : "–"}
        </Text>
      </Group>
    </Radio.Card>
  );
}

type RequestFieldsProps = {
  readonly service: Service;
  readonly requests: DraftRequests;
  readonly onChange: (requests: DraftRequests) => void;
};

function RequestFields({ service, requests, onChange }: RequestFieldsProps) {
  const words = useWords(portalNewOrderWords);
  const offered = service.requests.filter((request) => request.enable);
  if (offered.length === 0) return null;
  const set = (groupId: string, choice: DraftRequests[string] | undefined): void => {
    const { [groupId]: _old, ...others } = requests;
    onChange(choice === undefined ? others : { ...others, [groupId]: choice });
  };
  return (
    <Stack gap="xs" mt="md" role="group" aria-label={words.requests}>
      <Text fw={600}>{words.requests}</Text>
      {offered.map((request) => (
        <RequestField
          key={request._id}
          request={request}
          choice={requests[request.group_id]}
          onChange={(choice) => set(request.group_id, choice)}
        />
      ))}
    </Stack>
  );
}

type RequestFieldProps = {
  readonly request: SpecialRequest;
  readonly choice: DraftRequests[string] | undefined;
  readonly onChange: (choice: DraftRequests[string] | undefined) => void;
};

function RequestField({ request, choice, onChange }: RequestFieldProps) {
  const { words, language } = useSpoken(portalNewOrderWords);
  const about = language === "vi" ? request.description_vi_vn : request.description_en_us;
  if (request.type === "PER_UNIT") {
    return (
      <NumberInput
        size="sm"
        label={request.name}
        description={about}
        min={0}
        max={request.max_input}
        allowDecimal={false}
        value={choice?.num ?? 0}
        onChange={(num) => onChange(Number(num) > 0 ? { num: Number(num) } : undefined)}
      />
    );
  }
  if (request.type === "TIER") {
    const tiers = (request.tiers ?? []).filter((tier) => tier.selectable);
    return (
      <Select
        size="sm"
        label={request.name}
        description={about}
        placeholder={words.noTier}
        clearable
        data={tiers.map((tier) => ({
          value: tier.tier_code,
          label: `${tier.tier_code} · ${money(tier.price, language)}`,
        }))}
        value={choice?.tier ?? null}
        onChange={(tier) => onChange(tier === null ? undefined : { tier })}
      />
    );
  }
  return (
    <Checkbox
      size="sm"
      label={request.name}
      description={about}
      checked={choice !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked ? {} : undefined)}
    />
  );
}
