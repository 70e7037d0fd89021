// What needs a person, on top of the board: the most pressing first, why, for how long, and what fits.

import { Badge, Button, Group, type MantineColor, Paper, Stack, Text } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import type { Exception } from "../../../clients/typescript/src/api.ts";
import { EXCEPTION_KINDS, type ExceptionAction, type ExceptionKind } from "../../../src/domain/board/exceptions.ts";
import { commentIn } from "../../../src/domain/orders/cancel-reasons.ts";
import { writtenDay } from "../../parts/formats.ts";
import { useSpoken, useWords } from "../../parts/language.tsx";
import { Heading } from "../../parts/looks/kinds.tsx";
import { followInside, Link } from "../../parts/router.tsx";
import { consoleBoardWords } from "../../words/console/board.ts";
import { joiningWords } from "../../words/joining.ts";
import { useAsked } from "../frame/ask.ts";
import { Shown } from "../frame/view.tsx";
import { AssignDialog } from "../order/assign-dialog.tsx";
import styles from "./exceptions.module.css";

const REFRESH_MS = 5_000;
const SHOWN_MAX = 8;

const COLORS: Readonly<Record<ExceptionKind, MantineColor>> = {
  DRIVER_SUSPENDED: "red",
  DRIVER_SILENT: "red",
  NO_DRIVER: "yellow",
  WILL_BE_LATE: "orange",
  FAILED: "red",
  GOODS_TO_RETURN: "orange",
  ENDPOINT_DOWN: "grape",
  DOCUMENT_ENDS: "yellow",
};

export function Exceptions({ cityId }: { readonly cityId: string }) {
  const words = useWords(consoleBoardWords);
  const [kind, setKind] = useState<ExceptionKind>();
  const [isAll, setAll] = useState(false);
  const [assigned, setAssigned] = useState<string>();
  const asked = useAsked("listExceptions", { query: { city_id: cityId } }, REFRESH_MS);
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label={words.exceptions}>
      <Shown query={asked}>
        {({ exceptions, counts }) => {
          const found = exceptions.filter((one) => kind === undefined || one.kind === kind);
          const shown = isAll ? found : found.slice(0, SHOWN_MAX);
          return (
            <Stack gap="sm">
              <Group gap="sm">
                <Heading>{words.exceptions}</Heading>
                {EXCEPTION_KINDS.filter((one) => counts[one] > 0).map((one) => (
                  <Button
                    key={one}
                    size="compact-sm"
                    variant={kind === one ? "filled" : "default"}
                    aria-pressed={kind === one}
                    onClick={() => setKind(kind === one ? undefined : one)}
                  >
                    {`${words.kinds[one]}: ${counts[one]}`}
                  </Button>
                ))}
              </Group>
              {found.length === 0 ? (
                <Text c="dimmed">{words.nothing}</Text>
              ) : (
                <Stack component="ul" gap={0} className={styles.list} aria-label={words.exceptions}>
                  {shown.map((one) => (
                    <Row
                      key={`${one.kind} ${one.order?.order_id ?? (one.document ? `${one.document.mobile} ${one.document.kind}` : one.partner)}`}
                      exception={one}
                      onAssign={() => setAssigned(one.order?.order_id)}
                    />
                  ))}
                </Stack>
              )}
              {shown.length < found.length && (
                <Button variant="subtle" onClick={() => setAll(true)}>
                  {words.more(found.length - shown.length)}
                </Button>
              )}
            </Stack>
          );
        }}
      </Shown>
      {assigned !== undefined && <AssignDialog orderIds={[assigned]} onClose={() => setAssigned(undefined)} />}
    </Paper>
  );
}

type RowProps = { readonly exception: Exception; readonly onAssign: () => void };

function Row({ exception, onAssign }: RowProps) {
  const { words, language } = useSpoken(consoleBoardWords);
  const { kind, order, document, partner, age_seconds, actions, cause } = exception;
  const joining = useWords(joiningWords);
  const [first, ...rest] = actions;
  return (
    <li className={styles.row} data-kind={kind}>
      <Group gap="xs" wrap="nowrap">
        <Badge variant="light" color={COLORS[kind]} c="var(--mantine-color-text)" tt="none" fw={600}>
          {words.kinds[kind]}
        </Badge>
        {order ? (
          <Link href={`/console/orders/${order.order_id}`} fw={600}>
            {order.order_id}
          </Link>
        ) : document ? (
          <Link href={`/console/drivers/${document.mobile}`} fw={600}>
            {document.name}
          </Link>
        ) : (
          <Link href={`/console/partners/${partner}`} fw={600}>
            {partner}
          </Link>
        )}
        <Text component="span" size="sm" c="dimmed">
          {words.minutes(Math.floor(age_seconds / 60))}
        </Text>
      </Group>
      <Text size="sm" className={styles.why ?? ""}>
        {[
          document
            ? words.ends(joining.kinds[document.kind], writtenDay(document.expires_on ?? "", language))
            : reasonOf(exception, words),
          cause && order ? `“${commentIn(language, cause)}”` : "",
        ]
          .filter(Boolean)
          .join(" ")}
      </Text>
      <Group gap="xs" className={styles.actions ?? ""}>
        {first && <Act action={first} exception={exception} onAssign={onAssign} isFirst />}
        {rest.map((action) => (
          <Act key={action} action={action} exception={exception} onAssign={onAssign} />
        ))}
      </Group>
    </li>
  );
}

function reasonOf(
  { kind, order, late_seconds = 0, waiting = 0 }: Exception,
  words: (typeof consoleBoardWords)["en"],
): string {
  if (kind === "ENDPOINT_DOWN") return words.stopped(waiting);
  if (kind === "DOCUMENT_ENDS") return "";
  return words.causes[kind](order?.supplier_name ?? "", Math.max(1, Math.round(late_seconds / 60)));
}

type ActProps = RowProps & { readonly action: ExceptionAction; readonly isFirst?: boolean };

// Calls are the phone's, what changes an order is asked on its page, where everything about it stands beside the question.
function Act({ action, exception: { order, document, partner }, onAssign, isFirst = false }: ActProps) {
  const words = useWords(consoleBoardWords);
  const phone = action === "call_driver" ? order?.supplier_id : action === "call_sender" ? order?.user_id : undefined;
  const look = { size: "compact-md", variant: isFirst ? "light" : "subtle" } as const;
  if (phone) {
    return (
      <Button component="a" href={`tel:+${phone}`} {...look}>
        {words.actions[action]}
      </Button>
    );
  }
  if (action === "assign") {
    return (
      <Button onClick={onAssign} {...look}>
        {words.actions[action]}
      </Button>
    );
  }
  const address = order
    ? `/console/orders/${order.order_id}?do=${action}`
    : document
      ? `/console/applications/${document.application_id}`
      : `/console/partners/${partner}`;
  return (
    <Button component="a" href={address} onClick={(event: MouseEvent) => followInside(event, address)} {...look}>
      {words.actions[action]}
    </Button>
  );
}
