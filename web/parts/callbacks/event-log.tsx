// The log of a whole endpoint, filtered and page by page, and sending again whatever the filters find. The filters stand in the page's address.
import { Badge, Button, Center, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallbackEvent } from "../../../clients/typescript/src/api.ts";
import { HOME_ZONE, secondsIn } from "../../../src/domain/local-time.ts";
import { callbackEventWords, eventLogWords } from "../../words/callback-events.ts";
import type { Answer, Input } from "../ask.ts";
import { DataTable } from "../data-table.tsx";
import { dayAndTime, fullTime } from "../formats.ts";
import { choicesOf } from "../forms/choices.ts";
import { TypedField } from "../forms/typed-field.tsx";
import { useSpoken, useWords } from "../language.tsx";
import { ErrorNote } from "../loading/error-note.tsx";
import { Heading, PlainButton, Quiet } from "../looks/kinds.tsx";
import { Loading } from "../notice.tsx";
import { goTo, Link, usePlace } from "../router.tsx";

type Query = NonNullable<Input<"readCallbackLog">["query"]>;
type ResendBody = NonNullable<Input<"resendCallbacks">["body"]>;

type Props = {
  // Whose, for what the page keeps.
  readonly of: string;
  readonly read: (query: Query, signal: AbortSignal) => Promise<Answer<"readCallbackLog">>;
  readonly resend: (body: ResendBody) => Promise<Answer<"resendCallbacks">>;
  readonly orderHref: (orderId: string) => string;
};

const COLORS = { delivered: "green", waiting: "yellow", given_up: "red", unsent: "gray", forgotten: "gray" } as const;
const FIELDS = ["result", "event", "order", "from", "to"] as const;
type Filter = Readonly<Record<(typeof FIELDS)[number], string>>;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const REFRESH_MS = 15_000;

