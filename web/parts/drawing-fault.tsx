// A mistake in a page's own code ends with a sentence and a way on, not with a white screen.
import { Component, type ReactNode } from "react";
import { partsWords } from "../words/parts.ts";
import { useWords } from "./language.tsx";
import { Notice } from "./notice.tsx";

type Props = { readonly children: ReactNode };

export class DrawingFault extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <Fault /> : this.props.children;
  }
}

function Fault() {
  const words = useWords(partsWords);
  return (
    <Notice
      level={1}
      title={words.faultTitle}
      text={words.faultText}
      action={{ label: words.reload, onClick: () => window.location.reload() }}
    />
  );
}
