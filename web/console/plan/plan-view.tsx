// The plan of a city: routes in rows on a time axis and on the map, moved by hand, locked, tried with other weights, and compared with what was driven.
import { Alert, Stack } from "@mantine/core";
import { useState } from "react";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Notice } from "../../parts/notice.tsx";
import { consolePlanWords } from "../../words/console/plan.ts";
import { useAsked, useWrite } from "../frame/ask.ts";
import { CityChoice, useCity, useCityZone } from "../frame/city-choice.tsx";
import { useMay } from "../frame/rights.tsx";
import { Panel, Shown, View } from "../frame/view.tsx";
import type { Board } from "./axis.ts";
import { DrivenPanel } from "./driven-panel.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { PlanMap } from "./plan-map.tsx";
import { ProposalPanel } from "./proposal-panel.tsx";
import { RouteRows } from "./route-rows.tsx";

const REFRESH_MS = 10_000;

export function PlanView() {
  const words = useWords(consolePlanWords);
  const [cityId, setCityId] = useCity();
  const board = useAsked("seePlanBoard", { params: { id: cityId } }, REFRESH_MS);
  return (
    <View title={words.title} actions={<CityChoice cityId={cityId} onChange={setCityId} />}>
      <Shown query={board}>{(data) => <PlanBoard key={cityId} cityId={cityId} board={data} />}</Shown>
    </View>
  );
}

function PlanBoard({ cityId, board }: { readonly cityId: string; readonly board: Board }) {
  const words = useWords(consolePlanWords);
  const mayMove = useMay()("orders");
  const zone = useCityZone()(cityId);
  const [chosen, setChosen] = useState<string>();
  const params = { id: cityId };
  // Asked when an order is chosen or picked up, so that the cost is there before it is dropped.
  const placings = useAsked(
    chosen === undefined ? undefined : "seePlacings",
    { params, body: { order_id: chosen ?? "" } },
    false,
  );
  const move = useWrite("movePlannedOrder");
  const lock = useWrite("lockPlan");
  const routes = board.routes.filter(({ state }) => state === "planned");
  const taken = board.routes.filter(({ state }) => state === "taken");
  const costs = placings.data?.placings ?? [];
  const moveTo = (orderId: string, mobile: string): void =>
    move.mutate({ params, body: { order_id: orderId, mobile } });
  const setLock = (body: { mobile: string; order_id?: string; locked: boolean }): void => lock.mutate({ params, body });
  return (
    <Stack gap="lg">
      {routes.length === 0 && board.unplanned.length === 0 && <Notice title={words.empty} text={words.emptyText} />}
      {move.error && <ErrorNote error={move.error} />}
      {lock.error && <ErrorNote error={lock.error} />}
      {move.isSuccess && <Alert color="teal" variant="light" role="status" title={words.moved} />}
      {(routes.length > 0 || board.unplanned.length > 0) && (
        <Panel title={words.routes} note={words.routesNote}>
          <RouteRows
            board={board}
            routes={routes}
            zone={zone}
            chosen={chosen}
            costs={costs}
            mayMove={mayMove}
            onChoose={setChosen}
            onMove={moveTo}
            onLock={setLock}
          />
        </Panel>
      )}
      {chosen !== undefined && (
        <OrderPanel
          orderId={chosen}
          board={board}
          placings={placings}
          zone={zone}
          mayMove={mayMove}
          isMoving={move.isPending}
          onMove={(mobile) => moveTo(chosen, mobile)}
          onLock={setLock}
          onClose={() => setChosen(undefined)}
        />
      )}
      <PlanMap cityId={cityId} routes={routes} chosen={chosen} onChoose={setChosen} />
      {mayMove && routes.length > 0 && <ProposalPanel cityId={cityId} inForce={board.weights} />}
      {taken.length > 0 && <DrivenPanel routes={taken} zone={zone} />}
    </Stack>
  );
}
