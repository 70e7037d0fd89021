// What a service is called, beside its code; its code alone where it is called nothing any more.
import { useLanguage } from "../../parts/language.tsx";
import { useAsked } from "./ask.ts";

export function useServiceName(): (serviceId: string) => string {
  const { language } = useLanguage();
  const services = useAsked("listOperatorServices", {}, false).data?.services ?? [];
  return (serviceId) => {
    const service = services.find(({ _id }) => _id === serviceId);
    const name = language === "vi" ? service?.name_vi_vn : service?.name_en_us;
    return name ? `${name} · ${serviceId}` : serviceId;
  };
}
