// What can be chosen from: the account's children, and the services by their groups.

import { useQuery } from "@tanstack/react-query";
import type { Account, Service } from "../../clients/typescript/src/api.ts";
import { HOME_ZONE } from "../../src/domain/local-time.ts";
import { useLanguage } from "../parts/language.tsx";
import { ask } from "./ask.ts";

const AN_HOUR_MS = 3_600_000;

export const CHILDREN_KEY = ["children"] as const;

export function useChildrenQuery(isParent: boolean) {
  return useQuery({
    queryKey: CHILDREN_KEY,
    queryFn: () => ask("listChildren", {}),
    enabled: isParent,
  });
}

export function useChildren(isParent: boolean): readonly Account[] {
  return useChildrenQuery(isParent).data ?? [];
}

export type Choice = { readonly value: string; readonly label: string };

const SERVICES = { queryKey: ["services"], queryFn: readServices, staleTime: AN_HOUR_MS } as const;

// One of each group: a group is one service in many cities, and the first city that has it stands for all.
export function useServicesQuery() {
  return useQuery({ ...SERVICES, select: oneOfEachGroup });
}

// What a service is called; its id where it is called nothing any more.
export function useServiceName(): (serviceId: string) => string {
  const { language } = useLanguage();
  const { data = [] } = useQuery(SERVICES);
  return (serviceId) => {
    const service = data.find(({ _id }) => _id === serviceId);
    return (language === "vi" ? service?.name_vi_vn : service?.name_en_us) ?? serviceId;
  };
}

export function useServiceGroups(): readonly Choice[] {
  const { language } = useLanguage();
  return (useServicesQuery().data ?? []).map((service) => ({
    value: service.group_service_id,
    label: language === "vi" ? service.name_vi_vn : service.name_en_us,
  }));
}

const CITIES = { queryKey: ["cities"], queryFn: readCities, staleTime: AN_HOUR_MS } as const;

function readCities() {
  return ask("listCities", { query: { country_id: "VN" } });
}

// In which a city's times are told; the platform's own while nobody knows.
export function useCityZone(): (cityId: string) => string {
  const { data = [] } = useQuery(CITIES);
  return (cityId) => data.find(({ _id }) => _id === cityId)?.time_zone ?? HOME_ZONE;
}

// Of a service, whose city says when that is.
export function useServiceZone(): (serviceId: string | undefined) => string {
  const { data = [] } = useQuery(SERVICES);
  const zoneOf = useCityZone();
  return (serviceId) => zoneOf(data.find(({ _id }) => _id === serviceId)?.city_id ?? "");
}

async function readServices(): Promise<readonly Service[]> {
  const cities = await readCities();
  const lists = await Promise.all(cities.map((city) => ask("listServices", { query: { city_id: city._id } })));
  return lists.flat();
}

function oneOfEachGroup(services: readonly Service[]): readonly Service[] {
  const groups = new Map<string, Service>();
  for (const service of services) {
    if (!groups.has(service.group_service_id)) groups.set(service.group_service_id, service);
  }
  return [...groups.values()];
}
