// The fields that choose which orders are shown.
import { Button, Grid, MultiSelect, Select, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { isFinished } from "../../../src/domain/orders/order.ts";
import { STATUSES, type Status } from "../../../src/domain/orders/order-life.ts";
import { OUTCOMES } from "../../../src/domain/orders/outcome.ts";
import { TypedField } from "../../parts/forms/typed-field.tsx";
import { SearchIcon } from "../../parts/icons.tsx";
import { useWords } from "../../parts/language.tsx";
import { PlainButton } from "../../parts/looks/kinds.tsx";
import { portalOrdersWords } from "../../words/portal/orders.ts";
import { statusWords } from "../../words/status.ts";
import { useChildren, useServiceGroups } from "../choices.ts";
import { useIsParent, useSession } from "../session.ts";
import { isFiltered, NO_FILTER, type OrderFilter, today } from "./order-filter.ts";

const isOver = (status: Status): boolean => isFinished({ status });

type Props = { readonly filter: OrderFilter; readonly onChange: (filter: OrderFilter) => void };

export function OrderFilters({ filter, onChange }: Props) {
  const words = useWords(portalOrdersWords);
  const { status: statusName, outcome: outcomeName } = useWords(statusWords);
  const set = (change: Partial<OrderFilter>): void => onChange({ ...filter, ...change });
  // On a phone the orders matter more than the fields; they open when asked for, or when one of them is set.
  const [isOpen, fields] = useDisclosure(isFiltered({ ...filter, q: "" }));
  const when = isOpen ? {} : ({ visibleFrom: "sm" } as const);
  return (
    <Grid component="search" gap="sm" align="flex-end" aria-label={words.filters}>
      <Grid.Col span={{ base: "auto", sm: 12, md: 4 }}>
        <TypedField
          type="search"
          label={words.search}
          placeholder={words.searchHint}
          leftSection={<SearchIcon size={18} />}
          maxLength={200}
          inForce={filter.q}
          onDone={(q) => set({ q })}
        />
      </Grid.Col>
      <Grid.Col span="content" hiddenFrom="sm">
        <PlainButton aria-expanded={isOpen} onClick={fields.toggle}>
          {words.filters}
        </PlainButton>
      </Grid.Col>
      <Grid.Col span={{ base: 12, xs: 6, md: 4 }} {...when}>
        <MultiSelect
          label={words.outcome}
          placeholder={filter.outcome.length === 0 ? words.anyOutcome : ""}
          data={OUTCOMES.map((outcome) => ({ value: outcome, label: outcomeName[outcome] }))}
          value={[...filter.outcome]}
          onChange={(outcome) => set({ outcome })}
          clearable
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, xs: 6, md: 4 }} {...when}>
        <MultiSelect
          label={words.status}
          placeholder={filter.status.length === 0 ? words.anyStatus : ""}
          // What became of orders that are over is said beside it; an address that was kept may still name their status.
          data={STATUSES.filter((status) => !isOver(status) || filter.status.includes(status)).map((status) => ({
            value: status,
            label: statusName[status],
          }))}
          value={[...filter.status]}
          onChange={(status) => set({ status })}
          clearable
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, xs: 6, md: 3 }} {...when}>
        <ServiceField service={filter.service} onChange={(service) => set({ service })} />
      </Grid.Col>
      <AccountField account={filter.account} isOpen={isOpen} onChange={(account) => set({ account })} />
      <Grid.Col span={{ base: 6, xs: 4, md: 2 }} {...when}>
        <DayField label={words.from} day={filter.from} onChange={(from) => set({ from })} />
      </Grid.Col>
      <Grid.Col span={{ base: 6, xs: 4, md: 2 }} {...when}>
        <DayField label={words.to} day={filter.to} onChange={(to) => set({ to })} />
      </Grid.Col>
      {isFiltered(filter) && (
        <Grid.Col span={{ base: 12, xs: "content" }}>
          <Button variant="subtle" color="gray" onClick={() => onChange(NO_FILTER)}>
            {words.clear}
          </Button>
        </Grid.Col>
      )}
    </Grid>
  );
}

function ServiceField({ service, onChange }: { readonly service: string; readonly onChange: (id: string) => void }) {
  const words = useWords(portalOrdersWords);
  const groups = useServiceGroups();
  const known = groups.some((group) => group.value === service) || service === "";
  return (
    <Select
      label={words.service}
      placeholder={words.anyService}
      data={known ? groups : [...groups, { value: service, label: service }]}
      value={service === "" ? null : service}
      onChange={(chosen) => onChange(chosen ?? "")}
      clearable
    />
  );
}

// Only a parent has more accounts than its own to look at.
type AccountProps = {
  readonly account: string;
  readonly isOpen: boolean;
  readonly onChange: (id: string) => void;
};

function AccountField({ account, isOpen, onChange }: AccountProps) {
  const words = useWords(portalOrdersWords);
  const session = useSession();
  const children = useChildren(useIsParent());
  if (children.length === 0) return null;
  return (
    <Grid.Col span={{ base: 12, xs: 4, md: 4 }} {...(isOpen ? {} : { visibleFrom: "sm" })}>
      <Select
        label={words.account}
        placeholder={words.anyAccount}
        data={[
          { value: session.account._id, label: words.ownAccount },
          ...children.map((child) => ({ value: child._id, label: `${child.name} (${child._id})` })),
        ]}
        value={account === "" ? null : account}
        onChange={(chosen) => onChange(chosen ?? "")}
        clearable
      />
    </Grid.Col>
  );
}

type DayProps = { readonly label: string; readonly day: string; readonly onChange: (day: string) => void };

function DayField({ label, day, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={day}
      max={today()}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
