// The partner's own figures: what became of their orders, how long they took and what they cost.
import { NativeSelect, Paper } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { PORTAL_CALLS } from "../../../clients/typescript/src/api.ts";
import { addressOf } from "../../parts/ask.ts";
import { callForFile } from "../../parts/call.ts";
import { Cancellations } from "../../parts/figures/cancellations.tsx";
import { FigureChoice, useFigureChoice } from "../../parts/figures/figure-choice.tsx";
import { FiguresBoard } from "../../parts/figures/figures-board.tsx";
import { pointDays } from "../../parts/figures/point-span.ts";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Heading } from "../../parts/looks/kinds.tsx";
import { Loading } from "../../parts/notice.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { figureWords } from "../../words/figures.ts";
import { ask, PORTAL_HEADER } from "../ask.ts";
import { useChildren } from "../choices.ts";
import { NO_FILTER, writeFilter } from "../orders/order-filter.ts";
import { portalSession } from "../session.ts";
import { View } from "../view.tsx";

const REFRESH_MS = 60_000;

export function FiguresView() {
  const words = useWords(figureWords);
  const choice = useFigureChoice();
  const session = portalSession.useSession();
  const isParent = session.account.parent_id === null;
  const children = useChildren(isParent);
  const account = choice.get("account");
  const { by } = choice.query;
  const query = { ...choice.query, ...(account && { account }) };
  const figures = useQuery({
    queryKey: ["figures", query],
    queryFn: ({ signal }) => ask("seeOwnFigures", { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const ordersAt = useCallback(
    (at: string) => writeFilter({ ...NO_FILTER, account, ...pointDays(at, by) }),
    [account, by],
  );
  const onCsv = async (): Promise<void> => {
    const { compare: _compare, ...asked } = query;
    const path = addressOf(PORTAL_CALLS.exportOwnFigures, { query: asked });
    saveFile(await callForFile(path, { headers: PORTAL_HEADER }), "giao-figures.csv");
  };
  return (
    <View title={words.figures} text={words.figuresText}>
      <FigureChoice choice={choice}>
        {children.length > 0 && (
          <NativeSelect
            label={words.account}
            value={account}
            onChange={(event) => choice.set("account", event.currentTarget.value)}
            data={[
              { value: "", label: words.allAccounts },
              { value: session.account._id, label: session.account.name },
              ...children.map((child) => ({ value: child._id, label: child.name })),
            ]}
          />
        )}
      </FigureChoice>
      {figures.error && <ErrorNote error={figures.error} />}
      {figures.data ? (
        <>
          <FiguresBoard seen={figures.data} ordersAt={ordersAt} onCsv={onCsv} />
          <Paper withBorder radius="md" p="md" component="section" aria-label={words.cancellations}>
            <Heading mb="sm">{words.cancellations}</Heading>
            <Cancellations seen={figures.data} />
          </Paper>
        </>
      ) : (
        !figures.error && <Loading />
      )}
    </View>
  );
}