export function EventLog({ of, read, resend, orderHref }: Props) {
  const words = useWords(eventLogWords);
  const { path, query } = usePlace();
  const filter = Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? ""])) as Filter;
  const matching = matchingOf(filter);
  const log = useInfiniteQuery({
    queryKey: ["asked", "callback-log", of, matching],
    queryFn: ({ pageParam, signal }) => read({ ...texts(matching), after: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const events = log.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Stack gap="md" component="section" aria-label={words.title}>
      <div>
        <Heading>{words.title}</Heading>
        <Text c="dimmed">{words.text}</Text>
      </div>
      <Filters filter={filter} onChange={(changed) => goTo(addressOf(path, query, changed), "replace")} />
      <Resend key={JSON.stringify(matching)} matching={matching} resend={resend} />
      {log.error && <ErrorNote error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Loading />}
      {log.data && (
        <Events events={events} empty={log.hasNextPage ? words.noneYet : words.none} orderHref={orderHref} />
      )}
      {log.hasNextPage && (
        <Center>
          <PlainButton loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {words.more}
          </PlainButton>
        </Center>
      )}
    </Stack>
  );
}

function matchingOf({ result, event, order, from, to }: Filter): NonNullable<ResendBody["matching"]> {
  return {
    ...(result === "delivered" || result === "failed" ? { result } : {}),
    ...(event ? { event_type: event } : {}),
    ...(order ? { order_id: order } : {}),
    ...(MOMENT.test(from) ? { from_time: secondsIn(HOME_ZONE, `${from}:00`) } : {}),
    // The whole minute.
    ...(MOMENT.test(to) ? { to_time: secondsIn(HOME_ZONE, `${to}:59.999`) } : {}),
  };
}

function texts({ from_time, to_time, ...rest }: NonNullable<ResendBody["matching"]>): Query {
  return {
    ...rest,
    ...(from_time === undefined ? {} : { from_time: String(from_time) }),
    ...(to_time === undefined ? {} : { to_time: String(to_time) }),
  };
}

function addressOf(path: string, query: URLSearchParams, filter: Filter): string {
  const changed = new URLSearchParams(query);
  for (const field of FIELDS) {
    if (filter[field]) changed.set(field, filter[field]);
    else changed.delete(field);
  }
  return changed.size === 0 ? path : `${path}?${changed}`;
}

type FilterProps = { readonly filter: Filter; readonly onChange: (filter: Filter) => void };

function Filters({ filter, onChange }: FilterProps) {
  const words = useWords(eventLogWords);
  const { events } = useWords(callbackEventWords);
  const set = (change: Partial<Filter>): void => onChange({ ...filter, ...change });
  const moment = (field: "from" | "to") => (
    <TextInput
      type="datetime-local"
      w={{ base: "100%", xs: 205 }}
      label={words[field]}
      value={filter[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <Group align="flex-end" gap="sm" component="search" aria-label={words.filters}>
      <NativeSelect
        label={words.result}
        w={{ base: "100%", xs: 130 }}
        value={filter.result}
        onChange={(event) => set({ result: event.currentTarget.value })}
        data={[{ value: "", label: words.anyResult }, ...choicesOf(words.results)]}
      />
      <NativeSelect
        label={words.event}
        w={{ base: "100%", xs: 190 }}
        value={filter.event}
        onChange={(event) => set({ event: event.currentTarget.value })}
        data={[{ value: "", label: words.anyEvent }, ...choicesOf(events)]}
      />
      <TypedField
        label={words.order}
        w={{ base: "100%", xs: 190 }}
        maxLength={200}
        inForce={filter.order}
        onDone={(order) => set({ order })}
      />
      {moment("from")}
      {moment("to")}
      {Object.values(filter).some(Boolean) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => onChange({ result: "", event: "", order: "", from: "", to: "" })}
        >
          {words.clear}
        </Button>
      )}
    </Group>
  );
}

type ResendProps = Pick<Props, "resend"> & { readonly matching: NonNullable<ResendBody["matching"]> };

function Resend({ matching, resend }: ResendProps) {
  const words = useWords(eventLogWords);
  const client = useQueryClient();
  const count = useMutation({ mutationFn: () => resend({ matching, count_only: true }) });
  const send = useMutation({
    mutationFn: () => resend({ matching }),
    onSuccess: () => count.reset(),
    onSettled: () => client.invalidateQueries({ queryKey: ["asked", "callback-log"] }),
  });
  const found = count.data?.matching ?? 0;
  return (
    <Stack gap="xs">
      <Group>
        <PlainButton
          loading={count.isPending}
          onClick={() => {
            send.reset();
            count.mutate();
          }}
        >
          {words.resend}
        </PlainButton>
        {send.data && (
          <Text size="sm" role="status">
            {words.queued(send.data.queued)}
          </Text>
        )}
      </Group>
      {count.error && <ErrorNote error={count.error} />}
      <Modal
        opened={count.data !== undefined}
        onClose={count.reset}
        title={words.counting}
        centered
        closeButtonProps={{ "aria-label": words.back }}
        // A dialog is no page: its head is not the page's.
        attributes={{ header: { role: "presentation" } }}
      >
        <Stack>
          <Text fw={600}>{words.fits(found)}</Text>
          {found > 0 && <Text>{words.again}</Text>}
          {send.error && <ErrorNote error={send.error} />}
          <Group justify="flex-end">
            <PlainButton onClick={count.reset}>{words.back}</PlainButton>
            {found > 0 && (
              <Button loading={send.isPending} onClick={() => send.mutate()}>
                {words.sendAll(found)}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </Stack>
  );
}

type EventsProps = Pick<Props, "orderHref"> & { readonly events: readonly CallbackEvent[]; readonly empty: string };

function Events({ events, empty, orderHref }: EventsProps) {
  const { words, language } = useSpoken(eventLogWords);
  const spoken = useWords(callbackEventWords);
  const names: Readonly<Record<string, string>> = spoken.events;
  return (
    <DataTable
      label={words.title}
      rows={events}
      keyOf={(event) => event.event_id}
      empty={empty}
      columns={[
        { title: words.time, cell: (event) => fullTime(event.event_time, language) },
        { title: words.event, cell: (event) => names[event.event_type] ?? event.event_type },
        {
          title: words.ofOrder,
          cell: ({ order_id }) => (order_id ? <Link href={orderHref(order_id)}>{order_id}</Link> : words.account),
        },
        {
          title: words.state,
          cell: (event) => (
            <>
              <Badge variant="light" color={COLORS[event.state]} c="var(--mantine-color-text)" tt="none">
                {spoken.state[event.state]}
              </Badge>
              {event.next_try_time > 0 && <Quiet>{words.nextTry(dayAndTime(event.next_try_time, language))}</Quiet>}
            </>
          ),
        },
        { title: words.answer, cell: ({ last_try }) => (last_try ? <Answered last={last_try} /> : words.never) },
      ]}
    />
  );
}

function Answered({ last }: { readonly last: NonNullable<CallbackEvent["last_try"]> }) {
  const words = useWords(eventLogWords);
  return (
    <>
      <Text size="sm">
        {last.response_code === 0 ? words.noAnswer : last.response_code} · {Math.round(last.response_time * 1000)} ms
      </Text>
      <Quiet lineClamp={2} maw={320}>
        {last.error || last.response_text}
      </Quiet>
    </>
  );
}
