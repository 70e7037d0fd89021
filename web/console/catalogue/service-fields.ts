// What a service has beside its tariff, zones, hours and special requests, as the fields of its forms.
import { choicesOf } from "../../parts/forms/choices.ts";
import { useWords } from "../../parts/language.tsx";
import { consoleCatalogueWords } from "../../words/console/catalogue.ts";
import { consolePeopleWords } from "../../words/console/people.ts";
import { consoleServiceWords } from "../../words/console/service.ts";
import type { Field } from "../frame/fields.tsx";

export type ServiceFields = Readonly<
  Record<"about" | "limits" | "dispatch" | "drivers" | "planning", readonly Field[]>
>;

// What a service, or a special request of it, says of itself in the two languages.
export function descriptionFields(words: (typeof consoleServiceWords)["en"]): readonly Field[] {
  return [
    { name: "description_en_us", kind: "long", label: words.descriptionEn },
    { name: "description_vi_vn", kind: "long", label: words.descriptionVi },
  ];
}

export function useServiceFields(isHosted: boolean): ServiceFields {
  const words = useWords(consoleServiceWords);
  const { nameEn, nameVi, enable } = useWords(consoleCatalogueWords);
  const { vehicle, vehicles } = useWords(consolePeopleWords);
  const hosted: Field = { name: "partner", kind: "text", label: words.hostedFor, hint: words.hostedHint };
  return {
    about: [
      { name: "name_en_us", kind: "text", label: nameEn },
      { name: "name_vi_vn", kind: "text", label: nameVi },
      { name: "vehicle", kind: "choice", label: vehicle, choices: choicesOf(vehicles) },
      { name: "delivery_type", kind: "choice", label: words.deliveryType, choices: choicesOf(words.deliveryTypes) },
      ...descriptionFields(words),
      ...(isHosted ? [hosted] : []),
      { name: "enable", kind: "switch", label: enable },
    ],
    limits: [
      { name: "cod", kind: "number", label: words.cod },
      { name: "max_distance", kind: "number", label: words.maxDistance },
      { name: "min_stop_points", kind: "number", label: words.minStops },
      { name: "max_stop_points", kind: "number", label: words.maxStops },
      { name: "need_confirm_before_pickup", kind: "switch", label: words.needConfirm },
      { name: "collect_cash_before_pickup", kind: "switch", label: words.collectCash },
    ],
    dispatch: [
      { name: "auto_assign_distance", kind: "number", label: words.autoAssignDistance, hint: words.autoAssignHint },
      { name: "advance_broadcast_distance", kind: "number", label: words.broadcastDistance, hint: words.broadcastHint },
      { name: "max_bundle", kind: "number", label: words.maxBundle },
      { name: "timeout", kind: "number", label: words.timeout, hint: words.timeoutHint },
      { name: "rebroadcast_limit", kind: "number", label: words.rebroadcast, hint: words.rebroadcastHint },
      { name: "auto_assign", kind: "switch", label: words.autoAssign },
      { name: "take_back", kind: "switch", label: words.takeBack, hint: words.takeBackHint },
    ],
    drivers: [{ name: "equipment", kind: "text", label: words.equipment, hint: words.equipmentHint }],
    planning: [
      { name: "planning", kind: "choice", label: words.planning, choices: choicesOf(words.planningModes) },
      { name: "plan_within", kind: "number", label: words.planWithin, hint: words.planWithinHint },
      { name: "plan_until", kind: "text", label: words.planUntil },
      { name: "plan_waves", kind: "text", label: words.planWaves, hint: words.planWavesHint },
      { name: "plan_cut_off", kind: "number", label: words.planCutOff },
      { name: "plan_horizon", kind: "number", label: words.planHorizon },
      { name: "plan_lead", kind: "number", label: words.planLead },
      { name: "plan_latest_offer", kind: "number", label: words.planLatestOffer },
      { name: "plan_auto_assign", kind: "switch", label: words.planAutoAssign },
      { name: "plan_slot", kind: "number", label: words.planSlot },
      { name: "plan_slot_orders", kind: "number", label: words.planSlotOrders, hint: words.planSlotOrdersHint },
      { name: "plan_load_kg", kind: "number", label: words.planLoadKg, hint: words.planLoadHint },
      { name: "plan_load_litres", kind: "number", label: words.planLoadLitres, hint: words.planLoadHint },
      { name: "plan_refuse_late", kind: "switch", label: words.planRefuseLate },
    ],
  };
}
