// What is behind the sign-in of portal and console: the frame, and in it the view that the address names. Each view's code is loaded when it is first looked at.
import "@mantine/core/styles.css";
import { Modal, Text } from "@mantine/core";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { partsWords } from "../../words/parts.ts";
import { useWords } from "../language.tsx";
import { DrawingFault } from "../loading/drawing-fault.tsx";
import { ErrorNote } from "../loading/error-note.tsx";
import { Loading, Notice } from "../notice.tsx";
import { goTo, matchPath, usePlace } from "../router.tsx";
import { Shell, type ShellProps } from "../shell.tsx";

// By its address; the `:id` in it is handed to the view. The first that fits is shown.
export type Views = Readonly<Record<string, ComponentType<{ readonly id: string }>>>;

export type SignedShellProps = {
  readonly words: Readonly<Record<"title" | "missingTitle" | "missingText" | "toOrders", string>>;
  readonly home: string;
  readonly views: Views;
  readonly frame: Pick<ShellProps, "views" | "who">;
  // For whom the session has ended: the way back in, over the page they were at.
  readonly doorOver: ReactNode;
  readonly onSignOut: () => void;
  readonly fault: unknown;
};

export function SignedShell({ words, home, views, frame, doorOver, onSignOut, fault }: SignedShellProps) {
  return (
    <>
      {doorOver && <DoorOver>{doorOver}</DoorOver>}
      <Shell title={words.title} home={home} {...frame} onSignOut={onSignOut}>
        {fault != null && <ErrorNote error={fault} />}
        <Inside>
          <Suspense fallback={<Loading />}>
            <CurrentView words={words} home={home} views={views} />
          </Suspense>
        </Inside>
      </Shell>
    </>
  );
}

function DoorOver({ children }: { readonly children: ReactNode }) {
  const words = useWords(partsWords);
  return (
    <Modal
      opened
      onClose={() => undefined}
      centered
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ blur: 2 }}
      title={<Text fw={600}>{words.sessionEnded}</Text>}
      attributes={{ header: { role: "presentation" } }}
    >
      {children}
    </Modal>
  );
}

// A view that fails leaves the frame and the other views, and another address is another try.
function Inside({ children }: { readonly children: ReactNode }) {
  const { path } = usePlace();
  return (
    <DrawingFault key={path} isInside>
      {children}
    </DrawingFault>
  );
}

function CurrentView({ words, home, views }: Pick<SignedShellProps, "words" | "home" | "views">) {
  const { path } = usePlace();
  for (const [address, View] of Object.entries(views)) {
    const found = matchPath(address, path);
    if (found) return <View key={found.id} id={found.id ?? ""} />;
  }
  return (
    <Notice
      level={1}
      title={words.missingTitle}
      text={words.missingText}
      action={{ label: words.toOrders, onClick: () => goTo(`${home}/orders`) }}
    />
  );
}
