// Everything about a partner's callbacks but the log of one order.
import { Alert, Grid, Stack } from "@mantine/core";
import { EventLog } from "../../parts/callbacks/event-log.tsx";
import { useWords } from "../../parts/language.tsx";
import { ErrorNote } from "../../parts/loading/error-note.tsx";
import { Loading } from "../../parts/notice.tsx";
import { isSandbox } from "../../parts/page-facts.ts";
import { portalCallbacksWords } from "../../words/portal/callbacks.ts";
import { ask } from "../ask.ts";
import { useIsParent } from "../session.ts";
import { View } from "../view.tsx";
import { useEndpoint } from "./endpoint-queries.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { ReceiverCheck } from "./receiver-check.tsx";
import { SecretTool } from "./secret-tool.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { TestCall } from "./test-call.tsx";

export function CallbacksView() {
  const words = useWords(portalCallbacksWords);
  const isParent = useIsParent();
  const { data: endpoint, error, refetch } = useEndpoint(isParent);
  return (
    <View title={words.title} text={words.text}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!endpoint && !error && <Loading />}
      {endpoint?.stopped && <Alert color="red" variant="light" role="alert" title={words.stopped} />}
      {endpoint && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="lg">
              <SettingsForm endpoint={endpoint} />
              {endpoint.url !== "" && <SecretTool />}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack gap="lg">
              <EndpointState endpoint={endpoint} />
              {endpoint.url !== "" && <TestCall />}
              {endpoint.url !== "" && isSandbox() && <ReceiverCheck />}
            </Stack>
          </Grid.Col>
        </Grid>
      )}
      {endpoint && (
        <EventLog
          of="own"
          read={(query, signal) => ask("readCallbackLog", { query }, { signal })}
          resend={(body) => ask("resendCallbacks", { body })}
          orderHref={(id) => `/portal/orders/${id}`}
        />
      )}
    </View>
  );
}
