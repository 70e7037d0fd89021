// The prices of an order while it is being put together, asked for as it changes, by the clock of the city it begins in.
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Estimate, Service } from "../../../clients/typescript/src/api.ts";
import { ask } from "../ask.ts";
import { useServicesQuery, useServiceZone } from "../choices.ts";
import { type Draft, estimateBody, isPlaced } from "./order-draft.ts";
import type { Offer } from "./service-prices.tsx";

const TYPING_MS = 350;
// A quote lives ten minutes; it is asked for anew well before.
const REQUOTE_MS = 5 * 60_000;

export function useEstimate(draft: Draft) {
  const services = useServicesQuery();
  const asked = services.data;
  // The city's that the last prices were of; a pickup elsewhere may have another, and is asked for again.
  const [pricedId, setPricedId] = useState<string>();
  const zone = useServiceZone()(pricedId);
  const body = useMemo(
    () => (asked && isPlaced(draft) ? estimateBody(draft, asked, zone) : undefined),
    [draft, asked, zone],
  );
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
  const firstId = offers?.find(({ estimate, service }) => estimate.data && service.city_id !== "")?.estimate.service_id;
  useEffect(() => setPricedId((before) => firstId ?? before), [firstId]);
  const isUnasked = settled !== body;
  return {
    zone,
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
