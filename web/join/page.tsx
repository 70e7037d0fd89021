// Where somebody applies to drive in a city: phone, form, documents, and what came of it.
import "@mantine/core/styles.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Refused } from "../parts/call.ts";
import { Frame } from "../parts/frame.tsx";
import { usePageTitle, useSpoken } from "../parts/language.tsx";
import { ErrorNote } from "../parts/loading/error-note.tsx";
import { PageTitle } from "../parts/looks/kinds.tsx";
import { Loading } from "../parts/notice.tsx";
import { openPage } from "../parts/open-page.tsx";
import { Queries } from "../parts/queries.tsx";
import { joiningWords } from "../words/joining.ts";
import { ApplicationForm } from "./application-form.tsx";
import { askToJoin } from "./ask.ts";
import { Prove } from "./prove.tsx";

// Of this tab alone: the next who uses the phone proves their own.
const KEPT = "giao-join";

function JoinPage() {
  const { words, language } = useSpoken(joiningWords);
  const cityId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const [token, setToken] = useState(() => sessionStorage.getItem(KEPT) ?? undefined);
  const city = useQuery({
    queryKey: ["join", "city", cityId],
    queryFn: () => askToJoin()("seeJoining", { params: { city_id: cityId } }),
    retry: false,
  });
  usePageTitle(words.pageTitle);
  const keep = (next: string | undefined): void => {
    if (next === undefined) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, next);
    setToken(next);
  };
  return (
    <Frame maxWidth={720}>
      {city.error && <ErrorNote error={city.error} onRetry={() => void city.refetch()} />}
      {city.isPending && <Loading />}
      {city.data && (
        <>
          <PageTitle mb="md">{words.title(language === "vi" ? city.data.name_vi : city.data.name)}</PageTitle>
          {token === undefined ? (
            <Prove onProved={keep} />
          ) : (
            <Own key={token} city={city.data} token={token} onProved={keep} onEnd={() => keep(undefined)} />
          )}
        </>
      )}
    </Frame>
  );
}

type OwnProps = {
  readonly city: Parameters<typeof ApplicationForm>[0]["city"];
  readonly token: string;
  readonly onProved: (token: string) => void;
  readonly onEnd: () => void;
};

function Own({ city, token, onProved, onEnd }: OwnProps) {
  const ask = askToJoin(token);
  const own = useQuery({
    queryKey: ["join", "application", token],
    queryFn: () => ask("getOwnApplication", {}),
    retry: false,
  });
  const isOver = own.error instanceof Refused && own.error.status === 401;
  if (isOver) return <Prove onProved={onProved} />;
  if (own.error) return <ErrorNote error={own.error} onRetry={() => void own.refetch()} />;
  if (!own.data) return <Loading />;
  return <ApplicationForm city={city} ask={ask} token={token} application={own.data.application} onEnd={onEnd} />;
}

openPage(
  <Queries>
    <JoinPage />
  </Queries>,
);
